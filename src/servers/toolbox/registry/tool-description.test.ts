import { describe, expect, it } from "vitest";
import { wireName } from "./tool-description.ts";

describe("the wire name of a function", () => {
  it("joins both names with two underscores", () => {
    expect(wireName("search_tool", "web_search")).toBe("search_tool__web_search");
  });

  it("has at most 50 characters", () => {
    expect(wireName("t".repeat(40), "f".repeat(8))).toBe(`${"t".repeat(40)}__${"f".repeat(8)}`);
    expect(wireName("t".repeat(40), "f".repeat(9))).toMatch(/^t{40}__f-[0-9a-f]{6}$/);
    expect(wireName("t".repeat(40), "f".repeat(40))).toMatch(/^[A-Za-z0-9_-]{50}$/);
  });

  it("differs for functions that differ only at the end, but not by case", () => {
    const [one, two] = [`${"f".repeat(39)}a`, `${"f".repeat(39)}b`];
    expect(wireName("t".repeat(40), one)).not.toBe(wireName("t".repeat(40), two));
    expect(wireName("t".repeat(40), one.toUpperCase()).toLowerCase()).toBe(wireName("t".repeat(40), one));
  });

  it("is stable", () => {
    expect(wireName("a_rather_long_name_of_a_tool", "and_an_even_longer_name_of_its_function")).toBe(
      "a_rather_long_name_of_a_tool__and_an_even_l-f62487",
    );
  });
});
