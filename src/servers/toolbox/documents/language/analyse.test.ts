import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectLanguage } from "./analyse.ts";

const german = new Set(["reisebericht.txt", "geschaeftsbericht.txt", "hotelkritik.txt"]);

describe("detectLanguage", () => {
  for (const file of readdirSync("test/fixtures/texts")) {
    it(`detects the language of ${file}`, () => {
      const text = readFileSync(`test/fixtures/texts/${file}`, "utf8");
      expect(detectLanguage(text)).toBe(german.has(file) ? "de" : "en");
    });
  }

  const short: Record<string, readonly string[]> = {
    en: ["Great hotel!", "The room was clean.", "My flight is late.", "Where is the airport?"],
    de: ["Tolles Hotel!", "Das Zimmer war sauber.", "Mein Flug ist verspätet.", "Die Lage ist gut."],
    other: [
      "Nous avons passé une très bonne semaine dans cet hôtel.",
      "El hotel es muy bonito y las habitaciones son grandes.",
      "Het hotel is erg mooi en de kamers zijn groot.",
      "Il personale è molto gentile e la camera era pulita.",
      "Hotellet var meget fint, og værelserne var store.",
      "Отель очень хороший, номер чистый.",
      "これは素晴らしいホテルです。",
      "الفندق جميل جدا",
      "12345 67890",
      "🙂🙂",
      "",
    ],
  };
  for (const [language, texts] of Object.entries(short)) {
    for (const text of texts) it(`returns ${language} for: ${text}`, () => expect(detectLanguage(text)).toBe(language));
  }

  it("reads only the beginning of a long text", () => {
    expect(detectLanguage(`The hotel is very good and we like it. ${"x".repeat(5_000_000)}`)).toBe("en");
  });
});
