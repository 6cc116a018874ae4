import { describe, expect, it } from "vitest";
import { parseUriTemplate } from "./uri-template.ts";

describe("parseUriTemplate", () => {
  it("reads the variables from a URI", () => {
    const template = parseUriTemplate("gds://{kind}/x/{code}");
    expect(template.variables).toEqual(["kind", "code"]);
    expect(template.match("gds://airports/x/JFK")).toEqual({ kind: "airports", code: "JFK" });
    expect(template.match("gds://a%20b/x/%C3%A9")).toEqual({ kind: "a b", code: "é" });
  });

  it.each(["gds://airports/x/", "gds://airports/x/JFK/more", "other://airports/x/JFK", "gds://a/x/%E0%A4%A"])(
    "does not match %s",
    (uri) => {
      expect(parseUriTemplate("gds://{kind}/x/{code}").match(uri)).toBeUndefined();
    },
  );

  it("treats the other characters of a template literally", () => {
    expect(parseUriTemplate("a.b?c={d}").match("aXb?c=1")).toBeUndefined();
    expect(parseUriTemplate("a.b?c={d}").match("a.b?c=1")).toEqual({ d: "1" });
  });
});
