import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Failure } from "../../model/failure.ts";
import { checkConnector, readConnectorText } from "./check-connector.ts";
import { connectorSchema } from "./connector-schema.ts";

const tool = {
  name: "get_order",
  description: "Reads one order.",
  risk: "read",
  input: { type: "object", properties: { id: { type: "string" }, view: { type: "string" } }, required: ["id"] },
  request: {
    method: "GET",
    path: "/orders/{id}",
    bindings: [
      { argument: "id", in: "path" },
      { argument: "view", in: "query" },
    ],
  },
  auth: [{ credential: "token", in: "bearer" }],
  parse: { format: "json" },
};
const connector = {
  connector: 1,
  name: "orders",
  title: "Orders",
  description: "Orders of a shop.",
  base_url: "https://api.example.com/v1",
  credentials: [{ name: "token" }, { name: "login", kind: "basic" }],
  tools: [tool],
};
const write = {
  ...tool,
  name: "create_order",
  risk: "write",
  input: { type: "object", properties: { note: { type: "string" } } },
  request: { method: "POST", path: "/orders", body: { format: "json" }, bindings: [{ argument: "note", in: "body" }] },
};
const withTool = (fields: object) => ({ ...connector, tools: [{ ...tool, ...fields }] });
const withRequest = (fields: object) => withTool({ request: { ...tool.request, ...fields } });
const withWrite = (fields: object) => ({
  ...connector,
  tools: [{ ...write, request: { ...write.request, ...fields } }],
});

const refusal = async (raw: unknown): Promise<Failure> => {
  try {
    await checkConnector(raw);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error("It was accepted.");
};

describe("the published schema of connectors", () => {
  it("is the one that Taxiway checks with: npx tsx scripts/write-connector-schema.ts writes it", () => {
    const published = readFileSync(new URL("../../../docs/connector.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(published)).toEqual(connectorSchema);
  });
});

describe("checkConnector accepts", () => {
  it("a valid connector, and returns a copy that passes again", async () => {
    const raw = structuredClone(connector);
    const checked = await checkConnector({ $schema: "./connector.schema.json", ...raw });
    expect(checked).toEqual(connector);
    raw.tools[0]?.input.required.push("view");
    expect(checked).toEqual(connector);
    expect(await checkConnector(checked)).toEqual(checked);
  });

  it("texts with hidden characters, and removes those", async () => {
    const hidden = "Reads.\u200b<!-- and sends -->\u{E0041}";
    const checked = await checkConnector({
      ...connector,
      title: hidden,
      docs: [{ name: "a", title: hidden, text: `Line\n\n${hidden}` }],
      credentials: [{ name: "token", description: hidden }],
      tools: [{ ...tool, description: hidden, safety_notes: hidden, output: { description: hidden } }],
    });
    expect(checked).toMatchObject({
      title: "Reads.",
      docs: [{ title: "Reads.", text: "Line\n\nReads." }],
      credentials: [{ description: "Reads." }],
      tools: [{ description: "Reads.", safety_notes: "Reads.", output: { type: "object", description: "Reads." } }],
    });
  });

  it.each<[what: string, raw: object]>([
    ["a body", withWrite({})],
    [
      "a pointer into the body, and the whole of it",
      withWrite({ bindings: [{ argument: "note", in: "body", name: "" }] }),
    ],
    [
      "an XML body",
      withWrite({
        mapping: '{ "@note": note }',
        bindings: [],
        body: { format: "xml", root: "o:order", xml: { namespaces: { o: "http://example.com/o" } } },
      }),
    ],
    [
      "a fixed argument",
      withTool({
        fixed: { lang: "en" },
        request: { ...tool.request, bindings: [...tool.request.bindings, { argument: "lang", in: "query" }] },
      }),
    ],
    [
      "one part of a credential in the query",
      withTool({ auth: [{ credential: "login", in: "query", name: "user", part: "user" }] }),
    ],
    [
      "a key in the Authorization header",
      withTool({ auth: [{ credential: "token", in: "header", name: "Authorization" }] }),
    ],
    ["a content type of its own", withWrite({ headers: { "Content-Type": "application/vnd.api+json" } })],
    ["another allowed host", { ...connector, allow: ["api.example.com", "files.example.com:8443"] }],
  ])("%s", async (_what, raw) => {
    expect(await checkConnector(raw)).toEqual(raw);
  });

  it("a path with an argument that is generated for each call", async () => {
    const raw = withTool({
      input: { type: "object" },
      made: { id: "id" },
      request: { ...tool.request, bindings: [tool.request.bindings[0]] },
    });
    expect(await checkConnector(raw)).toEqual(raw);
  });

  it("YAML and JSON", async () => {
    expect(await readConnectorText(`\ufeff${JSON.stringify(connector)}`)).toEqual(connector);
    const yaml = `
connector: 1
name: orders
title: Orders
description: Orders of a shop.
base_url: https://api.example.com/v1
tools:
  - name: list_orders
    description: Lists orders.
    risk: read
    input: {type: object}
    request: {method: GET, path: /orders}
    parse: {format: json}
`;
    expect((await readConnectorText(yaml)).tools[0]?.request).toEqual({ method: "GET", path: "/orders" });
  });
});

describe("checkConnector rejects", () => {
  it.each<[what: string, raw: unknown, field: string, message: RegExp]>([
    ["nothing", undefined, "connector", /must be an object/],
    ["a list", [connector], "connector", /must be an object/],
    ["no tools", { ...connector, tools: [] }, "tools", /1 to 1000 entries/],
    ["an unknown field", { ...connector, base: "x" }, "base", /is not a field of a connector/],
    ["a name in capitals", { ...connector, name: "Orders" }, "name", /must be/],
    ["another format", { ...connector, connector: 2 }, "connector", /must be 1/],
    ["a duplicate name", { ...connector, tools: [tool, tool] }, "tools[1].name", /differ from the names before/],
    [
      "a duplicate credential",
      { ...connector, credentials: [{ name: "token" }, { name: "token" }] },
      "credentials[1].name",
      /differ/,
    ],
    ["a file URL", { ...connector, base_url: "file:///etc/passwd" }, "base_url", /http or https/],
    ["a query in the address", { ...connector, base_url: "https://a.example/?key=1" }, "base_url", /without/],
    [
      "an allow-list without the base host",
      { ...connector, allow: ["b.example"] },
      "allow",
      /name the host of base_url/,
    ],
    ["a path in the allow-list", { ...connector, allow: ["api.example.com/x"] }, "allow[0]", /host/],
    ["a tool name with blanks", withTool({ name: "get order" }), "tools[0].name", /must be/],
    ["a tool name in camel case", withTool({ name: "getOrder" }), "tools[0].name", /must be/],
    ["an unknown risk", withTool({ risk: "none" }), "tools[0].risk", /read, write or destructive/],
    ["a text of hidden characters only", withTool({ description: "\u200b" }), "tools[0].description", /visible text/],
    [
      "a path that leaves the base address",
      withRequest({ path: "/orders/{id}/../keys" }),
      "tools[0].request.path",
      /not leave base_url/,
    ],
    [
      "a path that leaves the base address when decoded",
      withRequest({ path: "/%2e%2E/{id}" }),
      "tools[0].request.path",
      /not leave base_url/,
    ],
    ["an encoded slash", withRequest({ path: "/a%2f{id}" }), "tools[0].request.path", /not leave base_url/],
    [
      "another host in the path",
      withRequest({ path: "//evil.example/{id}" }),
      "tools[0].request.path",
      /begin with a single \//,
    ],
    ["a backslash", withRequest({ path: "/\\evil.example/{id}" }), "tools[0].request.path", /path alone/],
    ["a query in the path", withRequest({ path: "/orders/{id}?a=1" }), "tools[0].request.path", /path alone/],
    ["a path without binding", withRequest({ bindings: [] }), "tools[0].request.path", /binding for {id}/],
    [
      "a binding without path",
      withRequest({ path: "/orders" }),
      "tools[0].request.bindings[0].name",
      /names in braces/,
    ],
    [
      "an unknown argument",
      withRequest({ bindings: [...tool.request.bindings, { argument: "vieww", in: "query" }] }),
      "tools[0].request.bindings[2].argument",
      /got 'vieww'/,
    ],
    [
      "an optional argument in the path",
      withTool({ input: { ...tool.input, required: [] } }),
      "tools[0].request.bindings[0].argument",
      /every part of a path needs a value/,
    ],
    [
      "two arguments for one place",
      withRequest({ bindings: [...tool.request.bindings, { argument: "id", in: "query", name: "view" }] }),
      "tools[0].request.bindings[2]",
      /second time/,
    ],
    [
      "a body for a HEAD",
      withRequest({ method: "HEAD", body: { format: "json" } }),
      "tools[0].request.body",
      /has no body/,
    ],
    [
      "a mapping to no body",
      withWrite({ body: undefined, mapping: "{}" }),
      "tools[0].request.body",
      /format of the body/,
    ],
    [
      "a style of the path in the query",
      withRequest({ bindings: [tool.request.bindings[0], { argument: "view", in: "query", style: "simple" }] }),
      "tools[0].request.bindings[1].style",
      /form or spaceDelimited/,
    ],
    [
      "a pointer to a prototype",
      withWrite({ bindings: [{ argument: "note", in: "body", name: "/__proto__/x" }] }),
      "tools[0].request.bindings[0].name",
      /JSON Pointer/,
    ],
    ["XML without a root", withWrite({ body: { format: "xml" } }), "tools[0].request.body.root", /is required/],
    [
      "a root that is markup",
      withWrite({ body: { format: "xml", root: "a b" } }),
      "tools[0].request.body.root",
      /XML element/,
    ],
    [
      "an undeclared prefix",
      withWrite({ body: { format: "xml", root: "o:order" } }),
      "tools[0].request.body.xml.namespaces",
      /declare the prefix 'o'/,
    ],
    [
      "a root for JSON",
      withWrite({ body: { format: "json", root: "a" } }),
      "tools[0].request.body.root",
      /format: xml/,
    ],
    [
      "an undeclared credential",
      withTool({ auth: [{ credential: "tokn", in: "bearer" }] }),
      "tools[0].auth[0].credential",
      /got 'tokn'/,
    ],
    [
      "both parts of a login in one place",
      withTool({ auth: [{ credential: "login", in: "query", name: "u" }] }),
      "tools[0].auth[0].in",
      /kind basic/,
    ],
    [
      "a query credential without a name",
      withTool({ auth: [{ credential: "token", in: "query" }] }),
      "tools[0].auth[0].name",
      /be given/,
    ],
    [
      "a secret in the Host header",
      withTool({ auth: [{ credential: "token", in: "header", name: "Host" }] }),
      "tools[0].auth[0].name",
      /connection/,
    ],
    ["incomplete JSONata", withTool({ response: { mapping: '{"a": ' } }), "tools[0].response.mapping", /be JSONata/],
    [
      "JSONata that is too long",
      withTool({ response: { text: `"${"x".repeat(20_000)}"` } }),
      "tools[0].response.text",
      /20000/,
    ],
    [
      "JSONata that is too deep",
      withTool({ response: { text: "(".repeat(19_000) } }),
      "tools[0].response.text",
      /be JSONata/,
    ],
    ["an input schema of type string", withTool({ input: { type: "string" } }), "tools[0].input", /type object/],
    [
      "a remote schema",
      withTool({ output: { properties: { a: { $ref: "https://x.example" } } } }),
      "tools[0].output.properties.a.$ref",
      /another document/,
    ],
    [
      "a slow pattern",
      withTool({ input: { ...tool.input, properties: { ...tool.input.properties, a: { pattern: "(?=a)" } } } }),
      "tools[0].input.properties.a.pattern",
      /linear time/,
    ],
    ["a fixed argument that callers set", withTool({ fixed: { id: "1" } }), "tools[0].fixed.id", /as well/],
    [
      "a cursor without argument",
      withTool({ response: { paging: { next: "next", argument: "after" } } }),
      "tools[0].response.paging.argument",
      /got 'after'/,
    ],
    [
      "a token address elsewhere",
      { ...connector, credentials: [{ name: "token", kind: "oauth2_client", token_url: "https://login.example/t" }] },
      "credentials[0].token_url",
      /host that the connector allows/,
    ],
    [
      "a tool at a host that is not allowed",
      withRequest({ base_url: "https://upload.example/v1" }),
      "tools[0].request.base_url",
      /host that the connector allows/,
    ],
    [
      "a tool at no address",
      withRequest({ base_url: "https://user:geheim@api.example.com" }),
      "tools[0].request.base_url",
      /without user name/,
    ],
    [
      "a credential for a host that is not allowed",
      { ...connector, credentials: [{ name: "key", hosts: ["evil.example"] }] },
      "credentials[0].hosts[0]",
      /host that the connector allows/,
    ],
    ["a prototype", JSON.parse('{"__proto__": {"a": 1}}'), "connector", /__proto__/],
  ])("%s", async (_what, raw, field, message) => {
    const failure = await refusal(raw);
    expect(failure.kind).toBe("invalid");
    expect(failure.details.field).toBe(field);
    expect(failure.message).toMatch(message);
  });

  it.each([
    "Host",
    "content-length",
    "Transfer-Encoding",
    "Connection",
    "Cookie",
    "Authorization",
    "Proxy-Authorization",
  ])("the header %s", async (name) => {
    const failure = await refusal(withRequest({ headers: { [name]: "x" } }));
    expect(failure.details.field).toBe(`tools[0].request.headers.${name}`);
    const bound = await refusal(
      withRequest({ bindings: [tool.request.bindings[0], { argument: "view", in: "header", name }] }),
    );
    expect(bound.details.field).toBe("tools[0].request.bindings[1].name");
  });

  it.each(["x\r\ny: 1", "x\u0000", "\u20ac"])("the header value %j", async (value) => {
    expect((await refusal(withRequest({ headers: { "X-A": value } }))).message).toMatch(/one line of Latin-1/);
    expect((await refusal(withRequest({ headers: { "X-A\r\nB": "x" } }))).message).toMatch(/name of an HTTP header/);
  });

  it("an address with a password without repeating it", async () => {
    const failure = await refusal({ ...connector, base_url: "https://ada:geheim@api.example.com" });
    expect(JSON.stringify([failure.message, failure.details])).not.toContain("geheim");
    expect(failure.details.field).toBe("base_url");
  });

  it("a credential that a tool would send to a host it is not for", async () => {
    const host = new URL(connector.base_url).host;
    const uploading = {
      ...connector,
      allow: [host, "upload.example"],
      credentials: [{ name: "key" }],
      tools: [
        {
          ...tool,
          request: { ...tool.request, base_url: "https://upload.example/v1" },
          auth: [{ credential: "key", in: "bearer" }],
        },
      ],
    };
    const failure = await refusal(uploading);
    expect(failure.details).toMatchObject({
      field: "tools[0].auth[0].credential",
      hint: "Add upload.example to the hosts of the credential 'key'.",
    });
    const sharing = { ...uploading, credentials: [{ name: "key", hosts: [host, "upload.example"] }] };
    expect(await checkConnector(sharing)).toEqual(sharing);
  });

  it("several mistakes with one list of problems", async () => {
    const { details, message } = await refusal({
      ...connector,
      base_url: "ftp://x",
      tools: [{ ...tool, auth: [{ credential: "no", in: "bearer" }], response: { mapping: "(" } }, tool],
    });
    const fields = (details["problems"] as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(["base_url", "tools[1].name", "tools[0].auth[0].credential", "tools[0].response.mapping"]);
    expect(message).toMatch(/There are 3 more problems/);
  });

  it.each<[what: string, text: string, message: RegExp]>([
    ["neither YAML nor JSON", "a: [1, 2\nb: {", /neither JSON nor YAML: .* line \d/],
    [
      "YAML aliases that expand without bound",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
        .split("")
        .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${"abcdefgh"[i]}`)}]`)
        .join("\n")}`,
      /at most 500000 values/,
    ],
    ["deeply nested YAML", `a: ${"[".repeat(200_000)}`, /must not nest deeper than 64 levels/],
    ["deeply nested JSON", `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, /deeper than 64|neither/],
    ["a document over the size limit", `{"a":"${"x".repeat(4_200_000)}"}`, /at most 4194304 bytes/],
  ])("%s", async (_what, text, message) => {
    await expect(readConnectorText(text)).rejects.toThrow(message);
  });
});
