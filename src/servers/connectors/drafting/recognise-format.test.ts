import { describe, expect, it } from "vitest";
import type { Failure } from "../../../model/failure.ts";
import { recogniseFormat } from "./recognise-format.ts";

const refusal = (text: string): Failure => {
  try {
    return expect.unreachable(`It was taken for ${recogniseFormat(text)}.`);
  } catch (error) {
    return error as Failure;
  }
};

describe("a document of a format that is not read", () => {
  it.each([
    ["RAML", "#%RAML 1.0\ntitle: Trips\n"],
    ["WSDL", '<?xml version="1.0"?>\n<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"></definitions>'],
    ["a HAR recording", '{"log":{"version":"1.2","entries":[]}}'],
    ["GraphQL", "type Query {\n  trips: [Trip]\n}\n"],
    ["AsyncAPI", "asyncapi: 2.6.0\ninfo: {}\n"],
    ["API Blueprint", "FORMAT: 1A\nHOST: https://trips.example\n\n# Trips\n## GET /trips\n"],
    ["Google API Discovery", '{"kind":"discovery#restDescription"}'],
    ["Protocol Buffers (gRPC)", 'syntax = "proto3";\n'],
  ])("is refused by its name: %s", (name, text) => {
    const { message, details } = refusal(text);
    expect(message).toBe(`This looks like ${name}.`);
    expect(details.hint).toMatch(/^Taxiway reads OpenAPI .* and a folder of sample requests and responses\.$/);
  });

  it("is refused as empty if nothing is in it", () => {
    expect(refusal(" \n").message).toBe("The document is empty.");
  });
});
