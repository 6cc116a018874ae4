import { describe, expect, it } from "vitest";
import { readQuery, termOf, termsIn } from "./words.ts";

describe("words", () => {
  it.each([
    ["Zürich", "zurich"],
    ["ØRESUND", "oresund"],
    ["airlines", "airline"],
    ["Paris", "paris"],
    ["O'Hare", "ohare"],
    ["Straße", "strasse"],
  ])("knows %s as %s", (word, term) => {
    expect(termOf(word)).toBe(term);
  });

  it("are parts of names too", () => {
    expect(termsIn("searchFlights, TAXIWAY_SEARCH_CORPUS")).toEqual([
      "searchflight",
      "search",
      "flight",
      "taxiway",
      "search",
      "corpus",
    ]);
  });

  it("that only ask are left out, unless there are no others", () => {
    expect(readQuery("What is the time zone of Sydney?").terms).toEqual(["time", "zone", "sydney"]);
    expect(readQuery("what is it").terms).toEqual(["what", "is", "it"]);
    expect(readQuery("!?").terms).toEqual([]);
  });

  it("are codes when written as such, or alone", () => {
    expect([...readQuery("flights from FRA to jfk").codes]).toEqual(["fra"]);
    expect([...readQuery("fra").codes]).toEqual(["fra"]);
    expect([...readQuery("what is IT").codes]).toEqual(["it"]);
    expect([...readQuery("sea view").codes]).toEqual([]);
  });

  it("are not more than an index can take", () => {
    const words = Array.from({ length: 100 }, (_, index) => `w${index}x`).join(" ");
    expect(readQuery(words).terms).toHaveLength(24);
  });
});
