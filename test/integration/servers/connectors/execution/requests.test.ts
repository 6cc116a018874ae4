import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Binding, BodyFormat, RequestStep } from "../../../../../src/servers/connectors/connector.ts";
import { createMappings } from "../../../../../src/servers/connectors/mappings/mappings.ts";
import { failureOf, json, outbound, pipelineFor, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
const mappings = createMappings({ size: 1 });
beforeAll(async () => {
  api = await startApi();
  api.answer(json({ ok: true }));
});
afterAll(() => Promise.all([api.close(), mappings.close(), outbound.close()]));

const send = async (request: Partial<RequestStep>, given: Readonly<Record<string, unknown>>, input: object = {}) => {
  const { run } = pipelineFor({
    baseUrl: `${api.url}/v1/`,
    tool: {
      input: { type: "object", properties: input },
      request: { method: "GET", path: "/things", ...request } as RequestStep,
    },
    options: { mappings },
  });
  await run(given);
  return api.last();
};
const query = async (binding: Partial<Binding>, value: unknown): Promise<string> => {
  const { url } = await send({ bindings: [{ argument: "q", in: "query", ...binding }] }, { q: value });
  return url.slice("/v1/things".length);
};
const body = async (format: BodyFormat, given: Record<string, unknown>, more: Partial<RequestStep> = {}, input = {}) =>
  send(
    {
      method: "POST",
      body: format,
      bindings: Object.keys(given).map((argument) => ({ argument, in: "body" as const })),
      ...more,
    },
    given,
    input,
  );

describe("an argument in the query", () => {
  it.each<[binding: Partial<Binding>, value: unknown, sent: string]>([
    [{}, "a b&c=d/ü", "?q=a%20b%26c%3Dd%2F%C3%BC"],
    [{}, 0, "?q=0"],
    [{}, false, "?q=false"],
    [{}, "", "?q="],
    [{}, null, ""],
    [{ name: "filter[x]" }, "1", "?filter%5Bx%5D=1"],
    [{}, ["a", "b,c"], "?q=a&q=b%2Cc"],
    [{}, [], ""],
    [{ explode: false }, ["a", "b,c"], "?q=a,b%2Cc"],
    [{ style: "spaceDelimited" }, ["a", "b"], "?q=a%20b"],
    [{ style: "pipeDelimited" }, ["a", "b|c"], "?q=a%7Cb%7Cc"],
    [{ style: "pipeDelimited", explode: true }, ["a", "b"], "?q=a&q=b"],
    [{}, { a: 1, b: "x y", c: null }, "?a=1&b=x%20y"],
    [{ explode: false }, { a: 1, b: 2 }, "?q=a,1,b,2"],
    [
      { style: "deepObject" },
      { a: 1, b: { c: [2, 3] } },
      "?q%5Ba%5D=1&q%5Bb%5D%5Bc%5D%5B%5D=2&q%5Bb%5D%5Bc%5D%5B%5D=3",
    ],
    [
      { style: "deepObject", name: "expand" },
      ["data.customer", "a&b"],
      "?expand%5B%5D=data.customer&expand%5B%5D=a%26b",
    ],
    [{ style: "deepObject" }, [{ a: 1 }, { a: [2], b: null }], "?q%5B0%5D%5Ba%5D=1&q%5B1%5D%5Ba%5D%5B%5D=2"],
    [{ style: "deepObject" }, "x", "?q=x"],
    [{}, [{ a: 1 }], "?q=%7B%22a%22%3A1%7D"],
  ])("bound by %j turns %j into %s", async (binding, value, sent) => {
    expect(await query(binding, value)).toBe(sent);
  });
});

describe("an argument in the path", () => {
  const path = (template: string) => ({
    path: template,
    bindings: [...template.matchAll(/\{(\w+)\}/g)].map(([, argument = ""]) => ({ argument, in: "path" as const })),
  });

  it.each<[template: string, given: Record<string, unknown>, sent: string]>([
    ["/things/{id}", { id: "a/b?c#d e" }, "/v1/things/a%2Fb%3Fc%23d%20e"],
    ["/things/{id}", { id: "..x" }, "/v1/things/..x"],
    ["/things/{id}/parts", { id: 7 }, "/v1/things/7/parts"],
    ["/things/{ids}", { ids: ["a", "b/c"] }, "/v1/things/a,b%2Fc"],
    ["/{a}.{b}", { a: "x", b: "json" }, "/v1/x.json"],
    ["/wms//{id}/", { id: "7" }, "/v1/wms//7/"],
    ["/things/{id}", { id: "http://evil.example/" }, "/v1/things/http%3A%2F%2Fevil.example%2F"],
    ["/things/{id}", { id: "@evil.example" }, "/v1/things/%40evil.example"],
  ])("turns %s with %j into %s", async (template, given, sent) => {
    expect((await send(path(template), given)).url).toBe(sent);
  });

  it.each<[template: string, given: Record<string, unknown>]>([
    ["/things/{id}", { id: ".." }],
    ["/things/{id}", { id: "." }],
    ["/things/{id}", { id: "" }],
    ["/things/{id}", { id: [] }],
    ["/things/{id}", { id: "../../keys" }],
    ["/things/{id}", { id: "..\\keys" }],
    ["/things/{id}", { id: "a/../../keys" }],
    ["/things/{id}", { id: "%2e%2e" }],
    ["/things/{id}", { id: "%2E." }],
    ["/things/{a}{b}/x", { a: ".", b: "." }],
    ["/things/{id}", { id: "\ud800" }],
    ["/things/{id}", {}],
  ])("is rejected: %s with %j", async (template, given) => {
    api.received.length = 0;
    const failure = await failureOf(send(path(template), given));
    expect(failure.kind).toBe("invalid");
    expect(api.received).toHaveLength(0);
  });
});

describe("request headers and cookies", () => {
  it("carry arguments, constants of the connector, and the user agent", async () => {
    const { headers } = await send(
      {
        headers: { "X-Version": "3", Accept: "application/vnd.x+json" },
        bindings: [
          { argument: "lang", in: "header", name: "Accept-Language" },
          { argument: "tags", in: "header", name: "X-Tags" },
          { argument: "theme", in: "cookie" },
          { argument: "size", in: "cookie", name: "s" },
        ],
      },
      { lang: "de", tags: ["a", "b"], theme: "dark; path=/", size: 2 },
    );
    expect(headers).toMatchObject({
      "x-version": "3",
      accept: "application/vnd.x+json",
      "accept-language": "de",
      "x-tags": "a,b",
      cookie: "theme=dark%3B%20path%3D%2F; s=2",
      "x-correlation-id": "correlation-1",
    });
  });

  it.each(["a\r\nHost: evil.example", "a\nb", "a\0b", "price \u20ac"])("reject the value %j", async (value) => {
    api.received.length = 0;
    const failure = await failureOf(send({ bindings: [{ argument: "h", in: "header", name: "X-H" }] }, { h: value }));
    expect(failure).toMatchObject({ kind: "invalid", details: { field: "h" } });
    expect(api.received).toHaveLength(0);
  });

  it.each(["Host", "Content-Length", "Transfer-Encoding", "Authorization", "Cookie", "Content-Type"])(
    "reject %s from an argument",
    async (name) => {
      const failure = await failureOf(send({ bindings: [{ argument: "h", in: "header", name }] }, { h: "1" }));
      expect(failure).toMatchObject({ kind: "invalid", details: { field: "h" } });
    },
  );
});

describe("a request body", () => {
  describe("of raw bytes", () => {
    const PNG = Buffer.from("89504e470d0a1a0a00ff", "hex");
    const tool = (schema: object, headers?: Record<string, string>) => ({
      input: { type: "object", properties: { image: { type: "string", contentEncoding: "base64", ...schema } } },
      request: {
        ...{ method: "POST", path: "/scans", body: { format: "bytes" }, ...(headers && { headers }) },
        bindings: [{ argument: "image", in: "body", name: "" }],
      } as RequestStep,
    });
    const sendImage = async (image: unknown, schema: object = {}, headers?: Record<string, string>) => {
      const pipeline = pipelineFor({ baseUrl: api.url, tool: tool(schema, headers) });
      await pipeline.watched({ image });
      return { ...api.last(), traces: pipeline.traces };
    };

    it("is the decoded argument, with the type of its schema, of its data URL or of the document", async () => {
      const base64 = PNG.toString("base64");
      const data = `data:image/png;base64,${base64}`;
      for (const [image, schema, headers, type] of [
        [base64, {}, undefined, "application/octet-stream"],
        [base64, { contentMediaType: "image/jpeg" }, undefined, "image/jpeg"],
        [data, { contentMediaType: "image/jpeg" }, undefined, "image/png"],
        [data, {}, { "Content-Type": "application/vnd.scan" }, "application/vnd.scan"],
        [PNG.toString("base64url"), {}, undefined, "application/octet-stream"],
      ] as const) {
        const { body: sent, headers: received } = await sendImage(image, schema, headers);
        expect([sent, received["content-type"]]).toEqual([PNG, type]);
      }
    });

    it("is shown in traces by size and type only", async () => {
      const large = Buffer.alloc(3_000, 7).toString("base64");
      const { traces } = await sendImage(`data:image/png;base64,${large}`);
      const shown = "[3000 bytes of image/png]";
      expect(traces.map(({ step, in: seen }) => [step, seen]).slice(0, 4)).toMatchObject([
        ["input", { image: shown }],
        ["request", { image: shown }],
        ["auth", { body: shown }],
        ["http", { body: shown }],
      ]);
      expect(JSON.stringify(traces)).not.toContain(large.slice(0, 20));
    });

    it("is omitted with its argument, and refused if it is not base64 or too large", async () => {
      expect((await sendImage(undefined)).body).toEqual(Buffer.alloc(0));
      expect((await sendImage(null)).body).toEqual(Buffer.alloc(0));
      expect(await failureOf(sendImage("no base64!"))).toMatchObject({
        message: "image must be a file in base64.",
        details: { field: "image" },
      });
      expect(await failureOf(sendImage(Buffer.alloc(5_000_001).toString("base64")))).toMatchObject({
        message: "image must have at most 5000000 bytes, got 5000001.",
      });
    });
  });

  it("is sent with GET where the document has one, and is in its trace", async () => {
    const { watched, traces } = pipelineFor({
      baseUrl: api.url,
      tool: {
        input: { type: "object", properties: { filter: { type: "string" } } },
        request: {
          ...{ method: "GET", path: "/search", body: { format: "json" } },
          bindings: [{ argument: "filter", in: "body" }],
        },
      },
    });
    for (const filter of ["ü", "second, on the same connection"]) {
      await watched({ filter });
      const { method, headers, body: sent } = api.last();
      const text = JSON.stringify({ filter });
      expect([method, headers["content-type"], sent.toString()]).toEqual(["GET", "application/json", text]);
      expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
      expect(traces.findLast(({ step }) => step === "http")?.in).toMatchObject({ method: "GET", body: text });
    }
  });

  it("is JSON with each bound argument in its place", async () => {
    const { body: sent, headers } = await send(
      {
        method: "POST",
        body: { format: "json" },
        bindings: [
          { argument: "id", in: "body" },
          { argument: "street", in: "body", name: "/guest/address/street~1no" },
          { argument: "first", in: "body", name: "/rooms/0/adults" },
          { argument: "absent", in: "body" },
        ],
      },
      { id: 'a"b', street: "x", first: 2 },
    );
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(sent.toString())).toEqual({
      id: 'a"b',
      guest: { address: { "street/no": "x" } },
      rooms: [{ adults: 2 }],
    });
  });

  it("is the mapping of all arguments, including fixed and generated ones", async () => {
    const { run } = pipelineFor({
      baseUrl: api.url,
      tool: {
        fixed: { channel: "web", id: "not yours" },
        made: { reference: "id", at: "instant" },
        request: {
          method: "POST",
          path: "/orders",
          body: { format: "json" },
          mapping:
            '{ "who": name, "id": id, "channel": channel, "reference": reference, "at": at, "n": $count(rooms) }',
        },
      },
      options: { mappings },
    });
    await run({ name: '"}', rooms: [1, 2], id: "mine" });
    const first = JSON.parse(api.last().body.toString());
    expect(first).toEqual({
      who: '"}',
      id: "not yours",
      channel: "web",
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: "2025-12-01T08:00:00.000Z",
      n: 2,
    });
    await run({ reference: "given", rooms: [] });
    expect(JSON.parse(api.last().body.toString())).toMatchObject({ reference: "given", n: 0 });
  });

  it("can be a single argument", async () => {
    const { body: sent } = await body(
      { format: "json" },
      { all: [1, { a: 2 }] },
      {
        bindings: [{ argument: "all", in: "body", name: "" }],
      },
    );
    expect(sent.toString()).toBe('[1,{"a":2}]');
  });

  it("can be a form", async () => {
    const { body: sent, headers } = await body({ format: "form" }, { a: "x & y", b: [1, 2], c: { d: "ü" }, e: null });
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(sent.toString()).toBe("a=x+%26+y&b=1&b=2&c%5Bd%5D=%C3%BC");
  });

  it("can be a form with lists and objects in brackets", async () => {
    const given = {
      locales: ["de", "it"],
      plain: ["de", "it"],
      items: [{ price: "p_1", tax: ["a", "b"] }, { price: "p_2" }],
      options: { codes: ["x", "y"], lines: [{ n: 1 }], off: null },
    };
    const bindings = Object.keys(given).map(
      (argument): Binding => ({
        ...{ argument, in: "body" },
        ...(argument === "locales" && { style: "deepObject" }),
      }),
    );
    const { body: sent } = await body({ format: "form" }, given, { bindings });
    expect(decodeURIComponent(sent.toString()).split("&")).toEqual([
      ...["locales[]=de", "locales[]=it", "plain=de", "plain=it"],
      ...["items[0][price]=p_1", "items[0][tax][]=a", "items[0][tax][]=b", "items[1][price]=p_2"],
      ...["options[codes][]=x", "options[codes][]=y", "options[lines][0][n]=1"],
    ]);
  });

  it("can be text", async () => {
    const { body: sent, headers } = await body(
      { format: "text" },
      { note: "grüße" },
      {
        bindings: [{ argument: "note", in: "body", name: "" }],
      },
    );
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(sent.toString()).toBe("grüße");
  });

  it("can be multipart with files", async () => {
    const file = Buffer.from([0, 255, 13, 10, 45, 45]);
    const schema = {
      photo: { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
      scans: { type: "array", items: { type: "string", contentEncoding: "base64" } },
    };
    const { body: sent, headers } = await body(
      { format: "multipart" },
      {
        photo: file.toString("base64"),
        scans: ["YQ==", "data:text/plain;base64,Yg"],
        'na"me\r\n': "ü",
        about: { a: 1 },
      },
      {},
      schema,
    );
    const [, boundary = ""] = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headers["content-type"] ?? "") ?? [];
    const parts = sent.toString("latin1").split(`--${boundary}`);
    expect(parts).toHaveLength(7);
    expect(parts[1]).toBe(
      `\r\nContent-Disposition: form-data; name="photo"; filename="photo"\r\nContent-Type: image/png\r\n\r\n${file.toString("latin1")}\r\n`,
    );
    expect(parts[2]).toMatch(/name="scans"; filename="scans"\r\nContent-Type: application\/octet-stream\r\n\r\na\r\n$/);
    expect(parts[3]).toMatch(/Content-Type: text\/plain\r\n\r\nb\r\n$/);
    expect(parts[4]).toMatch(/name="na%22me%0D%0A"\r\n\r\n/);
    expect(parts[5]).toMatch(/Content-Type: application\/json\r\n\r\n\{"a":1\}/);
    expect(parts[6]).toBe("--\r\n");
    const bad = await failureOf(body({ format: "multipart" }, { photo: "not base64!" }, {}, schema));
    expect(bad).toMatchObject({ kind: "invalid", details: { field: "photo" } });
  });

  it("can be XML with attributes, namespaces and any characters", async () => {
    const { body: sent, headers } = await send(
      {
        method: "POST",
        mapping: '{ "@Version": "1", "o:Guest": guests.{ "@age": $string(age), "#text": name }, "note": note }',
        body: { format: "xml", root: "o:Order", xml: { namespaces: { o: "http://example.com/o" } } },
      },
      {
        guests: [
          { age: 7, name: '<Müller> & "Söhne" 東' },
          { age: 8, name: "B" },
        ],
        note: "",
      },
    );
    expect(headers["content-type"]).toBe("application/xml");
    expect(sent.toString()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><o:Order xmlns:o="http://example.com/o" Version="1">' +
        '<o:Guest age="7">&lt;Müller&gt; &amp; "Söhne" 東</o:Guest><o:Guest age="8">B</o:Guest><note/></o:Order>',
    );
  });

  it("can be XML in the API's encoding", async () => {
    const { body: sent, headers } = await send(
      {
        method: "POST",
        bindings: [{ argument: "name", in: "body" }],
        body: { format: "xml", root: "guest", xml: { encoding: "iso-8859-1" } },
      },
      { name: "Müller 東" },
    );
    expect(headers["content-type"]).toBe("application/xml; charset=iso-8859-1");
    expect(sent.toString("latin1")).toBe(
      '<?xml version="1.0" encoding="ISO-8859-1"?><guest><name>Müller &#26481;</name></guest>',
    );
  });

  it("is not sent if it cannot be written", async () => {
    api.received.length = 0;
    const failure = await failureOf(
      send(
        { method: "POST", bindings: [{ argument: "name", in: "body" }], body: { format: "xml", root: "guest" } },
        { name: "a\u0001b" },
      ),
    );
    expect(failure).toMatchObject({ kind: "invalid", details: { field: "guest/name" } });
    expect(api.received).toHaveLength(0);
  });
});
