import { describe, expect, it } from "vitest";
import { pairsOf, slugOf, sourceOf, suggestName } from "./dropped-files.ts";

const file = (name: string, text = "") => ({ name, text });

describe("dropped files", () => {
  it("are recognized as an OpenAPI document, an exported connector, or samples", () => {
    expect(sourceOf([file("pets.yaml", "openapi: 3.1.0\ninfo:\n  title: Pets")])).toMatchObject({ kind: "openapi" });
    expect(sourceOf([file("pets.json", '{"connector":1,"name":"pets"}')])).toMatchObject({ kind: "connector" });
    expect(sourceOf([file("pets.yaml", "connector: 1\nname: pets")])).toMatchObject({ kind: "connector" });
    const samples = [file("search.request.xml", "<a/>"), file("search.response.xml", "<b/>"), file("notes.yaml", "")];
    expect(sourceOf(samples)).toMatchObject({ kind: "samples", files: samples });
  });

  it("are rejected with a message if they are unknown or too large", () => {
    expect(sourceOf([])).toHaveProperty("problem");
    expect(sourceOf([file("a.json"), file("b.json")])).toHaveProperty("problem");
    expect(sourceOf([file("a.request.xml"), file("pets.yaml")])).toMatchObject({
      problem: expect.stringContaining("pets.yaml"),
    });
    expect(sourceOf([file("a.json", "x".repeat(5_000_000))])).toHaveProperty("problem");
  });

  it("provide a suggested name", () => {
    const name = (text: string, shownName = "file.json") => {
      const source = sourceOf([file(shownName, text)]);
      return "problem" in source ? source.problem : suggestName(source);
    };
    expect(name("openapi: 3.1.0\ninfo:\n  title: Seaside Pet Travel # the best\n")).toBe("seaside-pet-travel");
    expect(name('{"openapi":"3.1.0","info":{"version":"1","title":"Über Pets 2"}}')).toBe("uber-pets-2");
    expect(name('{"connector":1,"name":"my-pets","title":"Other"}')).toBe("my-pets");
    expect(name("swagger: '2.0'", "Old API.yaml")).toBe("old-api");
  });
});

it("pairsOf groups samples by tool", () => {
  const names = ["search.request.xml", "search.2.request.xml", "search.response.xml", "book.error.xml", "notes.yaml"];
  expect(pairsOf(names.map((name) => file(name)))).toEqual([
    { tool: "search", requests: 2, responses: 1, errors: 0 },
    { tool: "book", requests: 0, responses: 0, errors: 1 },
  ]);
});

it("slugOf allows letters, digits and hyphens, starting with a letter", () => {
  expect(slugOf("  42 Pets & Co. ")).toBe("pets-co");
  expect(slugOf("a".repeat(60))).toHaveLength(40);
  expect(slugOf("日本")).toBe("");
});
