import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";

/** At least four in five of `among` must be, or be part of, one of the first ten keywords. */
interface Marks {
  readonly among: readonly string[];
  readonly never: readonly string[];
}

const marks: Record<string, Marks> = {
  "airline-press-release": {
    among: ["northwind airways", "porto", "aircraft", "passengers", "base", "routes"],
    never: ["said", "today", "the", "percent", "year", "okafor said", "million", "march", "€39", "2024"],
  },
  "hotel-review": {
    among: ["grand meridian", "room", "staff", "hotel", "night"],
    never: ["wife", "did", "got", "would", "minutes", "never", "nobody", "€289"],
  },
  "travel-guide": {
    among: ["kyoto", "temple", "tea", "garden", "city"],
    never: ["many", "most", "go", "take", "years", "ten", "do not", "day"],
  },
  "fare-rules": {
    among: ["fare", "passenger", "flight", "carrier", "departure", "ticket", "refund"],
    never: ["must", "within", "may", "eur", "whole", "days", "hours"],
  },
  "airport-strike-news": {
    among: ["strike", "flight", "airport", "passengers", "schiphol", "union"],
    never: ["said", "percent", "friday", "hours", "more", "people"],
  },
  hotelkritik: {
    among: ["Lindenhof", "Zimmer", "Hotel", "See", "Haus"],
    never: ["Euro", "Prozent", "haben", "uns", "Person", "Uhr"],
  },
  reisebericht: {
    among: ["Dubrovnik", "Adria", "Triest", "Katharina", "Stadt"],
    never: ["uns", "wir", "war", "Euro", "Uhr", "aber", "September", "Stunden", "kann"],
  },
  geschaeftsbericht: {
    among: ["Alpenluft AG", "Vorstand", "Flugzeuge", "Ergebnis", "Geschäftsjahr"],
    never: ["Prozent", "Mio", "Euro", "wurde", "sagte", "mehr", "rund", "Millionen"],
  },
};

const keywordsOf = async (text: string) => {
  const analysis = await analyse(text, "keywords");
  return analysis.analysis_type === "keywords" ? analysis.keywords : [];
};

describe("the keywords of a fixture text", () => {
  for (const [name, { among, never }] of Object.entries(marks)) {
    it(`match the marks of a reader: ${name}`, async () => {
      const keywords = await keywordsOf(readFileSync(`test/fixtures/texts/${name}.txt`, "utf8"));
      expect(keywords.length).toBeLessThanOrEqual(15);
      const firstTen = keywords.slice(0, 10).map(({ keyword }) => keyword.toLowerCase());
      const isThere = (mark: string) =>
        firstTen.some((keyword) => keyword === mark || keyword === `${mark}s` || `${keyword}s` === mark) ||
        firstTen.some((keyword) => keyword.split(" ").includes(mark) || keyword.includes(mark));
      const there = among.map((mark) => mark.toLowerCase()).filter(isThere);
      expect(there.length / among.length, firstTen.join(", ")).toBeGreaterThanOrEqual(0.8);
      const all = keywords.map(({ keyword }) => keyword.toLowerCase());
      expect(all.filter((keyword) => never.some((mark) => mark.toLowerCase() === keyword))).toEqual([]);
      for (const { score } of keywords) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(keywords.map(({ score }) => score)).toEqual(keywords.map(({ score }) => score).toSorted((a, b) => b - a));
    });
  }
});

describe("a keyword", () => {
  it("is counted in all its inflected forms", async () => {
    const english = await keywordsOf(
      "The flight was late. All flights were late. The flight's crew was tired of flights.",
    );
    expect(english[0]).toMatchObject({ keyword: "flights", count: 4 });
    const german = await keywordsOf(
      "Der Flug war spät. Alle Flüge waren spät. Wegen des Fluges und der Flüge kam niemand.",
    );
    expect(german[0]).toMatchObject({ keyword: "Flüge", count: 4 });
  });

  it("can be a repeated phrase", async () => {
    const found = await keywordsOf(
      "The cabin crew was friendly. We asked the cabin crew for water. A cabin crew of four is on board, and the water is free.",
    );
    expect(found[0]).toEqual({ keyword: "cabin crew", score: 1, count: 3 });
    expect(found.map(({ keyword }) => keyword)).not.toContain("crew");
  });

  it("can be a whole German compound", async () => {
    const found = await keywordsOf(
      "Die Fluggastrechteverordnung gilt in Europa. Nach der Fluggastrechteverordnung gibt es eine Entschädigung.",
    );
    expect(found[0]).toMatchObject({ keyword: "Fluggastrechteverordnung", count: 2 });
  });

  it("is not a stop word, number or measure; at most fifteen are returned", async () => {
    const found = await keywordsOf(readFileSync("test/fixtures/texts/fare-rules.txt", "utf8").repeat(3));
    expect(found).toHaveLength(15);
    expect(found.filter(({ keyword }) => /\d|^(?:the|days|hours|must|not)$/i.test(keyword))).toEqual([]);
  });
});
