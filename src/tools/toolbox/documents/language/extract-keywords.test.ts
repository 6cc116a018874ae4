import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";

/** `among`: at least four in five of these are, or are part of, one of the first ten keywords. */
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

describe("the keywords of a real text", () => {
  for (const [name, { among, never }] of Object.entries(marks)) {
    it(`are those that a reader marked: ${name}`, async () => {
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
