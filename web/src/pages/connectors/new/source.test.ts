import { describe, expect, it } from "vitest";
import { connectorName, hostName, slugOf, sourceBody, sourceOfFiles, sourceOfText } from "./source.ts";

const file = (path: string, text = "") => ({ path, text });
const chosen = (...files: ReturnType<typeof file>[]) => {
  const source = sourceOfFiles(files);
  if ("problem" in source) throw new Error(source.problem);
  return source;
};

describe("chosen files", () => {
  it("are sent as one document, or as a folder", () => {
    expect(sourceBody(chosen(file("pets.yaml", "openapi: 3.1.0")))).toEqual({ document: "openapi: 3.1.0" });
    expect(sourceBody(chosen(file("openapi.yaml", "a"), file("schemas/pet.yaml", "b")))).toEqual({
      files: { "openapi.yaml": "a", "schemas/pet.yaml": "b" },
    });
    expect(sourceBody(chosen(file("search.response.xml", "<a/>")))).toEqual({
      files: { "search.response.xml": "<a/>" },
    });
  });

  it("are recognized as an exported connector", () => {
    expect(chosen(file("pets.json", '{"connector":1,"name":"pets"}')).kind).toBe("connector");
    expect(sourceOfText("connector: 1\nname: pets", "Text").kind).toBe("connector");
    expect(sourceOfText("connectors: 1", "Text").kind).toBe("document");
    expect(connectorName("connector: 1\nname: my-pets\ntitle: Other")).toBe("my-pets");
    expect(connectorName('{"connector":1,"name":"pets"}')).toBe("pets");
  });

  it("are refused if there are none, too many, or too large ones", () => {
    expect(sourceOfFiles([])).toHaveProperty("problem");
    expect(sourceOfFiles([file("a.json", "x".repeat(20_000_001))])).toMatchObject({
      problem: expect.stringContaining("20 MB"),
    });
    expect(sourceOfFiles(Array.from({ length: 5_001 }, (_, at) => file(`${at}.json`)))).toMatchObject({
      problem: expect.stringContaining("5000 files"),
    });
  });
});

describe("a suggested name", () => {
  it.each([
    ["Mountain huts", "mountain-huts"],
    ["  42 Pets & Co. ", "pets-co"],
    ["Über Pets 2", "uber-pets-2"],
    ["GitHub v3 REST API", "github"],
    ["Mountain huts of the Alps", "mountain-huts"],
    ["Seaside Pet Travel Reservations", "seaside-pet-travel"],
    ["a".repeat(60), "a".repeat(20)],
    ["日本", ""],
  ])("of %s is %s", (title, name) => expect(slugOf(title)).toBe(name));

  it("comes from the host if there is no title", () => {
    expect(hostName("https://api.pets.example/openapi.json")).toBe("pets");
    expect(hostName("pets")).toBe("");
  });
});
