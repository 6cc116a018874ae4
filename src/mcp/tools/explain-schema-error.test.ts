import { describe, expect, it } from "vitest";
import { patternWords } from "./explain-schema-error.ts";

describe("patternWords", () => {
  it.each([
    ["^[A-Z]{3}$", "three capital letters"],
    ["^TEST-[A-Z0-9]{6}$", '"TEST-" and then six capital letters or digits'],
    ["^\\d{2,4}$", "2 to 4 digits"],
    ["^[a-z]$", "one small letter"],
  ])("writes %s in words", (pattern, words) => {
    expect(patternWords(pattern)).toBe(words);
  });

  it.each(["[A-Z]{3}", "^(a|b)$", "^[^x]+$", "^$"])("has no words for %s", (pattern) => {
    expect(patternWords(pattern)).toBeUndefined();
  });
});
