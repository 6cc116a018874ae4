import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";

/** Beginnings of sentences. A summary has at least `atLeast` of `worthy`, one of `oneOf`, and none of `never`. */
interface Marks {
  readonly worthy: readonly string[];
  readonly atLeast: number;
  readonly oneOf: readonly string[];
  readonly never: readonly string[];
}

const marks: Record<string, Marks> = {
  "airline-press-release": {
    worthy: [
      "LISBON, 14 March 2025 – Northwind Airways will open its third European base",
      "The investment of €1.4 billion",
      "It will create 420 jobs",
      "The first two aircraft will be stationed",
      "Northwind expects to carry 1.9 million",
      "The airline chose Porto over Bilbao",
      "Northwind Airways aims to cut its emissions",
      "Northwind Airways carried 11.3 million",
      "Punctuality, however, fell short",
      "Tickets for the new routes go on sale",
    ],
    atLeast: 4,
    oneOf: ["LISBON, 14 March 2025 – Northwind Airways will open its third European base"],
    never: ["Media contact", "The airline will contact them", "Customers can also call", "More seats", "He called on"],
  },
  "hotel-review": {
    worthy: [
      "My wife and I booked a sea-view double",
      "We got none of the three.",
      "After waiting in a stuffy lobby",
      "The room itself was dirty.",
      "There were hairs in the shower",
      "We hardly slept for three nights",
      "The location is excellent",
      "The breakfast was surprisingly good",
      "The rooftop pool looks lovely",
      "What annoyed us most",
      'The bill included a "resort fee"',
      "The photographs on the website",
      "If you want to be near",
      "On the second day I asked to speak to the manager",
    ],
    atLeast: 4,
    oneOf: ["My wife and I booked a sea-view double", "The photographs on the website"],
    never: ["Pros", "Cons", "No.", "He never did.", "We called housekeeping"],
  },
  "travel-guide": {
    worthy: [
      "Kyoto was the capital of Japan",
      "The city has about 2,000 temples",
      "It is a modern city of 1.4 million",
      "Four days are enough to see",
      "The best months are April and November.",
      "Most visitors land at Kansai",
      "Begin at Kiyomizu-dera",
      "The bamboo grove is the most photographed",
      "Tenryu-ji, the Zen temple",
      "Ten thousand red gates",
      "The two subway lines of Kyoto",
      "Spend the last morning",
      "The writer Pico Iyer",
      "See fewer temples",
    ],
    atLeast: 4,
    oneOf: ["Kyoto was the capital of Japan", "The city has about 2,000 temples", "Four days are enough to see"],
    never: ["He is right.", "Please do not chase", "When to go", "Buy an ICOCA card"],
  },
  "fare-rules": {
    worthy: [
      "These fare rules apply to all tickets",
      "The Flex Saver fare is available in economy",
      "Reservations must be made no later",
      "The passenger may change the date or the time",
      "A change of origin or destination",
      "A passenger who does not appear",
      "If the passenger cancels the whole ticket",
      "If the passenger cancels between 30 days",
      "Within 48 hours of departure the fare",
      "Taxes and airport charges",
      "The fare includes one cabin bag",
      "If a flight is cancelled or delayed",
      "All further flights in the same booking",
      "If the new fare is lower",
      "In the case of the death",
    ],
    atLeast: 4,
    oneOf: ["These fare rules apply to all tickets", "The passenger may change the date or the time"],
    never: ["Version 3.2", "The telephone number of", "CONDITIONS OF THE", "Sports equipment"],
  },
  "airport-strike-news": {
    worthy: [
      "A 24-hour strike by baggage handlers",
      "Unions have threatened further walkouts",
      "The stoppage began at 4 a.m.",
      "The dispute is about pay",
      "The union FNV wants",
      "SkyHandling Services, the largest",
      "KLM cancelled all European flights",
      "Under European law, passengers",
      "Industry analysts at Hartwell Research",
      "Transport minister Ruben Claassen",
      "For the weekend the airport expects",
      "A normal timetable is not expected",
      "The strike is the third at Schiphol",
      "FNV has announced",
      "Queues at the rebooking desks",
      "The opposition accused the government",
    ],
    atLeast: 4,
    oneOf: ["A 24-hour strike by baggage handlers"],
    never: ["Ground staff strike leaves", '"My daughter', '"Do not accept', "Others were luckier"],
  },
  hotelkritik: {
    worthy: [
      "Zum sechzigsten Geburtstag",
      "Um es vorwegzunehmen",
      "Die Betten sind hervorragend",
      "Heute verfügt es über 48 Zimmer",
      "Einziger Wermutstropfen",
      "Die Bedienung war durchweg",
      "Mit 68 Euro pro Person",
      "Das Haus wurde 1908",
      "Für zwei Nächte mit Frühstück",
      "Unser Fazit: ein wunderbares Hotel",
      "Abzüge gibt es nur",
      "Wir hatten drei Doppelzimmer",
      "Küchenchef Andreas Brandl",
      "Seit 2023 gehört der Lindenhof",
      "Vergleichbare Hotels in Starnberg",
      "Die Direktorin, Frau Sabine Lechner",
    ],
    atLeast: 4,
    oneOf: ["Zum sechzigsten Geburtstag", "Um es vorwegzunehmen", "Unser Fazit: ein wunderbares Hotel"],
    never: ["Langweilig wurde uns nicht.", "Auch der Preis stimmt.", "So stellt man sich"],
  },
  reisebericht: {
    worthy: [
      "Doch dann wurde unser Flug LH 1412",
      "Die Reise entlang der Adria",
      "Triest hat uns sofort begeistert.",
      "Die Stadt ist ein Stück Wien am Meer",
      "Rovinj ist wunderschön",
      "Unser Hotel war leider",
      "Die größte Überraschung war der Nationalpark Krka.",
      "Die letzte Etappe führte uns nach Dubrovnik.",
      "Unser Fazit: Die Adria",
      "Züge, Busse und Fähren",
      "Wer kann, sollte im September",
      "Insgesamt haben wir pro Person",
      "Katharina wurde am 9. September krank",
      "Zurück ging es am 13. September",
    ],
    atLeast: 4,
    oneOf: ["Doch dann wurde unser Flug LH 1412", "Die Reise entlang der Adria", "Unser Fazit: Die Adria"],
    never: ["Eigentlich wollten wir fliegen.", "Seitdem reise ich nie", "Das klingt nach", "Der Gang über"],
  },
  geschaeftsbericht: {
    worthy: [
      "Die Alpenluft AG hat im Geschäftsjahr 2024",
      "Der Umsatz stieg um 9,3 Prozent",
      "Der Vorstand schlägt der Hauptversammlung vor",
      "Die Fluggesellschaft beförderte",
      "Die Auslastung der Flugzeuge",
      "Höhere Kosten für Flugsicherung",
      "Nur 71 Prozent aller Flüge",
      "Gründe waren nach Angaben",
      "Von 2026 an übernimmt die Alpenluft",
      "Zum Sommerflugplan nimmt",
      "Für das Geschäftsjahr 2025 erwartet",
      "Für Entschädigungen nach der",
      "Mit der norwegischen Nordfjord",
    ],
    atLeast: 4,
    oneOf: ["Die Alpenluft AG hat im Geschäftsjahr 2024"],
    never: ["Pressekontakt", "Telefon", "Stefanie Vogt", "Der Geschäftsbericht ist unter", "Das werden wir ändern."],
  },
};

const summaryOf = async (text: string) => {
  const analysis = await analyse(text, "summary");
  if (analysis.analysis_type !== "summary") throw new Error("not a summary");
  return analysis;
};

describe("the summary of a fixture text", () => {
  for (const [name, { worthy, atLeast, oneOf, never }] of Object.entries(marks)) {
    it(`consists of sentences marked by a reader: ${name}`, async () => {
      const text = readFileSync(`test/fixtures/texts/${name}.txt`, "utf8");
      const { sentences, summary, key_points } = await summaryOf(text);
      const begins = (sentence: string) => (beginning: string) => sentence.startsWith(beginning);
      expect(sentences.length).toBeGreaterThanOrEqual(5);
      expect(sentences.length).toBeLessThanOrEqual(7);
      expect(summary).toBe(sentences.join(" "));
      const marked = sentences.filter((sentence) => worthy.some(begins(sentence)));
      expect(marked.length, sentences.join("\n")).toBeGreaterThanOrEqual(atLeast);
      expect(marked.length / sentences.length, sentences.join("\n")).toBeGreaterThanOrEqual(0.6);
      expect(sentences.some((sentence) => oneOf.some(begins(sentence)))).toBe(true);
      expect(sentences.filter((sentence) => never.some(begins(sentence)))).toEqual([]);
      expect(key_points.length).toBeGreaterThanOrEqual(3);
      expect(key_points.every((point) => point.length <= 160)).toBe(true);
    });
  }
});

describe("a summary", () => {
  it("of a short text is that text", async () => {
    const text =
      "The museum opens at nine. It is closed on Mondays, as all museums of the city are. Entry costs five euros.";
    expect((await summaryOf(text)).summary).toBe(text);
  });

  it("contains whole sentences only, and none of excessive length", async () => {
    const endless = `The list goes on ${"and on and on ".repeat(200)}without an end.`;
    const text = `The hotel has a new pool for its guests. ${endless} The pool of the hotel is heated in winter. Guests like the pool.`;
    const { sentences } = await summaryOf(text);
    expect(sentences).toHaveLength(3);
    expect(sentences.every((sentence) => text.includes(sentence) && sentence.endsWith("."))).toBe(true);
    expect(sentences.some((sentence) => sentence.includes("and on"))).toBe(false);
  });

  it("does not repeat a sentence", async () => {
    const twice = "The airline cancelled four hundred flights from Dublin because of the strike of its crews.";
    const others = [
      "Passengers of the cancelled flights may ask for their money back within seven days.",
      "Crews want higher wages and fewer night shifts from the airline.",
      "The airport expects long queues until the strike of the crews ends on Sunday.",
      "Hotels near the airport have no rooms left for passengers of the airline.",
    ];
    const text = [twice, ...others, twice].join(" ");
    const { sentences } = await summaryOf(text);
    expect(sentences.filter((sentence) => sentence === twice)).toHaveLength(1);
  });

  it("of a list consists of its items", async () => {
    const { sentences } = await summaryOf("- the great location\n- the good breakfast\n- the friendly staff");
    expect(sentences).toEqual(["the great location", "the good breakfast", "the friendly staff"]);
  });

  it("of an empty text is empty", async () => {
    expect(await summaryOf("")).toMatchObject({ summary: "", sentences: [], key_points: [] });
  });
});
