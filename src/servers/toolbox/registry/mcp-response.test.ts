import { describe, expect, it } from "vitest";
import { functionNameOf } from "./mcp-response.ts";

describe("the function that stands for an upstream tool", () => {
  it.each(["echo", "getWeather", "read-file_2", "a".repeat(40)])("keeps the name %s", (name) => {
    expect(functionNameOf(name)).toBe(name);
  });

  it.each<[string, RegExp]>([
    ["files/read", /^files_read-[0-9a-f]{6}$/],
    ["a__b", /^a_b-[0-9a-f]{6}$/],
    ["2nd try", /^nd_try-[0-9a-f]{6}$/],
    ["__", /^tool-[0-9a-f]{6}$/],
    ["", /^tool-[0-9a-f]{6}$/],
    ["天気", /^tool-[0-9a-f]{6}$/],
    ["a".repeat(41), /^a{33}-[0-9a-f]{6}$/],
  ])("gets a valid name for %j", (name, fitting) => {
    expect(functionNameOf(name)).toMatch(fitting);
    expect(functionNameOf(name)).toMatch(/^(?!.*__)[A-Za-z][A-Za-z0-9_-]{0,39}$/);
  });

  it("has different names for similar tool names", () => {
    expect(new Set(["a.b", "a/b", "a__b", "a_b"].map(functionNameOf)).size).toBe(4);
  });
});
