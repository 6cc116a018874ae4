import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SentimentLabel } from "./analyse.ts";
import { analyse } from "./analyse.ts";
import { judgeSentiment, sentimentLexicon } from "./judge-sentiment.ts";

const marks: Record<string, readonly SentimentLabel[]> = {
  "airline-press-release": ["positive"],
  "hotel-review": ["negative"],
  "travel-guide": ["positive"],
  "fare-rules": ["neutral"],
  "airport-strike-news": ["negative"],
  hotelkritik: ["positive"],
  reisebericht: ["positive", "mixed"],
  geschaeftsbericht: ["positive", "mixed"],
};

describe("the sentiment of a fixture text", () => {
  for (const [name, labels] of Object.entries(marks)) {
    it(`matches the mark of a reader: ${name}`, async () => {
      const text = readFileSync(`test/fixtures/texts/${name}.txt`, "utf8");
      const analysis = await analyse(text, "sentiment");
      if (analysis.analysis_type !== "sentiment") throw new Error("not a sentiment");
      expect(labels).toContain(analysis.label);
      const flat = text.replace(/\s+/g, " ");
      for (const { sentence } of analysis.evidence) expect(flat).toContain(sentence);
      if (analysis.label === "positive") expect(analysis.score).toBeGreaterThan(0);
      if (analysis.label === "negative") expect(analysis.score).toBeLessThan(0);
    });
  }
});

const sentences: Record<"en" | "de", Record<SentimentLabel, readonly string[]>> = {
  en: {
    positive: [
      "The room was spotless and the staff were incredibly friendly.",
      "We loved every minute of it and will be back next year.",
      "Our flight left on time and the crew was wonderful.",
      "The food wasn't bad at all, and the view is stunning.",
      "No complaints, a perfect stay.",
      "I can't recommend this hotel highly enough, everything was excellent.",
      "The seats were comfortable, boarding was quick and the bags arrived promptly.",
    ],
    negative: [
      "The room was dirty and the receptionist was rude.",
      "Our flight was delayed by six hours and nobody helped us.",
      "The food was not good.",
      "It wasn't clean, and the bed was uncomfortable.",
      "The hotel was overbooked, so we were sent to a shabby place by the motorway.",
      "I would not recommend this airline to anybody.",
      "They lost my luggage and the service was hardly helpful.",
      "Never again!",
      "The photos looked nice, but the apartment was a filthy, noisy hole.",
    ],
    neutral: [
      "The train leaves at nine and arrives in Paris before noon.",
      "Check-in opens two hours before departure.",
      "The hotel has 240 rooms on six floors.",
    ],
    mixed: [
      "The location is excellent, but the rooms are dirty.",
      "Breakfast was delicious. The staff were lovely. Sadly the room was filthy. The noise at night was terrible.",
    ],
  },
  de: {
    positive: [
      "Das Zimmer war sauber und das Personal sehr freundlich.",
      "Wir waren begeistert und kommen jederzeit wieder.",
      "Das Frühstück war nicht schlecht, die Aussicht sogar großartig.",
      "Der Flug war pünktlich und die Besatzung aufmerksam.",
      "Es gab keine Probleme, alles verlief reibungslos.",
      "Ein traumhafter Strand und eine ruhige, gepflegte Anlage!",
      "Die Ärzte waren großartig.",
    ],
    negative: [
      "Das Zimmer war schmutzig und die Rezeption unfreundlich.",
      "Der Flug war verspätet und wir waren sehr enttäuscht.",
      "Das Essen war nicht gut.",
      "Das Hotel gefällt mir nicht.",
      "Die Betten waren unbequem, das Bad hatte Schimmel.",
      "Nie wieder dieses Hotel!",
      "Auf den Bildern sah es schön aus, aber das Haus war laut, dreckig und heruntergekommen.",
      "Das Hotel war überbucht und niemand hat sich entschuldigt.",
      "Ich kann diese Fluggesellschaft nicht empfehlen.",
    ],
    neutral: [
      "Der Zug fährt um neun Uhr ab und kommt mittags in Paris an.",
      "Das Hotel hat 240 Zimmer auf sechs Etagen.",
      "Der Schalter öffnet zwei Stunden vor dem Abflug.",
    ],
    mixed: [
      "Die Lage ist ausgezeichnet, aber die Zimmer sind schmutzig.",
      "Das Essen war köstlich. Das Personal war herzlich. Leider war das Zimmer eklig. Nachts war der Lärm furchtbar.",
    ],
  },
};

describe("a sentence", () => {
  for (const language of ["en", "de"] as const) {
    for (const [label, texts] of Object.entries(sentences[language])) {
      for (const text of texts) {
        it(`is ${label}: ${text}`, () => expect(judgeSentiment(text, language).label).toBe(label));
      }
    }
  }

  it("scores higher with an intensifier and lower with a weakening word", () => {
    const score = (text: string) => judgeSentiment(text, "en").score;
    expect(score("The staff was extremely friendly.")).toBeGreaterThan(score("The staff was friendly."));
    expect(score("The staff was slightly unfriendly.")).toBeGreaterThan(score("The staff was unfriendly."));
    const punkte = (text: string) => judgeSentiment(text, "de").score;
    expect(punkte("Das Zimmer war extrem laut.")).toBeLessThan(punkte("Das Zimmer war laut."));
  });

  it("is dominated by the clause after its but", () => {
    const last = (text: string, language: "en" | "de") => judgeSentiment(text, language).evidence[0]?.score ?? 0;
    expect(last("The pool was dirty, but the beach was beautiful.", "en")).toBeGreaterThan(0);
    expect(last("The beach was beautiful, but the pool was dirty.", "en")).toBeLessThan(
      last("The pool was dirty, but the beach was beautiful.", "en"),
    );
    expect(last("Der Strand war schön, aber das Zimmer war ekelhaft.", "de")).toBeLessThan(0);
  });

  it("is not negated by not only", () => {
    expect(judgeSentiment("The staff were not only friendly, they were helpful.", "en").label).toBe("positive");
    expect(judgeSentiment("Das Personal war nicht nur freundlich, sondern auch hilfsbereit.", "de").label).toBe(
      "positive",
    );
  });
});

describe("the lexicons", () => {
  it("have at least 400 words each", () => {
    expect(sentimentLexicon("en").size).toBeGreaterThan(400);
    expect(sentimentLexicon("de").size).toBeGreaterThan(400);
  });

  it("find inflected forms", () => {
    expect(sentimentLexicon("de").weightOf("freundlichen")).toBe(sentimentLexicon("de").weightOf("freundlich"));
    expect(sentimentLexicon("en").weightOf("complaining")).toBe(sentimentLexicon("en").weightOf("complain"));
  });

  it("do not confuse words with similar stems", () => {
    expect(sentimentLexicon("en").weightOf("time")).toBeFalsy();
    expect(sentimentLexicon("de").weightOf("sich")).toBeFalsy();
    expect(sentimentLexicon("de").weightOf("flotte")).toBeFalsy();
  });
});
