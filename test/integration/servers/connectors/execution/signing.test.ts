import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConnectorTool, SigningRecipe } from "../../../../../src/servers/connectors/connector.ts";
import { failureOf, json, outbound, pipelineFor, type Received, startApi } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => Promise.all([api.close(), outbound.close()]));

const KEY = { name: "api_key" };
const SECRET = { name: "secret" };

interface Given {
  readonly secrets?: Readonly<Record<string, string>>;
  readonly tool?: Partial<ConnectorTool>;
  /** Unix milliseconds of the attempts. */
  readonly times?: number[];
}

const setUp = (
  recipe: Omit<SigningRecipe, "name">,
  { secrets = { api_key: "KEY-12345678", secret: "SECRET-12345678" }, tool = {}, times = [0] }: Given = {},
) =>
  pipelineFor({
    baseUrl: `${api.url}/v1`,
    connector: { credentials: [KEY, SECRET], signing: [{ name: "signed", ...recipe }], raw_results: true },
    tool: { sign: "signed", http: { retries: 0 }, ...tool },
    secrets,
    options: { now: () => (times.length > 1 ? times.shift() : times[0]) as number },
  });

const bound = (names: readonly string[], place: "query" | "body") =>
  names.map((argument) => ({ argument, in: place }) as const);

/** The key pair of the API's own examples. */
const BINANCE = {
  api_key: "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A",
  secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
};
const ORDER = { symbol: "LTCBTC", side: "BUY", type: "LIMIT", timeInForce: "GTC" };
const AMOUNT = { quantity: "1", price: "0.1", recvWindow: "5000" };
const binance: Omit<SigningRecipe, "name"> = {
  algorithm: "hmac-sha256",
  key: { credential: "secret" },
  text: [{ from: "query" }, { from: "body" }],
  query: "signature",
};

describe("a signed request", () => {
  it("has the signature of Binance's example: the query with the time", async () => {
    api.answer(json({}));
    const names = Object.keys({ ...ORDER, ...AMOUNT });
    await setUp(
      { ...binance, timestamp: { format: "unix_ms", query: "timestamp" } },
      {
        secrets: BINANCE,
        times: [1499827319559],
        tool: {
          request: { method: "POST", path: "/order", bindings: bound(names, "query") },
          auth: [{ credential: "api_key", in: "header", name: "X-MBX-APIKEY" }],
        },
      },
    ).run({ ...ORDER, ...AMOUNT });
    expect(api.last().url).toBe(
      "/v1/order?symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559" +
        "&signature=c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
    );
    expect(api.last().headers["x-mbx-apikey"]).toBe(BINANCE.api_key);
  });

  it("has the signature of Binance's example with query and body", async () => {
    api.answer(json({}));
    const body = { ...AMOUNT, timestamp: "1499827319559" };
    const bindings = [...bound(Object.keys(ORDER), "query"), ...bound(Object.keys(body), "body")];
    await setUp(binance, {
      secrets: BINANCE,
      tool: { request: { method: "POST", path: "/order", bindings, body: { format: "form" } } },
    }).run({ ...ORDER, ...body });
    expect(api.last().body.toString()).toBe("quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559");
    expect(api.last().url).toContain("&signature=0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77");
  });

  it("has the signature of Slack's example: version, time and body, with a prefix", async () => {
    api.answer(json({}));
    const body =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    const bindings = [{ argument: "body", in: "body", name: "" }] as const;
    await setUp(
      {
        ...{ algorithm: "hmac-sha256", key: { credential: "secret" }, separator: ":" },
        timestamp: { format: "unix", header: "X-Slack-Request-Timestamp" },
        text: [{ literal: "v0" }, { from: "timestamp" }, { from: "body" }],
        header: "X-Slack-Signature",
        value: [{ literal: "v0=" }, { from: "signature" }],
      },
      {
        secrets: { secret: "8f742231b10e8888abcd99yyyzzz85a5" },
        times: [1531420618999],
        tool: { request: { method: "POST", path: "/hook", bindings, body: { format: "text" } } },
      },
    ).run({ body });
    expect(api.last().body.toString()).toBe(body);
    expect(api.last().headers["x-slack-request-timestamp"]).toBe("1531420618");
    expect(api.last().headers["x-slack-signature"]).toBe(
      "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    );
  });

  it("has a plain hash of key, secret and seconds, as hotelbeds documents it", async () => {
    api.answer(json({}));
    await setUp(
      {
        ...{ algorithm: "sha256", timestamp: { format: "unix" }, header: "X-Signature" },
        text: [{ credential: "api_key" }, { credential: "secret" }, { from: "timestamp" }],
      },
      {
        times: [1700000000500],
        tool: { auth: [{ credential: "api_key", in: "header", name: "Api-key" }] },
      },
    ).run();
    // printf 'KEY-12345678SECRET-123456781700000000' | sha256sum
    const signature = createHash("sha256").update("KEY-12345678SECRET-123456781700000000").digest("hex");
    expect(api.last().headers).toMatchObject({ "api-key": "KEY-12345678", "x-signature": signature });
  });

  it("may sign any part of the request, with a key in base64, and write other parts beside the signature", async () => {
    api.answer(json({}));
    const key = Buffer.from("0123456789abcdef");
    await setUp(
      {
        ...{ algorithm: "hmac-sha512", key: { credential: "secret", encoding: "base64" }, encoding: "base64" },
        ...{ timestamp: { format: "http_date", header: "Date" }, separator: "\n", header: "Authorization" },
        body_digest: { algorithm: "sha256", encoding: "base64" },
        text: [
          ...(["method", "url", "host", "target", "path", "query", "body_digest", "timestamp"] as const).map(
            (from) => ({ from }),
          ),
          ...[{ header: "content-TYPE" }, { header: "X-None" }, { credential: "api_key" }, { literal: "end" }],
        ],
        value: [
          ...[{ literal: "EAN APIKey=" }, { credential: "api_key" }, { literal: ",Signature=" }],
          ...[{ from: "signature" } as const, { literal: ",timestamp=" }, { from: "timestamp" } as const],
        ],
      },
      {
        secrets: { api_key: "KEY-12345678", secret: key.toString("base64") },
        times: [1700000000000],
        tool: {
          request: {
            ...{ method: "PUT", path: "/things/{id}", body: { format: "json" } },
            bindings: [
              { argument: "id", in: "path" },
              { argument: "q", in: "query" },
              { argument: "n", in: "body" },
            ],
          },
        },
      },
    ).run({ id: "a b", q: "ü&=", n: 1 });
    const { url, headers, body } = api.last();
    const date = "Tue, 14 Nov 2023 22:13:20 GMT";
    const digest = createHash("sha256").update('{"n":1}').digest("base64");
    const signed = [
      ...["PUT", `${api.url}${url}`, api.host, url, "/v1/things/a%20b", "q=%C3%BC%26%3D", digest, date],
      ...["application/json", "", "KEY-12345678", "end"],
    ].join("\n");
    const signature = createHmac("sha512", key).update(signed).digest("base64");
    expect(body.toString()).toBe('{"n":1}');
    expect(headers.date).toBe(date);
    expect(headers.authorization).toBe(`EAN APIKey=KEY-12345678,Signature=${signature},timestamp=${date}`);
  });

  it("is signed again for each attempt", async () => {
    api.answer((response, request, nth) => json({ nth }, nth < 3 ? 503 : 200)(response, request, nth));
    await setUp(
      { ...binance, timestamp: { format: "unix_ms", query: "at" } },
      { times: [1, 2, 3], tool: { http: { retries: 2 } } },
    ).run();
    const expected = [1, 2, 3].map((at) => {
      const signature = createHmac("sha256", "SECRET-12345678").update(`at=${at}`).digest("hex");
      return `/v1/things?at=${at}&signature=${signature}`;
    });
    expect(api.received.map(({ url }) => url)).toEqual(expected);
  });

  it("shows the time but neither the signature nor secrets in traces and results", async () => {
    api.answer((response, { url }) => void response.end(JSON.stringify({ error: `bad signature in ${url}` })));
    const { watched, traces, lines } = setUp(
      {
        ...{
          algorithm: "hmac-sha1",
          key: { credential: "secret" },
          timestamp: { format: "iso8601", header: "X-Time" },
        },
        ...{ text: [{ from: "timestamp" }], query: "sig", value: [{ credential: "api_key" }, { from: "signature" }] },
      },
      { times: [1700000000000] },
    );
    const { data, raw } = await watched();
    const signature = createHmac("sha1", "SECRET-12345678").update("2023-11-14T22:13:20.000Z").digest("hex");
    expect(api.last().url).toBe(`/v1/things?sig=KEY-12345678${signature}`);
    const everything = JSON.stringify([data, raw, traces, lines]);
    for (const secret of [signature, "KEY-12345678", "SECRET-12345678"]) expect(everything).not.toContain(secret);
    const http = traces.find(({ step }) => step === "http");
    expect(http?.in).toMatchObject({ url: "/things?sig=***", headers: { "X-Time": "2023-11-14T22:13:20.000Z" } });
  });

  it.each<[what: string, recipe: Partial<SigningRecipe>, secrets: Readonly<Record<string, string>>, message: RegExp]>([
    ["a key that is not set", {}, {}, /its credential 'secret' is not set/],
    [
      "a key that is not in its encoding",
      { key: { credential: "secret", encoding: "hex" } },
      { secret: "xyz" },
      /hexadecimal digits/,
    ],
    [
      "a key that is not in its encoding",
      { key: { credential: "secret", encoding: "base64" } },
      { secret: "a b" },
      /base64/,
    ],
    [
      "a credential that fits into no header",
      { value: [{ credential: "api_key" }, { from: "signature" }] },
      { secret: "s", api_key: "a\nb" },
      /fit into a header/,
    ],
  ])("is not sent with %s", async (_what, recipe, secrets, message) => {
    api.answer(json({}));
    const { query: _, ...rest } = binance;
    const failure = await failureOf(setUp({ ...rest, header: "X-S", ...recipe }, { secrets }).run());
    expect(failure.message).toMatch(message);
    expect(api.received satisfies Received[]).toHaveLength(0);
  });
});
