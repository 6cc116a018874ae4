import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Failure } from "../../../../../src/model/failure.ts";
import type { AuthStep, ConnectorTool, CredentialSlot } from "../../../../../src/servers/connectors/connector.ts";
import { createMappings } from "../../../../../src/servers/connectors/mappings/mappings.ts";
import type { SecretValue } from "../../../../../src/servers/connectors/secrets/vault.ts";
import { type Answering, failureOf, json, outbound, pipelineFor, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
const mappings = createMappings({ size: 1 });
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => Promise.all([api.close(), mappings.close(), outbound.close()]));

/** A secret in which every part changes in some encoding. */
const MARK = `MARK+&<"'>/ üé%?=`;
const LOGIN = { user: "MARK-user-1", password: "MARK:pass word" };
const HIDDEN = /MARK/;
/** The same at each of the three positions in base64. */
const IN_BASE64 = ["TUFSS", "1BUk", "NQVJL"];

const credentials: readonly CredentialSlot[] = [{ name: "key" }, { name: "login", kind: "basic" }];
const secrets: Readonly<Record<string, SecretValue>> = { key: MARK, login: LOGIN };

const setUp = (auth: readonly AuthStep[], tool: Partial<ConnectorTool> = {}) =>
  pipelineFor({
    baseUrl: `${api.url}/v1`,
    connector: { credentials, raw_results: true },
    tool: { auth, http: { retries: 0 }, ...tool },
    secrets,
    options: { mappings },
  });

describe("an API credential", () => {
  it.each<[auth: AuthStep, where: (received: ReturnType<typeof api.last>) => unknown, sent: unknown]>([
    [
      { credential: "key", in: "query", name: "api key" },
      ({ url }) => new URL(url, api.url).searchParams.get("api key"),
      MARK,
    ],
    [{ credential: "login", in: "query", name: "u", part: "user" }, ({ url }) => url, "/v1/things?u=MARK-user-1"],
    [
      { credential: "login", in: "header", name: "X-P", part: "password" },
      ({ headers }) => headers["x-p"],
      LOGIN.password,
    ],
    [{ credential: "login", in: "bearer", part: "user" }, ({ headers }) => headers.authorization, "Bearer MARK-user-1"],
    [
      { credential: "login", in: "basic" },
      ({ headers }) => headers.authorization,
      `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString("base64")}`,
    ],
    [{ credential: "key", in: "cookie", name: "k" }, ({ headers }) => headers.cookie, `k=${encodeURIComponent(MARK)}`],
    [{ credential: "login", in: "cookie", name: "k", part: "user" }, ({ headers }) => headers.cookie, "k=MARK-user-1"],
  ])("goes where %j says", async (auth, where, sent) => {
    api.answer(json({}));
    await setUp([auth]).run();
    expect(where(api.last())).toBe(sent);
  });

  it("is inserted into its place in a JSON or XML body", async () => {
    api.answer(json({}));
    const auth: AuthStep[] = [
      { credential: "key", in: "body", name: "auth.key" },
      { credential: "login", in: "body", name: "@pin", part: "password" },
    ];
    const bindings = [{ argument: "a", in: "body" as const, name: "/auth/a" }];
    const request = { method: "POST" as const, path: "/x", bindings };
    const given = { a: 1 };
    await setUp(auth, { request: { ...request, body: { format: "json" } } }).run(given);
    expect(JSON.parse(api.last().body.toString())).toEqual({ auth: { a: 1, key: MARK }, "@pin": LOGIN.password });
    await setUp(auth, { request: { ...request, body: { format: "xml", root: "r" } } }).run(given);
    expect(api.last().body.toString()).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><r pin="MARK:pass word"><auth><a>1</a><key>MARK+&amp;&lt;"'&gt;/ üé%?=</key></auth></r>`,
    );
    expect(given).toEqual({ a: 1 });
  });

  it("overwrites the value of an argument", async () => {
    api.answer(json({}));
    const { run } = setUp(
      [
        { credential: "login", in: "query", name: "key", part: "user" },
        { credential: "login", in: "header", name: "x-key", part: "user" },
      ],
      {
        request: {
          method: "GET",
          path: "/things",
          bindings: [
            { argument: "key", in: "query" },
            { argument: "head", in: "header", name: "X-Key" },
          ],
        },
      },
    );
    await run({ key: "mine", head: "mine" });
    expect(api.last()).toMatchObject({ url: "/v1/things?key=MARK-user-1", headers: { "x-key": "MARK-user-1" } });
  });

  it("is bound to a host, and nothing is sent to another host", async () => {
    api.answer(json({}));
    const asked: string[] = [];
    const { run } = pipelineFor({
      baseUrl: api.url,
      connector: { credentials },
      tool: { auth: [{ credential: "key", in: "query", name: "k" }] },
      options: {
        secrets: async (name, host) => {
          asked.push(`${name} ${host}`);
          throw new Failure("forbidden", "The secret 'key' is for api.example.com and goes to no other host.");
        },
      },
    });
    expect(await failureOf(run())).toMatchObject({ kind: "forbidden" });
    expect(asked).toEqual([`key ${api.host}`]);
    expect(api.received).toHaveLength(0);
  });

  it("is left out while it is optional and not set", async () => {
    api.answer(json({}));
    const auth: AuthStep[] = [
      { credential: "key", in: "query", name: "key", optional: true },
      { credential: "login", in: "basic", optional: true },
      { credential: "login", in: "header", name: "X-User", part: "user", optional: true },
    ];
    const calling = async (given: Record<string, SecretValue>) => {
      const { watched, traces } = pipelineFor({
        ...{ baseUrl: `${api.url}/v1`, connector: { credentials }, tool: { auth }, secrets: given },
      });
      await watched();
      return traces.find(({ step }) => step === "auth")?.out;
    };
    expect(await calling({})).toEqual({ method: "GET", url: "/things", headers: {} });
    expect(api.last().url).toBe("/v1/things");
    expect(api.last().headers).not.toHaveProperty("authorization");
    expect(await calling({ login: LOGIN })).toEqual({
      ...{ method: "GET", url: "/things", headers: { Authorization: "Basic ***", "X-User": "***" } },
    });
    expect(api.last().headers).toMatchObject({ "x-user": LOGIN.user });
    expect(await calling({ key: "MARK-key" })).toMatchObject({ url: "/things?key=***", headers: {} });
    expect(api.last().url).toBe("/v1/things?key=MARK-key");
  });

  it("goes to the host of its tool, if it is bound to that host", async () => {
    const upload = await startApi();
    upload.answer(json({ at: "upload" }));
    const asked: string[] = [];
    const { run } = pipelineFor({
      baseUrl: `${api.url}/v1`,
      connector: { credentials: [{ name: "key", hosts: [api.host, upload.host] }] },
      tool: {
        request: { method: "GET", path: "/files", base_url: `${upload.url}/up/` },
        auth: [{ credential: "key", in: "query", name: "k" }],
      },
      options: {
        secrets: async (name, host) => {
          asked.push(`${name} ${host}`);
          return "abcd";
        },
      },
    });
    api.received.length = 0;
    expect((await run()).data).toEqual({ at: "upload" });
    expect(upload.last().url).toBe("/up/files?k=abcd");
    expect([asked, api.received]).toEqual([[`key ${upload.host}`], []]);
    await upload.close();
  });

  it("that is missing or of the wrong kind fails the call before a request", async () => {
    api.answer(json({}));
    const auth: AuthStep[] = [{ credential: "login", in: "basic" }];
    const wanting = (given: Record<string, SecretValue>, steps = auth) =>
      failureOf(
        pipelineFor({ baseUrl: api.url, connector: { credentials }, tool: { auth: steps }, secrets: given }).run(),
      );
    expect(await wanting({})).toMatchObject({ details: { error_type: "credential_missing", credential: "login" } });
    expect(await wanting({ login: "MARKnocolon" })).toMatchObject({ details: { error_type: "credential_unfit" } });
    const broken = await wanting({ key: "MARK\r\nHost: x" }, [{ credential: "key", in: "header", name: "X-Key" }]);
    expect(broken).toMatchObject({ details: { error_type: "credential_unfit" } });
    expect(broken.message + JSON.stringify(broken.details)).not.toMatch(HIDDEN);
    expect(api.received).toHaveLength(0);
  });
});

/** An API that repeats its request in every way that servers do. */
const echo: Answering = (response, { url, headers, body }) => {
  const all = `${url} ${JSON.stringify(headers)} ${body.toString()}`;
  response
    .writeHead(200, {
      "content-type": "application/json",
      "x-echo": encodeURIComponent(all),
      "set-cookie": `s=${MARK.slice(0, 4)}`,
    })
    .end(
      JSON.stringify({
        url,
        decoded: decodeURIComponent(url),
        headers,
        body: body.toString(),
        base64: Buffer.from(`xy${all}`).toString("base64"),
        login: Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString("base64"),
        plain: [MARK, LOGIN, { [MARK]: 1 }],
        json: JSON.stringify(JSON.stringify(MARK)),
        xml: MARK.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
        xmlNumbers: [...MARK].map((c) => (/[\w.-]/.test(c) ? c : `&#${c.codePointAt(0)};`)).join(""),
        form: new URLSearchParams({ MARKED: MARK }).toString().slice(7),
      }),
    );
};

const AUTH: readonly AuthStep[] = [
  { credential: "key", in: "query", name: "k" },
  { credential: "login", in: "basic" },
  { credential: "key", in: "cookie", name: "c" },
  { credential: "key", in: "body", name: "secret" },
  { credential: "login", in: "body", name: "inner.password", part: "password" },
];

const seenIn = (value: unknown): string => {
  if (value instanceof Failure) return `${value.message} ${JSON.stringify(value.details)} ${String(value.cause)}`;
  return value instanceof Error ? `${value.message} ${String(value.cause)}` : JSON.stringify(value);
};

describe("marked secrets", () => {
  it.each([
    ["json", { format: "json" }],
    ["xml", { format: "xml", root: "r" }],
    ["form", { format: "form" }],
    ["multipart", { format: "multipart" }],
  ] as const)(
    "are masked in traces, results, mappings, raw answers and logs, even if the API repeats them: %s",
    async (_name, body) => {
      api.answer(echo);
      const { watched, traces, lines } = setUp(AUTH, {
        risk: "write",
        request: { method: "POST", path: "/x", body, bindings: [{ argument: "a", in: "body" }] },
        response: { mapping: '{ "all": $string($$), "headers": headers, "body": body }' },
        output: { type: "object", required: ["not there"] },
      });
      const result = await watched({ a: "ü" });
      expect(api.last().body.toString()).toMatch(HIDDEN);
      expect(traces.map(({ step }) => step)).toEqual([
        "input",
        "request",
        "auth",
        "http",
        "parse",
        "response",
        "output",
      ]);
      const seen = seenIn([result, traces, lines]);
      expect(seen.length).toBeGreaterThan(2_000);
      expect(lines.length).toBeGreaterThan(0);
      expect(seen).not.toMatch(HIDDEN);
      for (const part of IN_BASE64) expect(seen).not.toContain(part);
      expect(traces[2]?.out).toMatchObject({
        url: "/x?k=***",
        headers: { Authorization: "Basic ***", Cookie: "c=***" },
      });
    },
  );

  it.each<[what: string, answering: Answering]>([
    [
      "a refusal",
      (response, { url }) =>
        void response.writeHead(400).end(JSON.stringify({ message: `Bad ${url} ${MARK}`, code: "MARK-user-1" })),
    ],
    [
      "a page",
      (response, { url }) => void response.writeHead(500).end(`no ${decodeURIComponent(url)} ${LOGIN.password}`),
    ],
    ["a hang-up", (response) => response.destroy()],
    ["nonsense", (response) => void response.end(`{"${MARK}`)],
    [
      "a redirect",
      (response, { url }) => void response.writeHead(302, { location: `http://evil.example${url}` }).end(),
    ],
  ])("are masked in failures: %s", async (_what, answering) => {
    api.answer(answering);
    const { watched, traces, lines } = setUp(AUTH, {
      request: { method: "POST", path: "/x", body: { format: "json" } },
      response: { mapping: "$error(body.message)" },
    });
    const failure = await failureOf(watched());
    expect(traces.at(-1)?.error).toBeDefined();
    const seen = seenIn(failure) + seenIn([traces, lines]);
    expect(seen).not.toMatch(HIDDEN);
    for (const part of IN_BASE64) expect(seen).not.toContain(part);
  });

  it("are masked in failures of a mapping that received them", async () => {
    api.answer(echo);
    for (const mapping of ["$error(body.plain[0])", "1 + body.decoded", "$number(body.login)"]) {
      const failure = await failureOf(setUp(AUTH.slice(0, 3), { response: { mapping } }).watched());
      expect(seenIn(failure)).not.toMatch(HIDDEN);
    }
  });

  it("that are short are masked as whole words, and prices are kept", async () => {
    api.answer(json({ price: 1234, text: "pin 1234, room 12345", pin: "1234" }));
    const { watched, traces } = pipelineFor({
      baseUrl: api.url,
      connector: { credentials: [{ name: "pin" }], raw_results: true },
      tool: { auth: [{ credential: "pin", in: "query", name: "pin" }] },
      secrets: { pin: "1234" },
    });
    const { data, raw } = await watched();
    expect(data).toEqual({ price: 1234, text: "pin 1234, room 12345", pin: "1234" });
    expect(raw?.text).toBe('{"price":***,"text":"pin ***, room 12345","pin":"***"}');
    expect(JSON.stringify(traces)).not.toMatch(/(?<!\d)1234(?!\d)/);
  });
});

describe("a test call that stops early", () => {
  it("shows the result of its last step and runs no further step", async () => {
    api.answer(json({ a: 1 }));
    const { watched, traces } = setUp(AUTH.slice(0, 1));
    expect(await watched({}, { until: "auth" })).toMatchObject({ data: { method: "GET", url: "/things?k=***" } });
    expect(api.received).toHaveLength(0);
    expect(traces).toHaveLength(3);
    expect(await watched({}, { until: "parse" })).toMatchObject({ data: { a: 1 } });
    expect((await watched({}, { until: "http" })).data).toMatchObject({ status: 200, attempts: 1, body: '{"a":1}' });
  });

  it("reports how far it came", async () => {
    api.answer(json({}));
    const told: string[] = [];
    await setUp([]).run({}, { progress: (done, total, message) => void told.push(`${done}/${total} ${message}`) });
    expect(told).toHaveLength(7);
    expect(told[3]).toBe("4/7 Answer received");
  });
});
