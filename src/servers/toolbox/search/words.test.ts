import { describe, expect, it } from "vitest";
import { readQuery, snippetOf, termOf, termsIn } from "./words.ts";

describe("index terms", () => {
  it.each([
    ["Zürich", "zurich"],
    ["ØRESUND", "oresund"],
    ["airlines", "airline"],
    ["Paris", "paris"],
    ["O'Hare", "ohare"],
    ["Straße", "strasse"],
  ])("normalizes %s to %s", (word, term) => {
    expect(termOf(word)).toBe(term);
  });

  it("include the parts of camel-case names", () => {
    expect(termsIn("searchFlights, TAXIWAY_SEARCH_CORPUS")).toEqual([
      "searchflight",
      "search",
      "flight",
      "taxiway",
      "search",
      "corpus",
    ]);
  });

  it("leave out question words, unless the query has no others", () => {
    expect(readQuery("What is the time zone of Sydney?").terms).toEqual(["time", "zone", "sydney"]);
    expect(readQuery("what is it").terms).toEqual(["what", "is", "it"]);
    expect(readQuery("!?").terms).toEqual([]);
  });

  it("are codes when written in capitals, or alone", () => {
    expect([...readQuery("flights from FRA to jfk").codes]).toEqual(["fra"]);
    expect([...readQuery("fra").codes]).toEqual(["fra"]);
    expect([...readQuery("what is IT").codes]).toEqual(["it"]);
    expect([...readQuery("sea view").codes]).toEqual([]);
  });

  it("are limited to 24 per query", () => {
    const words = Array.from({ length: 100 }, (_, index) => `w${index}x`).join(" ");
    expect(readQuery(words).terms).toHaveLength(24);
  });
});

describe("a snippet", () => {
  const filler = "lorem ipsum dolor sit amet ".repeat(20);
  const text = `${filler}The lounge in Lisbon has a view of the runway. ${filler}`;

  it("is the passage with the matched terms, in whole words", () => {
    const snippet = snippetOf(text, new Set(["lisbon", "runway"]));
    expect(snippet).toContain("lounge in Lisbon has a view of the runway.");
    expect(snippet.length).toBeLessThanOrEqual(202);
    expect(snippet).toMatch(/^…(lorem|ipsum|dolor|sit|amet) .* (lorem|ipsum|dolor|sit|amet)…$/);
  });

  it("is the beginning of a text without a match, and a short text as a whole", () => {
    expect(snippetOf(text, new Set(["title"]))).toMatch(/^lorem ipsum .*…$/);
    expect(snippetOf("short", new Set())).toBe("short");
  });
});
