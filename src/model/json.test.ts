import { describe, expect, it } from "vitest";
import { DEEPEST_JSON, nestsTooDeep } from "./json.ts";

const nested = (levels: number, inner: unknown): unknown => {
  let value = inner;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { key: value };
  return value;
};

describe("nestsTooDeep", () => {
  it.each(["", "[[[[", 'a "quoted" [', "ends with a backslash \\", 'escaped \\" [[[', "\\\\", '\\\\"{', "\u2028é"])(
    "counts only brackets outside of strings: %j",
    (text) => {
      const inner = { [text]: text, list: [text, { [text]: 1 }] };
      expect(nestsTooDeep(JSON.stringify(nested(DEEPEST_JSON - 3, inner)))).toBe(false);
      expect(nestsTooDeep(JSON.stringify(nested(DEEPEST_JSON - 2, inner)))).toBe(true);
    },
  );

  it("ends at a string that is not closed", () => {
    expect(nestsTooDeep(`"${"[".repeat(100)}`)).toBe(false);
    expect(nestsTooDeep(`"\\"${"[".repeat(100)}`)).toBe(false);
  });
});
