import { describe, expect, it } from "vitest";
import { foreignText } from "./foreign-text.ts";

describe("text of somebody else's service", () => {
  it("loses what steers a terminal, turns the reading direction or cannot be seen", () => {
    expect(foreignText("a\u001b[31mred\r\nb\u202Ecod\u2066\u200Bx\uE000\uD800 \u00A0 ü\t東京")).toBe(
      "a[31mred bcodx ü 東京",
    );
  });

  it("is cut where it gets long, never through a character", () => {
    expect(foreignText("x".repeat(501))).toBe(`${"x".repeat(499)}…`);
    expect(foreignText("x".repeat(500))).toHaveLength(500);
    expect(foreignText(`${"x".repeat(498)}😀😀`)).toBe(`${"x".repeat(498)}…`);
    expect(foreignText("abcdef", 4)).toBe("abc…");
  });
});
