import { describe, expect, it } from "vitest";
import { checkConnector } from "../../check-connector.ts";
import { draftFromOpenApi } from "./draft-from-openapi.ts";
import { indexOpenApi } from "./index-openapi.ts";

const documentOf = (method: string, requestBody: object) => ({
  ...{ openapi: "3.1.0", info: { title: "T", version: "1" }, servers: [{ url: "https://t.example" }] },
  paths: {
    "/a/{id}": {
      [method]: {
        ...{ operationId: "change_a", summary: "Changes A", requestBody, responses: { 204: { description: "Done" } } },
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      },
    },
  },
});

const drafted = async (document: object) => {
  const text = JSON.stringify(document);
  const draft = await draftFromOpenApi(text);
  expect(await checkConnector(draft.connector)).toEqual(draft.connector);
  const { operations } = await indexOpenApi(text);
  expect(operations).toHaveLength(draft.connector.tools.length);
  const [tool] = draft.connector.tools;
  const { headers, ...request } = tool?.request ?? {};
  return { input: tool?.input, request, headers, remarks: draft.candidates[0]?.problems };
};

const withBody = (content: object, method = "post", required = true) =>
  drafted(documentOf(method, { required, content }));

const id = { argument: "id", in: "path" };
const FORM = "application/x-www-form-urlencoded";

describe("a form without fields", () => {
  it("becomes a tool without a body", async () => {
    const schema = { type: "object", properties: {}, additionalProperties: false };
    for (const [type, method] of [
      [FORM, "delete"],
      [FORM, "post"],
      ["multipart/form-data", "post"],
    ] as const) {
      const { input, request, remarks } = await withBody({ [type]: { schema, encoding: {} } }, method, false);
      expect(input).toEqual({ type: "object", properties: { id: { type: "string" } }, required: ["id"] });
      expect(request).toEqual({ method: method.toUpperCase(), path: "/a/{id}", bindings: [id] });
      expect(remarks).toEqual([]);
    }
  });

  it("takes any fields if the document leaves them open", async () => {
    for (const schema of [{ type: "object" }, { type: "object", additionalProperties: { type: "string" } }]) {
      const { input, request } = await withBody({ [FORM]: { schema } });
      expect(input).toMatchObject({ properties: { body: { type: "object" } }, required: ["id", "body"] });
      expect(request).toMatchObject({
        bindings: [id, { argument: "body", in: "body", name: "" }],
        body: { format: "form" },
      });
    }
  });

  it("is text if the document says so", async () => {
    const { input, request, headers } = await withBody({ [FORM]: { schema: { type: "string" } } });
    expect(input).toMatchObject({ properties: { body: { type: "string" } }, required: ["id", "body"] });
    expect(request).toMatchObject({ body: { format: "text" } });
    expect(headers).toEqual({ "Content-Type": FORM });
  });
});

describe("a body of a GET", () => {
  const content = { "application/json": { schema: { type: "object", properties: { filter: { type: "string" } } } } };

  it("is sent as the document says, with a remark", async () => {
    const { input, request, remarks } = await withBody(content, "get");
    expect(input).toMatchObject({ properties: { filter: { type: "string" } } });
    expect(request).toMatchObject({
      ...{ method: "GET", body: { format: "json" } },
      bindings: [id, { argument: "filter", in: "body" }],
    });
    expect(remarks).toEqual(["Its GET request has a body, which some servers ignore."]);
  });

  it("is left out of a HEAD, which has none", async () => {
    const { request, remarks } = await withBody(content, "head");
    expect(request).toEqual({ method: "HEAD", path: "/a/{id}", bindings: [id] });
    expect(remarks).toContain("The body was left out: HEAD requests have none.");
  });
});

describe("a text body", () => {
  it.each([
    ["text/csv"],
    ["application/jwt"],
    ["application/graphql"],
    ["application/yaml"],
    ["application/vnd.oai.openapi+yaml"],
    ["application/x-ndjson"],
  ])("of %s is one argument with its media type", async (type) => {
    const schema = { type: "string", format: "binary", description: "The content.", maxLength: 9 };
    const { input, request, headers } = await withBody({ [type]: { schema } });
    const description =
      type === "application/x-ndjson" ? /^The content\. One JSON value on each line\.$/ : /^The content\.$/;
    expect(input).toMatchObject({
      properties: {
        body: { type: "string", contentMediaType: type, maxLength: 9, description: expect.stringMatching(description) },
      },
      required: ["id", "body"],
    });
    expect(input).not.toHaveProperty("properties.body.contentEncoding");
    expect(request).toMatchObject({
      body: { format: "text" },
      bindings: [id, { argument: "body", in: "body", name: "" }],
    });
    expect(headers).toEqual({ "Content-Type": type });
  });
});

describe("a body of raw bytes", () => {
  const binary = { type: "string", format: "binary", description: "The file." };
  const argument = { type: "string", contentEncoding: "base64" };

  it.each([
    ["application/octet-stream", argument],
    ["application/pdf", { ...argument, contentMediaType: "application/pdf" }],
    ["image/png", { ...argument, contentMediaType: "image/png" }],
    ["application/zip", { ...argument, contentMediaType: "application/zip" }],
  ])("of %s is one argument in base64", async (type, shown) => {
    const { input, request, headers } = await withBody({ [type]: { schema: binary } });
    expect(input).toMatchObject({
      properties: { body: { ...shown, description: "The file. Send the content as base64." } },
      required: ["id", "body"],
    });
    expect(request).toMatchObject({
      body: { format: "bytes" },
      bindings: [id, { argument: "body", in: "body", name: "" }],
    });
    expect(headers).toEqual({ "Content-Type": type });
  });

  it("takes the media type of a data URL where the document allows several", async () => {
    const one = await withBody({ "image/png": {}, "image/jpeg": {} });
    expect([one.headers, one.input]).toMatchObject([
      undefined,
      { properties: { body: { ...argument, description: expect.stringContaining("One of image/png, image/jpeg") } } },
    ]);
    for (const range of ["image/*", "*/*"]) {
      const any = await withBody({ [range]: { schema: binary } });
      expect([any.headers, any.input]).toMatchObject([
        undefined,
        { properties: { body: { ...argument, description: expect.stringContaining("Begin with data:") } } },
      ]);
    }
  });

  it("gives way to JSON, a form or text, which models write themselves", async () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const json = await withBody({ "application/octet-stream": { schema: binary }, "application/json": { schema } });
    expect(json.request).toMatchObject({ body: { format: "json" } });
    const text = await withBody({ "application/octet-stream": { schema: binary }, "text/csv": { schema: binary } });
    expect(text.request).toMatchObject({ body: { format: "text" } });
  });

  it("is JSON where the document describes fields, as Google does for uploads", async () => {
    const schema = { type: "object", properties: { name: { type: "string" } } };
    const { input, request, headers, remarks } = await withBody({ "application/octet-stream": { schema } });
    expect(input).toMatchObject({ properties: { name: { type: "string" } } });
    expect([request, headers]).toMatchObject([{ body: { format: "json" } }, undefined]);
    expect(remarks).toEqual([
      "Its body is sent as JSON, although the document says application/octet-stream: it has fields.",
    ]);
    const upload = await withBody({ "application/octet-stream": { schema }, "image/png": { schema: binary } });
    expect(upload.request).toMatchObject({ body: { format: "bytes" } });
    const vendor = await withBody({ "application/vnd.tours.v2": { schema } });
    expect([vendor.request, vendor.headers, vendor.remarks]).toMatchObject([
      { body: { format: "json" } },
      { "Content-Type": "application/vnd.tours.v2" },
      [],
    ]);
  });

  it("is a binary body of Swagger 2.0", async () => {
    const parameter = { name: "file", in: "body", required: true, schema: { type: "string", format: "binary" } };
    for (const [consumes, sent] of [
      [["application/octet-stream"], "application/octet-stream"],
      [["application/json", "application/pdf"], "application/pdf"],
      [undefined, "application/octet-stream"],
    ] as const) {
      const { input, request, headers } = await drafted({
        ...{ swagger: "2.0", info: { title: "T", version: "1" }, host: "t.example", schemes: ["https"] },
        paths: { "/a": { put: { operationId: "a", summary: "A", consumes, parameters: [parameter], responses: {} } } },
      });
      expect(input).toMatchObject({ properties: { body: argument }, required: ["body"] });
      expect(request).toMatchObject({ body: { format: "bytes" } });
      expect(headers).toEqual({ "Content-Type": sent });
    }
  });
});
