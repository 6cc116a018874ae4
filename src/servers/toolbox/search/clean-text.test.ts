import { describe, expect, it } from "vitest";
import { cleanLine, shorten } from "./clean-text.ts";

describe("clean text", () => {
  it("has no control, bidirectional or invisible characters and single blanks", () => {
    expect(cleanLine("  a\u0000b\u202Ec\u2066d\u200Be\u{e0041}f\t\r\n g\ud800 ")).toBe("a bcdef g");
  });

  it("keeps the joiners that scripts and emoji need", () => {
    expect(cleanLine("می\u200cخواهم 👩\u200d✈️")).toBe("می\u200cخواهم 👩\u200d✈️");
  });

  it("is cut between words, never inside a character", () => {
    expect(shorten("one two three", 9)).toBe("one two…");
    expect(shorten("😀".repeat(10), 7)).toBe("😀😀😀…");
  });
});
