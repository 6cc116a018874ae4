import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConnectorTool, ParseStep, XmlOptions } from "../../../../../src/servers/connectors/connector.ts";
import { createMappings } from "../../../../../src/servers/connectors/mappings/mappings.ts";
import { type Answering, failureOf, json, outbound, pipelineFor, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
const mappings = createMappings({ size: 1 });
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => Promise.all([api.close(), mappings.close(), outbound.close()]));

const bytes =
  (body: string | Buffer, contentType?: string, status = 200, more: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(status, { ...(contentType && { "content-type": contentType }), ...more }).end(body);

const ask = (answering: Answering, tool: Partial<ConnectorTool> = {}, given = {}) => {
  api.answer(answering);
  return pipelineFor({
    baseUrl: `${api.url}/secret-path`,
    tool: { http: { retries: 0 }, ...tool },
    options: { mappings },
  }).run(given);
};
const parsed = async (answering: Answering, parse: ParseStep) => (await ask(answering, { parse })).data;
const latin = (text: string) => Buffer.from(text, "latin1");

describe("an API's answer", () => {
  it.each<[what: string, answering: Answering, parse: ParseStep, body: unknown]>([
    ["JSON", json({ a: [1, "ü"] }), { format: "json" }, { a: [1, "ü"] }],
    ["JSON with a mark", bytes('\ufeff{"a":1}', "application/json"), { format: "json" }, { a: 1 }],
    ["JSON in latin-1", bytes(latin('"ü"'), "application/json; charset=iso-8859-1"), { format: "json" }, "ü"],
    ["JSON without a type", bytes("[1]", "application/octet-stream"), { format: "json" }, [1]],
    ["no JSON at all", bytes("", "application/json"), { format: "json" }, null],
    ["204", (response) => void response.writeHead(204).end(), { format: "json" }, null],
    ["JSON with a prototype", bytes('{"__proto__":{"x":1},"a":1}', "application/json"), { format: "json" }, { a: 1 }],
    ["text", bytes("gr\u00fc\u00dfe", "text/plain"), { format: "text" }, "grüße"],
    ["text in latin-1", bytes(latin("grüße"), "text/plain; charset=latin1"), { format: "text" }, "grüße"],
    [
      "a file",
      bytes(Buffer.from([0, 255]), "image/jpg", 200, {
        "content-disposition": "attachment; filename*=UTF-8''..%2Fzimmer%20%C3%BC.jpg",
      }),
      { format: "bytes" },
      { mediaType: "image/jpeg", bytes: 2, name: "zimmer ü.jpg" },
    ],
    ["an empty file", bytes("", "image/png"), { format: "bytes" }, { mediaType: "image/png", bytes: 0 }],
    [
      "a file without a type",
      bytes(Buffer.from([0, 255])),
      { format: "bytes" },
      { mediaType: "application/octet-stream", bytes: 2 },
    ],
    [
      "JSON in place of a file",
      bytes('{"a":1}', "application/problem+json"),
      { format: "bytes" },
      { mediaType: "application/problem+json", bytes: 7, content: { a: 1 } },
    ],
    [
      "text in place of a file",
      bytes("ü"),
      { format: "bytes" },
      { mediaType: "application/octet-stream", bytes: 2, content: "ü" },
    ],
    ["NDJSON", bytes('{"a":1}\n\n[2]\r\n', "application/x-ndjson"), { format: "ndjson" }, [{ a: 1 }, [2]]],
    ["a JSON text sequence", bytes("\u001e1\n\u001e2\n", "application/json-seq"), { format: "ndjson" }, [1, 2]],
    ["no NDJSON at all", bytes("a\nb", "application/x-ndjson"), { format: "ndjson" }, "a\nb"],
    ["NDJSON without a line", bytes("", "application/x-ndjson"), { format: "ndjson" }, []],
    ["nothing that is looked at", bytes("<html>", "text/html"), { format: "none" }, null],
    ["JSON that no document describes", json({ a: [1] }), { format: "auto" }, { a: [1] }],
    ["JSON that is called HTML", bytes(' [{"a":1}]', "text/html; charset=utf-8"), { format: "auto" }, [{ a: 1 }]],
    ["JSON that no header names", bytes('{"a":1}'), { format: "auto" }, { a: 1 }],
    ["XML that no document describes", bytes("<r><a>1</a></r>", "application/xml"), { format: "auto" }, { a: "1" }],
    ["text that no document describes", bytes("[sold out]", "text/plain"), { format: "auto" }, "[sold out]"],
    ["broken JSON that no document describes", bytes("{,", "application/json"), { format: "auto" }, "{,"],
    [
      "lines of JSON that no document describes",
      bytes("1\n[2]\n", "application/x-ndjson"),
      { format: "auto" },
      [1, [2]],
    ],
    [
      "a file that no document describes",
      bytes(Buffer.from([0, 255]), "application/pdf"),
      { format: "auto" },
      { mediaType: "application/pdf", bytes: 2 },
    ],
    ["nothing where anything may come", (response) => void response.writeHead(204).end(), { format: "auto" }, null],
    [
      "XML",
      bytes('<?xml version="1.0"?><r xmlns="http://x/" v="1"><m id="007"><p> 675 </p></m></r>', "application/xml"),
      { format: "xml" },
      { "@v": "1", m: { "@id": "007", p: "675" } },
    ],
    [
      "XML that says it is latin-1",
      bytes(latin('<?xml version="1.0" encoding="ISO-8859-1"?><r>Zimmer für 2</r>'), "application/xml"),
      { format: "xml" },
      "Zimmer für 2",
    ],
    [
      "XML whose header knows better",
      bytes(latin('<?xml version="1.0" encoding="UTF-8"?><r>für</r>'), "text/xml; charset=ISO-8859-1"),
      { format: "xml" },
      "für",
    ],
    ["an empty root", bytes("<Success/>", "application/xml"), { format: "xml" }, {}],
    ["no XML at all", bytes("", "application/xml"), { format: "xml" }, null],
    ["a line instead of XML", bytes("OK 4711", "text/plain"), { format: "xml" }, "OK 4711"],
  ])("is parsed: %s", async (_what, answering, parse, body) => {
    expect(await parsed(answering, parse)).toEqual(body);
  });

  it("has lists where the connector declares them, and XML prefixes on request", async () => {
    const document = bytes(
      '<o:r xmlns:o="http://o/"><o:members><o:member id="1"><o:room/></o:member></o:members></o:r>',
      "application/xml",
    );
    const read = (xml: XmlOptions) => parsed(document, { format: "xml", xml });
    expect(await read({ arrays: ["members.member", "members.member.room"] })).toEqual({
      members: { member: [{ "@id": "1", room: [""] }] },
    });
    expect(await read({ keep_prefixes: true })).toMatchObject({ "o:members": { "o:member": { "@id": "1" } } });
    expect(await read({ keep_prefixes: true, namespaces: { x: "http://o/" } })).toMatchObject({
      "x:members": { "x:member": { "@id": "1" } },
    });
  });

  it("is decompressed", async () => {
    const packed: Answering = (response) =>
      void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync('{"a":1}'));
    expect(await parsed(packed, { format: "json" })).toEqual({ a: 1 });
  });

  it.each<[what: string, answering: Answering, parse: ParseStep, message: RegExp]>([
    ["HTML for JSON", bytes("<html>", "text/html"), { format: "json" }, /invalid response: It is not JSON\.$/],
    ["half of JSON", bytes('{"a":', "application/json"), { format: "json" }, /not JSON/],
    ["deep JSON", bytes("[".repeat(1e6), "application/json"), { format: "json" }, /nested deeper than 64/],
    ["JSON for XML", bytes("{}", "application/json"), { format: "xml" }, /invalid response: The XML/],
    ["half of XML", bytes("<a><b></a>", "text/xml"), { format: "xml" }, /The XML cannot be read/],
    [
      "a DOCTYPE",
      bytes('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "text/xml"),
      { format: "xml" },
      /DOCTYPE/,
    ],
    ["deep XML", bytes(`${"<a>".repeat(999)}${"</a>".repeat(999)}`, "text/xml"), { format: "xml" }, /more than 64/],
    ["an unknown encoding", bytes("<a/>", "text/xml; charset=klingon"), { format: "xml" }, /encoding 'klingon'/],
  ])("that cannot be parsed is a failure: %s", async (_what, answering, parse, message) => {
    const failure = await failureOf(ask(answering, { parse }));
    expect(failure).toMatchObject({ kind: "failed", details: { error_type: "bad_response", retryable: false } });
    expect(failure.message).toMatch(message);
  });

  it("is transformed by the response mapping", async () => {
    const result = await ask(
      json({ items: [{ id: 1 }, { id: 2 }], cursor: "next-1" }, 200, { "x-total": "9", "set-cookie": "session=1" }),
      {
        response: {
          mapping:
            '{ "things": body.items.id, "total": $number(headers."x-total"), "cursor": body.cursor, "asked": input.q, "cookie": headers."set-cookie" }',
          text: '"Found " & $count(things) & " of " & total & "."',
          paging: { next: "cursor", argument: "cursor" },
        },
      },
      { q: "x" },
    );
    expect(result).toMatchObject({
      data: { things: [1, 2], total: 9, cursor: "next-1", asked: "x" },
      text: "Found 2 of 9.",
      next: { argument: "cursor", value: "next-1" },
      source: "live",
      raw: undefined,
    });
    expect(result.data).not.toHaveProperty("cookie");
    expect(Object.keys(result.timings)).toEqual(["input", "request", "auth", "http", "parse", "response", "output"]);
  });

  it("has text and a next page without a mapping, and no next page on the last", async () => {
    const tool: Partial<ConnectorTool> = {
      response: { text: "$string($count(list))", paging: { next: "after", argument: "page" } },
    };
    expect(await ask(json({ list: [1], after: 2 }), tool)).toMatchObject({
      data: { list: [1], after: 2 },
      text: "1",
      next: { argument: "page", value: 2 },
    });
    expect(await ask(json({ list: [], after: null }), tool)).not.toHaveProperty("next");
  });

  it("that does not match the output schema is returned with a warning", async () => {
    api.answer(json({ price: "675" }));
    const { run, lines } = pipelineFor({
      baseUrl: api.url,
      tool: { output: { type: "object", properties: { price: { type: "number" } } } },
    });
    expect(await run()).toMatchObject({ data: { price: "675" }, warnings: ["The result/price must be number."] });
    expect(lines.join()).toContain("connector result does not fit its schema");
    expect(lines.join()).not.toContain("675");
  });

  it("is returned raw to connectors that allow it", async () => {
    api.answer(bytes("<a>1</a>", "text/xml"));
    const { run } = pipelineFor({
      baseUrl: api.url,
      connector: { raw_results: true },
      tool: { parse: { format: "xml" } },
    });
    expect((await run()).raw).toEqual({ contentType: "text/xml", text: "<a>1</a>" });
  });
});

describe("an API's error", () => {
  const POST: Partial<ConnectorTool> = { risk: "write", request: { method: "POST", path: "/x" } };

  it.each<[status: number, tool: Partial<ConnectorTool>, kind: string, retryable: boolean, hint: RegExp]>([
    [400, {}, "invalid", false, /Correct the arguments/],
    [401, {}, "failed", false, /operator of this server/],
    [403, {}, "forbidden", false, /operator of this server/],
    [404, {}, "not_found", false, /ids/],
    [409, POST, "rule", false, /current state/],
    [422, POST, "invalid", false, /Correct the arguments/],
    [429, POST, "rate_limited", true, /Wait/],
    [500, {}, "unavailable", true, /later/],
    [500, POST, "unavailable", false, /check before you call again/],
    [503, {}, "unavailable", true, /later/],
    [503, POST, "unavailable", false, /check before you call again/],
    [504, POST, "unavailable", false, /check before you call again/],
  ])("with status %i for %j is %s", async (status, tool, kind, retryable, hint) => {
    const failure = await failureOf(ask(json({ error: { code: "E7", message: "No such room" } }, status), tool));
    expect(failure.message).toBe(`Test API answered with HTTP ${status}: No such room.`);
    expect(failure).toMatchObject({
      kind,
      details: {
        http_status: status,
        code: "E7",
        retryable,
        error_type: "api_error",
        hint: expect.stringMatching(hint),
      },
    });
  });

  it.each<[type: string | undefined]>([["application/json"], ["application/pdf"], [undefined]])(
    "keeps the API's message where files or nothing are expected, with the type %s",
    async (type) => {
      for (const format of ["bytes", "auto", "none"] as const) {
        const headers = type === undefined ? {} : { "content-type": type };
        const answer: Answering = (response) =>
          void response.writeHead(404, headers).end('{"message":"No such ticket"}');
        const failure = await failureOf(ask(answer, { parse: { format } }));
        expect(failure.message).toBe("Test API answered with HTTP 404: No such ticket.");
      }
    },
  );

  it.each<[what: string, body: unknown, message: RegExp, code?: string]>([
    [
      "a problem document",
      { type: "about:blank", title: "Bad", detail: "Departure before arrival" },
      /: Departure before arrival\.$/,
    ],
    ["OAuth", { error: "invalid_request", error_description: "No scope" }, /: No scope\.$/, "invalid_request"],
    ["a list", { errors: [{ message: "A" }, { message: "B" }, { message: "A" }] }, /: A; B\.$/],
    ["a line", "Sold out!", /: Sold out!$/],
    ["nothing known", { ok: false }, /, without a message\.$/],
    ["nothing", null, /, without a message\.$/],
  ])("keeps the API's message: %s", async (_what, body, message, code) => {
    const failure = await failureOf(ask(json(body, 422)));
    expect(failure.message).toMatch(message);
    if (code !== undefined) expect(failure.details["code"]).toBe(code);
  });

  it.each<[what: string, body: string, type: string, message: RegExp]>([
    [
      "a SOAP fault",
      "<E><Body><Fault><faultstring>Bad date</faultstring></Fault></Body></E>",
      "text/xml",
      /: Bad date\.$/,
    ],
    [
      "OTA",
      '<RS><Errors><Error Type="3" Code="367" ShortText="Invalid hotel"/></Errors></RS>',
      "text/xml",
      /: Invalid hotel\.$/,
    ],
    ["an HTML page", "<html><body>Stack of http://10.0.0.1/x</body></html>", "text/html", /without a message\.$/],
    ["text", "hotel closed", "text/plain", /: hotel closed\.$/],
  ])("has its message from %s", async (_what, body, type, message) => {
    const failure = await failureOf(ask(bytes(body, type, 500), { parse: { format: "xml" } }));
    expect(failure.message).toMatch(message);
  });

  it("is cleaned of internal details", async () => {
    const message = `Failed at https://internal.example:8080/x?key=1\u202e\u200b <b>now</b>\n    at Server.handle (/srv/app/index.js:1:2)\n    at x`;
    const failure = await failureOf(ask(json({ message }, 400)));
    expect(failure.message).toBe("Test API answered with HTTP 400: Failed at [address] now.");
    const long = await failureOf(ask(json({ message: "x".repeat(9_000) }, 400)));
    expect(long.message.length).toBeLessThan(600);
    expect(JSON.stringify([failure.details, long.details])).not.toMatch(/secret-path|127\.0\.0\.1/);
  });

  it("is detected within a successful response", async () => {
    const parse: ParseStep = { format: "json", error: 'status = "ERR" ? "no" : body.fault' };
    const refused = json({ fault: { message: "Room sold", code: 12, retryable: true }, rooms: [] });
    const failure = await failureOf(ask(refused, { parse, response: { mapping: "body.rooms[]" } }));
    expect(failure).toMatchObject({
      kind: "failed",
      message: "Test API reports an error: Room sold.",
      details: { http_status: 200, code: "12", retryable: true },
    });
    expect(await failureOf(ask(refused, { parse }))).toMatchObject({ details: { code: "12" } });
    expect((await ask(json({ rooms: [1] }), { parse, response: { mapping: "body" } })).data).toEqual({ rooms: [1] });
    const word = await failureOf(ask(json({}), { parse: { format: "json", error: '"Closed for the season"' } }));
    expect(word.message).toBe("Test API reports an error: Closed for the season.");
  });

  it("has the connector's message if there is one", async () => {
    const parse: ParseStep = { format: "json", error: "body.Fehler" };
    const failure = await failureOf(ask(json({ Fehler: "Kein Zimmer", message: "x" }, 409), { parse }));
    expect(failure.message).toBe("Test API answered with HTTP 409: Kein Zimmer.");
    const unexpected = await failureOf(
      ask(json({ message: "down" }, 500), { parse: { format: "json", error: "$error('x')" } }),
    );
    expect(unexpected.message).toBe("Test API answered with HTTP 500: down.");
  });

  it("that a mapping raises says that the API was called", async () => {
    const failure = await failureOf(ask(json({ a: "x" }), { ...POST, response: { mapping: "1 + body.a" } }));
    expect(failure).toMatchObject({ kind: "failed", details: { hint: expect.stringMatching(/went through/) } });
  });
});

describe("a missing answer", () => {
  const POST: Partial<ConnectorTool> = { risk: "write", request: { method: "POST", path: "/x" } };
  const never: Answering = () => undefined;

  it.each<
    [what: string, answering: Answering, tool: Partial<ConnectorTool>, kind: string, message: RegExp, type: string]
  >([
    ["silence", never, { http: { timeout_ms: 100 } }, "timeout", /did not answer within 0\.1 seconds/, "timeout"],
    [
      "a hang-up",
      (response) => response.destroy(),
      {},
      "unavailable",
      /cannot be reached\. The connection closed/,
      "unreachable",
    ],
    [
      "a redirect",
      (response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      {},
      "failed",
      /is a redirect, which is not allowed/,
      "broken",
    ],
    [
      "too much",
      json("x".repeat(5_000)),
      { http: { max_bytes: 1_000 } },
      "failed",
      /larger than 1000 bytes/,
      "too_large",
    ],
    [
      "half of it",
      (response) => {
        response.writeHead(200, { "content-length": "100" }).write("{");
        setImmediate(() => response.destroy());
      },
      {},
      "failed",
      /invalid response\./,
      "broken",
    ],
  ])("has a specific failure: %s", async (_what, answering, tool, kind, message, type) => {
    const failure = await failureOf(ask(answering, { http: { retries: 0, ...tool.http }, ...tool }));
    expect(failure).toMatchObject({ kind, details: { error_type: type } });
    expect(failure.message).toMatch(message);
    expect(failure.message + JSON.stringify(failure.details)).not.toMatch(/secret-path|127\.0\.0\.1/);
  });

  it("after a request that may have taken effect says so", async () => {
    const late = await failureOf(ask(never, { ...POST, http: { timeout_ms: 100 } }));
    expect(late).toMatchObject({ details: { retryable: false, hint: expect.stringMatching(/check before/) } });
    const cut = await failureOf(ask((response) => response.destroy(), POST));
    expect(cut).toMatchObject({ details: { retryable: false, hint: expect.stringMatching(/check before/) } });
  });

  it("is reported for a forbidden address", async () => {
    const { run } = pipelineFor({ baseUrl: "http://169.254.169.254/latest" });
    const failure = await failureOf(run());
    expect(failure).toMatchObject({ kind: "failed", details: { error_type: "refused", retryable: false } });
    expect(failure.message).toMatch(/^Test API may not be called from here\./);
    expect(failure.message).not.toContain("169.254");
  });

  it("is not awaited after the caller disconnects", async () => {
    const controller = new AbortController();
    const reason = new Error("gone");
    api.answer(() => controller.abort(reason));
    const { run } = pipelineFor({ baseUrl: api.url });
    await expect(run({}, { signal: controller.signal })).rejects.toBe(reason);
  });
});
