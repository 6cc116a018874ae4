import { describe, expect, it } from "vitest";
import type { Failure } from "../../../../model/failure.ts";
import { draftFromSource } from "../draft-from-source.ts";
import type { DraftOptions } from "../source.ts";

const text = { type: "string" };
const parameter = (place: string, name: string, more: object = {}) => ({ in: place, name, schema: text, ...more });

/** A document with an operation per path. */
const documentWith = (paths: Readonly<Record<string, object>>, more: object = {}) =>
  JSON.stringify({
    ...{ openapi: "3.0.0", info: { title: "Hotels" }, servers: [{ url: "https://api.hotels.example/v1" }] },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operation]) => [
        path,
        { get: { summary: `Gets ${path}.`, responses: { 204: {} }, ...operation } },
      ]),
    ),
    ...more,
  });

const drafted = (document: string, options: DraftOptions = {}) => draftFromSource({ document }, options);

const twoKeys = documentWith({
  "/blocks": {
    parameters: [
      parameter("header", "App-Id", { required: true }),
      parameter("header", "App-Key", { required: true, description: "Application key." }),
      parameter("query", "from"),
    ],
  },
  "/hotels": { parameters: [parameter("header", "App-Id"), parameter("header", "App-Key")] },
});

describe("parameters that are credentials", () => {
  it("become slots, optional where the API does not require them, with a remark", async () => {
    const { connector, candidates, problems } = await drafted(twoKeys);
    expect(connector.credentials).toEqual([{ name: "app_id" }, { name: "app_key", description: "Application key." }]);
    const [blocks, hotels] = connector.tools;
    expect(blocks?.input).toMatchObject({ properties: { from: text } });
    expect(blocks?.input["required"]).toBeUndefined();
    expect(blocks?.request.bindings).toEqual([{ argument: "from", in: "query" }]);
    expect(blocks?.auth).toEqual([
      { credential: "app_id", in: "header", name: "App-Id" },
      { credential: "app_key", in: "header", name: "App-Key" },
    ]);
    expect(hotels?.request).not.toHaveProperty("bindings");
    expect(hotels?.auth).toEqual(blocks?.auth?.map((step) => ({ ...step, optional: true })));
    expect(problems).toEqual([
      "App-Id belongs to App-Key: it became the credential 'app_id' and is no argument any more. To undo this, name it in keep_arguments (--keep-argument App-Id).",
      "App-Key looks like a secret: it became the credential 'app_key' and is no argument any more. To undo this, name it in keep_arguments (--keep-argument App-Key).",
    ]);
    expect(candidates[0]?.token_cost).toBeLessThan(60);
  });

  it("stay arguments that are kept, with what belongs to them", async () => {
    const { connector, problems } = await drafted(twoKeys, { keep_arguments: ["app-key"] });
    expect(connector).not.toHaveProperty("credentials");
    expect(connector.tools[0]?.input["required"]).toEqual(["App-Id", "App-Key"]);
    expect(problems).toEqual([]);
  });

  it("use the slot of a security scheme in the same place", async () => {
    const document = documentWith(
      {
        "/a": { security: [{ key: [] }], parameters: [parameter("header", "X-Api-Key", { required: true })] },
        "/b": { parameters: [parameter("header", "x-api-key", { required: true })] },
      },
      { components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } } },
    );
    const { connector } = await drafted(document);
    expect(connector.credentials).toEqual([{ name: "key" }]);
    expect(connector.tools.map(({ auth }) => auth?.map(({ credential }) => credential))).toEqual([["key"], ["key"]]);
  });

  it("are no page cursors", async () => {
    const document = documentWith({
      "/a": { parameters: [parameter("query", "key", { description: "API key." }), parameter("query", "page")] },
      "/b": { parameters: [parameter("query", "token")] },
    });
    const { candidates } = await drafted(document);
    expect(candidates.map(({ problems }) => problems.join())).toEqual(["Results are paged by the argument page.", ""]);
  });
});

describe("auth", () => {
  const declared = documentWith(
    { "/a": { security: [{ old: [] }], parameters: [parameter("query", "key")] }, "/b": { security: [] } },
    {
      components: {
        securitySchemes: {
          old: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://old.example/token", scopes: {} } } },
        },
      },
    },
  );

  it("replaces what the document says in all tools, and arguments in the same place", async () => {
    const { connector, candidates, ...draft } = await drafted(declared, { auth: ["header:X-Key", "query:key"] });
    expect(connector.credentials).toEqual([{ name: "x_key" }, { name: "key" }]);
    expect(connector).not.toHaveProperty("allow");
    const steps = [
      { credential: "x_key", in: "header", name: "X-Key" },
      { credential: "key", in: "query", name: "key" },
    ];
    expect(connector.tools.map(({ auth }) => auth)).toEqual([steps, steps]);
    expect(connector.tools[0]?.input).toMatchObject({ properties: {} });
    expect(candidates[0]?.problems).toEqual([]);
    expect(draft).toEqual({ problems: [] });
  });

  it.each([
    ["oauth2:https://login.example/token", "https://login.example/token", ["api.hotels.example", "login.example"]],
    ["oauth2:/v1/security/oauth2/token", "https://api.hotels.example/v1/security/oauth2/token", undefined],
    ["oauth2_refresh:oauth/token", "https://api.hotels.example/v1/oauth/token", undefined],
  ])("resolves %s against the base URL and allows its host", async (auth, token_url, allow) => {
    const { connector } = await drafted(declared, { auth: [auth] });
    expect(connector.credentials).toMatchObject([{ name: "oauth2", token_url }]);
    expect(connector.allow).toEqual(allow);
  });

  it("resolves a relative token URL against a base URL of its own", async () => {
    const options = { auth: ["oauth2:/token"], base_url: "https://test.hotels.example" };
    const { connector } = await drafted(declared, options);
    expect(connector.credentials).toMatchObject([{ token_url: "https://test.hotels.example/token" }]);
  });

  it.each<[auth: readonly string[], message: string | RegExp, hint?: RegExp]>([
    [["bearr"], "'bearr' is not a way to authenticate.", /bearer/],
    [["bearer:abc123"], "'bearer' must not be followed by a value.", /secrets/],
    [["header:"], "The name after 'header:' must not be missing."],
    [["header:X Key"], "The name after 'header:' must be the name of an HTTP header."],
    [["header:Host"], /connection itself/],
    [["header:Cookie"], /header of cookies/],
    [["query:a b"], "The name after 'query:' must be the name of a query parameter."],
    [["oauth2:ftp://login.example/token"], /token_url after 'oauth2:' must be an http or https address/],
    [["oauth2:https://u:p@login.example/token"], /without user name/],
    [["bearer", "basic"], "bearer and basic set the same header authorization."],
    [["header:X-Key", "header:x-key"], /set the same header x-key/],
  ])("refuses %j with a message that says what to do", async (auth, message, hint) => {
    const failure = (await drafted(declared, { auth }).catch((error: unknown) => error)) as Failure;
    expect(failure.message).toMatch(message);
    expect(failure.details.field).toBe("auth");
    expect(JSON.stringify(failure.details)).not.toContain("abc123");
    if (hint) expect(failure.details.hint).toMatch(hint);
  });
});

describe("optional security of a document", () => {
  it("becomes optional authentication", async () => {
    const document = documentWith(
      { "/a": { security: [{}, { key: [] }] } },
      { components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "key" } } } },
    );
    const { connector } = await drafted(document);
    expect(connector.tools[0]?.auth).toEqual([{ credential: "key", in: "query", name: "key", optional: true }]);
  });
});
