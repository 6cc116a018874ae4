import { describe, expect, it } from "vitest";
import { checkConnector } from "../../check-connector.ts";
import { draftFromOpenApi } from "./draft-from-openapi.ts";

const toolOf = async (document: object) => {
  const { connector } = await draftFromOpenApi(JSON.stringify(document));
  expect(await checkConnector(connector)).toEqual(connector);
  const [tool] = connector.tools;
  return {
    tool,
    properties: tool?.input["properties"] as Readonly<Record<string, object>>,
    bindings: tool?.request.bindings,
  };
};

const posting = (type: string, properties: object, encoding: object, version = "3.1.0", schemas: object = {}) => ({
  ...{ openapi: version, info: { title: "T", version: "1" }, servers: [{ url: "https://t.example" }] },
  paths: {
    "/a": {
      post: {
        ...{ operationId: "a", summary: "A", responses: {} },
        requestBody: { content: { [type]: { schema: { type: "object", properties }, encoding } } },
      },
    },
  },
  components: { schemas },
});

describe("list formats of Swagger 2.0", () => {
  it("joins lists with known separators and takes the others as strings", async () => {
    const list = (name: string, place: string, collectionFormat?: string) => ({
      ...{ name, in: place, type: "array", items: { type: "string" }, maxItems: 5 },
      ...(collectionFormat !== undefined && { collectionFormat }),
      ...(place === "path" && { required: true }),
    });
    const { properties, bindings, tool } = await toolOf({
      ...{ swagger: "2.0", info: { title: "T", version: "1" }, host: "t.example", schemes: ["https"] },
      paths: {
        "/a/{p}/{q}": {
          post: {
            ...{ operationId: "a", summary: "A", responses: {}, consumes: ["application/x-www-form-urlencoded"] },
            parameters: [
              ...[list("p", "path"), list("q", "path", "pipes"), list("h", "header", "ssv")],
              ...[list("usual", "query"), list("tabs", "query", "tsv"), list("pipes", "query", "pipes")],
              ...[list("f", "formData"), list("m", "formData", "multi"), list("t", "formData", "tsv")],
            ],
          },
        },
      },
    });
    const many = { type: "array", items: { type: "string" }, maxItems: 5 };
    const between = (what: string) => ({ type: "string", description: `Several values, with ${what} between them.` });
    expect(properties).toEqual({
      ...{ p: many, q: between("a | character"), h: between("a space") },
      ...{ usual: many, tabs: between("a tab"), pipes: many },
      ...{ f: many, m: many, t: between("a tab") },
    });
    expect(bindings).toEqual([
      ...[{ argument: "p", in: "path" }],
      ...[{ argument: "q", in: "path" }],
      ...[{ argument: "h", in: "header" }],
      ...[{ argument: "usual", in: "query", explode: false }],
      ...[{ argument: "tabs", in: "query" }],
      ...[{ argument: "pipes", in: "query", style: "pipeDelimited" }],
      ...[{ argument: "f", in: "body", explode: false }],
      ...[{ argument: "m", in: "body" }],
      ...[{ argument: "t", in: "body" }],
    ]);
    expect(tool?.request.body).toEqual({ format: "form" });
  });
});

describe("form encodings", () => {
  const list = { type: "array", items: { type: "string" } };
  const object = { type: "object", properties: { a: { type: "string" } } };

  it("apply to lists and objects", async () => {
    const { properties, bindings } = await toolOf(
      posting(
        "application/x-www-form-urlencoded",
        { usual: list, joined: list, piped: { ...list, description: "Codes." }, deep: object, told: object, text: {} },
        {
          joined: { style: "form", explode: false },
          piped: { style: "pipeDelimited" },
          deep: { style: "deepObject", explode: true },
          told: { contentType: "application/json" },
          text: 7,
        },
      ),
    );
    expect(bindings).toEqual([
      ...[{ argument: "usual", in: "body" }],
      ...[{ argument: "joined", in: "body", explode: false }],
      ...[{ argument: "piped", in: "body" }],
      ...[{ argument: "deep", in: "body", style: "deepObject" }],
      ...[{ argument: "told", in: "body" }],
      ...[{ argument: "text", in: "body" }],
    ]);
    expect(properties).toEqual({
      ...{ usual: list, joined: list, deep: object, text: {} },
      piped: { type: "string", description: "Codes. Several values, with a | character between them." },
      told: { type: "string", description: "JSON, as a string." },
    });
  });
});

describe("form files", () => {
  const file = (more: object = {}) => ({ type: "string", contentEncoding: "base64", ...more });
  const hint = "Send the content as base64.";

  it.each<[what: string, schema: object, encoding: object, drafted: object]>([
    ["by its format", { type: "string", format: "binary" }, {}, file({ description: hint })],
    [
      "by its format and its encoding",
      { type: "string", format: "binary", description: "A scan." },
      { contentType: "image/png" },
      file({ contentMediaType: "image/png", description: `A scan. ${hint}` }),
    ],
    [
      "of one of several types",
      { type: "string", format: "binary" },
      { contentType: "image/png, image/jpeg" },
      file({
        description: `One of image/png, image/jpeg: begin with data:image/png;base64, to say which. ${hint}`,
      }),
    ],
    [
      "by the type of its content alone",
      { contentMediaType: "application/pdf" },
      {},
      file({ contentMediaType: "application/pdf", description: hint }),
    ],
    [
      "behind a reference, or null",
      { anyOf: [{ $ref: "#/components/schemas/Picture" }, { type: "null" }] },
      {},
      file({ type: ["string", "null"], contentMediaType: "image/jpeg", description: `Of the guest. ${hint}` }),
    ],
    [
      "in a list",
      { type: "array", maxItems: 3, items: { $ref: "#/components/schemas/Picture" } },
      {},
      {
        type: "array",
        maxItems: 3,
        items: file({ contentMediaType: "image/jpeg", description: "Of the guest." }),
      },
    ],
  ])("are recognised %s", async (_what, schema, encoding, drafted) => {
    const Picture = { type: "string", contentMediaType: "image/jpeg", description: "Of the guest." };
    const document = posting("multipart/form-data", { it: schema }, { it: encoding }, "3.1.0", { Picture });
    expect((await toolOf(document)).properties).toEqual({ it: drafted });
  });

  it.each<[what: string, schema: object, encoding: object, drafted: object]>([
    ["encoded by its sender", { type: "string", format: "byte" }, {}, { description: "Sent as base64." }],
    ["text of a type", { type: "string", contentMediaType: "text/html" }, {}, { contentMediaType: "text/html" }],
    ["JSON", { type: "string" }, { contentType: "application/json" }, {}],
  ])("do not include a field that is %s", async (_what, schema, encoding, drafted) => {
    const { properties } = await toolOf(posting("multipart/form-data", { it: schema }, { it: encoding }));
    expect(properties).toEqual({ it: { type: "string", ...drafted } });
  });
});

describe("keywords beside a reference", () => {
  const Base = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
  const beside = {
    $ref: "#/components/schemas/Base",
    ...{ required: ["b"], properties: { b: { $ref: "#/components/schemas/Code", maxLength: 3 } } },
  };
  const posted = (version: string) => {
    const document = posting("application/json", {}, {}, version, { Base, Code: { type: "string", minLength: 1 } });
    document.paths["/a"].post.requestBody.content["application/json"] = { schema: beside, encoding: {} } as never;
    return document;
  };

  it("apply in OpenAPI 3.1", async () => {
    const { tool } = await toolOf(posted("3.1.0"));
    expect(tool?.input).toEqual({
      type: "object",
      properties: { b: { type: "string", minLength: 1, maxLength: 3 }, a: { type: "string" } },
    });
  });

  it("are ignored in OpenAPI 3.0", async () => {
    const { tool } = await toolOf(posted("3.0.3"));
    expect(tool?.input).toEqual({ type: "object", properties: { a: { type: "string" } } });
  });
});
