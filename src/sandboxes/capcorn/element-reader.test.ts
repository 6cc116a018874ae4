import { describe, expect, it } from "vitest";
import { createElementReader } from "./element-reader.ts";

const DOCUMENT = { a: { "@x": " 1 ", "@{urn:x}y": "2", b: ["one", { "@z": "3", "#text": "two" }], c: "" } };

describe("an element", () => {
  const root = () => createElementReader(DOCUMENT, "").requiredChild("a");

  it("has attributes, children and text by name", () => {
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

  it("says what is missing, and what is there too often", () => {
    expect(() => root().requiredAttribute("q")).toThrow("a must have the attribute 'q'.");
    expect(() => root().requiredChild("q")).toThrow("a must have the element 'q'.");
    expect(() => root().requiredChildren("q")).toThrow("a must have at least one element 'q'.");
    expect(() => root().child("b")).toThrow("'b' may be in a only once.");
  });

  it("remembers what nobody asked for, but not what is another namespace's", () => {
    const reader = createElementReader(DOCUMENT, "");
    expect(reader.unread()).toEqual(["a"]);
    const a = reader.requiredChild("a");
    a.children("b")[0]?.text();
    expect(reader.unread()).toEqual(["a/@x", "a/b[2]/@z", "a/b[2]/#text", "a/c"]);
  });
});
