import { describe, expect, it } from "vitest";
import {
  type AnalysisType,
  analyse,
  LONGEST_TEXT,
} from "../../../../../src/servers/toolbox/documents/language/analyse.ts";

const types: readonly AnalysisType[] = ["summary", "keywords", "sentiment", "entities"];

/** Each of these could make a careless pattern run for hours, or an answer grow to megabytes. */
const texts: Record<string, string> = {
  "one word of a million letters": "a".repeat(1_000_000),
  "a capitalised word of a million letters": `The A${"b".repeat(1_000_000)}`,
  "a million lines": "a\n".repeat(1_000_000),
  "only full stops": ".".repeat(1_000_000),
  "full stops and quotes": '."'.repeat(300_000),
  "only brackets": "(".repeat(1_000_000),
  "only digits": "1".repeat(1_000_000),
  "digits and full stops": "1.".repeat(300_000),
  "thousands without end": "1,000".repeat(100_000),
  "at signs": "a@".repeat(300_000),
  "a mailbox without an end": `${"a.".repeat(200_000)}@`,
  "an address without an end": `http://${"a".repeat(1_000_000)}`,
  "plus signs": "+1 ".repeat(100_000),
  "telephone numbers without an end": "+49 69 ".repeat(50_000),
  "capitalised words": "the and of to that with Ab ".repeat(12_000),
  "a name without an end": "Bank of ".repeat(50_000),
  "nouns without an end": `der Hund und die Katze ${"Ab ".repeat(100_000)}`,
  "codes in brackets": "(FRA) ".repeat(50_000),
  "titles and initials": "Mr. J. ".repeat(50_000),
  "lone surrogates": `${"\ud800".repeat(100_000)}${"x\udc00 ".repeat(60_000)}`,
  "text from right to left": "مرحبا بالعالم. ".repeat(20_000),
  emoji: "😀👨‍👩‍👧 ".repeat(40_000),
  "letters with a thousand accents": `a${"\u0301".repeat(300_000)}`,
  "words without spaces": "我喜欢这家酒店".repeat(5_000),
  "zeros and spaces of no width": "\u0000\u200b".repeat(150_000),
  "bullets and nothing behind them": "- \n".repeat(100_000),
  nothing: "",
  space: " \n\t ".repeat(50_000),
};

describe("a hostile text", () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`gets a bounded answer of every type: ${name}`, async () => {
      for (const type of types) {
        const analysis = await analyse(text, type);
        expect(analysis.analysis_type).toBe(type);
        const answer = JSON.stringify(analysis);
        expect(answer.length).toBeLessThan(50_000);
        expect(answer).not.toMatch(/\\u[dD][89a-fA-F]/);
      }
    });
  }
});

describe("a long text", () => {
  const sentence = "The hotel in Lisbon was good. ";
  const long = sentence.repeat(Math.ceil((LONGEST_TEXT + 1_000) / sentence.length));

  it("is analysed up to a limit and marked as truncated", async () => {
    const analysis = await analyse(`${long}${"Madrid ".repeat(10)}`, "entities");
    expect(analysis.truncated).toBe(true);
    expect(JSON.stringify(analysis)).not.toContain("Madrid");
  });

  it("below the limit is analysed to its end", async () => {
    const analysis = await analyse(`${long.slice(0, LONGEST_TEXT - 100)}. I was in Madrid.`, "entities");
    expect(analysis).not.toHaveProperty("truncated");
    expect(JSON.stringify(analysis)).toContain("Madrid");
  });
});

describe("a text in another language", () => {
  const text =
    "El hotel está en el centro de Madrid y las habitaciones son muy grandes. El desayuno cuesta 12 € y se sirve hasta las 10:30. " +
    "El hotel tiene una piscina. La recepción del hotel es amable y la piscina está limpia. Escriba a info@hotel.example.";

  it("still has a summary and keywords", async () => {
    const summary = await analyse(text, "summary");
    expect(summary).toMatchObject({ language: "other", note: expect.stringContaining("neither English nor German") });
    expect(summary.analysis_type === "summary" && summary.sentences.length).toBe(3);
    const keywords = await analyse(text, "keywords");
    const found = keywords.analysis_type === "keywords" ? keywords.keywords.map(({ keyword }) => keyword) : [];
    expect(found.slice(0, 3)).toEqual(expect.arrayContaining(["hotel", "piscina"]));
  });

  it("can be written without spaces", async () => {
    const chinese =
      "我们住在北京的一家酒店。酒店的房间很干净，早餐也很好。机场离酒店只有二十分钟。酒店的服务员非常友好。";
    const summary = await analyse(chinese, "summary");
    expect(summary.analysis_type === "summary" && summary.sentences.length).toBe(3);
    const keywords = await analyse(chinese, "keywords");
    expect(keywords.analysis_type === "keywords" && keywords.keywords[0]).toMatchObject({ keyword: "酒店", count: 4 });
  });

  it("is not judged for sentiment", async () => {
    expect(await analyse(text, "sentiment")).toMatchObject({ label: "neutral", score: 0, confidence: 0, evidence: [] });
  });

  it("has patterned entities and well-known places", async () => {
    const analysis = await analyse(text, "entities");
    const found =
      analysis.analysis_type === "entities" ? analysis.entities.map((one) => `${one.type} ${one.text}`) : [];
    expect(found).toEqual(["LOCATION Madrid", "TIME 10:30", "MONEY 12 €", "EMAIL info@hotel.example"]);
  });
});
