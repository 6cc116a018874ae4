import { describe, expect, it } from "vitest";
import { createElementReader } from "./element-reader.ts";

const DOCUMENT = { a: { "@x": " 1 ", "@{urn:x}y": "2", b: ["one", { "@z": "3", "#text": "two" }], c: "" } };

describe("the element reader", () => {
  const root = () => createElementReader(DOCUMENT, "").requiredChild("a");

  it("reads attributes, children and text by name", () => {
    expect(root().requiredAttribute("x")).toBe("1");
    expect(root().attribute("nothing")).toBeUndefined();
    expect(
      root()
        .children("b")
        .map((child) => [child.path, child.text()]),
    ).toEqual([
      ["a/b[1]", "one"],
      ["a/b[2]", "two"],
    ]);
    expect(root().requiredChild("c").text()).toBe("");
    expect(root().child("toString")).toBeUndefined();
  });

  it("reports missing and repeated elements", () => {
    expect(() => root().requiredAttribute("q")).toThrow("a must have the attribute 'q'.");
    expect(() => root().requiredChild("q")).toThrow("a must have the element 'q'.");
    expect(() => root().requiredChildren("q")).toThrow("a must have at least one element 'q'.");
    expect(() => root().child("b")).toThrow("'b' may occur only once in a.");
  });

  it("records unread elements and attributes, except those of other namespaces", () => {
    const reader = createElementReader(DOCUMENT, "");
    expect(reader.unread()).toEqual(["a"]);
    const a = reader.requiredChild("a");
    a.children("b")[0]?.text();
    expect(reader.unread()).toEqual(["a/@x", "a/b[2]/@z", "a/b[2]/#text", "a/c"]);
  });
});
