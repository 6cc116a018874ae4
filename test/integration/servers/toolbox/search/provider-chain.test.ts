import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Log } from "../../../../../src/model/log.ts";
import { createOutbound } from "../../../../../src/platform/outbound/guarded-outbound.ts";
import type { Outbound } from "../../../../../src/platform/outbound/outbound.ts";
import { createProviderChain, type ProviderChain } from "../../../../../src/servers/toolbox/search/provider-chain.ts";
import type { ProviderQuery, SearchProviderConfig } from "../../../../../src/servers/toolbox/search/providers.ts";

type Name = SearchProviderConfig["name"];
const NAMES: readonly Name[] = ["searxng", "brave", "tavily"];
const KEY = "sk-very-secret-4711";

const page = { title: "A page", url: "https://example.com/page" };

/** An answer of each provider with the given findings, for the web or news. */
const ANSWERS: Readonly<Record<Name, (findings: readonly object[], news: boolean) => unknown>> = {
  searxng: (results) => ({ query: "q", number_of_results: 0, results, unresponsive_engines: [] }),
  brave: (results, news) => (news ? { type: "news", results } : { type: "search", web: { type: "search", results } }),
  tavily: (results) => ({ query: "q", results, response_time: 0.4 }),
};
const SNIPPETS: Readonly<Record<Name, string>> = { searxng: "content", brave: "description", tavily: "content" };
const DATES: Readonly<Record<Name, string>> = {
  searxng: "publishedDate",
  brave: "page_age",
  tavily: "published_date",
};

const WEB: ProviderQuery = { text: "lake como", maxResults: 5 };
const NEWS: ProviderQuery = { ...WEB, news: { daysBack: 3, from: "2026-11-13", to: "2026-11-16" } };

const heard: { event: string; facts: unknown }[] = [];
const note = (event: string, facts?: unknown) => void heard.push({ event, facts });
const log: Log = { debug: note, info: note, warn: note, error: note };

interface Seen {
  readonly method: string | undefined;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let outbound: Outbound;
const servers: Server[] = [];
const seen: Seen[] = [];

const serve = async (answer: (request: Seen, response: ServerResponse) => void): Promise<string> => {
  const listener: RequestListener = async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? "/", "http://provider");
    const one = { method: request.method, url, headers: request.headers, body };
    seen.push(one);
    answer(one, response);
  };
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
};

const json = (response: ServerResponse, value: unknown): void => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(value));
};

const ok = (name: Name, findings: readonly object[] = [page], news = false) =>
  serve((_, response) => json(response, ANSWERS[name](findings, news)));

const chainOf = (configs: readonly { name: Name; url: string; key?: string }[], now?: () => number): ProviderChain =>
  createProviderChain({
    outbound,
    providers: configs.map((config) => ({ key: KEY, ...config })),
    log,
    ...(now && { now }),
  });

const patience = (left = 20_000) => ({ signal: new AbortController().signal, left: () => left });

beforeEach(() => {
  outbound = createOutbound({ allow: ["127.0.0.1"] });
  seen.length = 0;
  heard.length = 0;
});

afterEach(async () => {
  await outbound.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("a provider request", () => {
  it("asks SearXNG for JSON, and for news within a time range", async () => {
    const chain = chainOf([{ name: "searxng", url: await ok("searxng") }]);
    await chain.ask(WEB, patience());
    await chain.ask(NEWS, patience());
    expect(seen[0]?.url.pathname).toBe("/base/search");
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({ q: "lake como", format: "json" });
    expect(Object.fromEntries(seen[1]?.url.searchParams ?? [])).toEqual({
      q: "lake como",
      format: "json",
      categories: "news",
      time_range: "week",
    });
  });

  it("asks Brave with its token, and for news of the requested days", async () => {
    const chain = chainOf([{ name: "brave", url: await ok("brave") }]);
    await chain.ask({ ...WEB, text: Array(60).fill("word").join(" ") }, patience());
    await chain.ask(NEWS, patience());
    expect(seen.map(({ url }) => url.pathname)).toEqual(["/base/web/search", "/base/news/search"]);
    expect(seen[0]?.headers["x-subscription-token"]).toBe(KEY);
    expect(seen[0]?.url.searchParams.get("q")?.split(" ")).toHaveLength(50);
    expect(seen[0]?.url.searchParams.get("count")).toBe("5");
    expect(seen[1]?.url.searchParams.get("freshness")).toBe("2026-11-13to2026-11-16");
  });

  it("asks Tavily by POST with a bearer token, and for news with days", async () => {
    const chain = chainOf([{ name: "tavily", url: await ok("tavily") }]);
    await chain.ask(WEB, patience());
    await chain.ask(NEWS, patience());
    expect(seen[0]).toMatchObject({ method: "POST", headers: { authorization: `Bearer ${KEY}` } });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ query: "lake como", max_results: 5, search_depth: "basic" });
    expect(JSON.parse(seen[1]?.body ?? "")).toMatchObject({ topic: "news", days: 3 });
  });
});

describe.each(NAMES)("an answer of %s", (name) => {
  const finding = (fields: { snippet?: unknown; published?: unknown } & Record<string, unknown> = {}) => {
    const { snippet, published, ...rest } = fields;
    return { ...page, [SNIPPETS[name]]: snippet, [DATES[name]]: published, ...rest };
  };
  const answered = async (findings: readonly object[], query = WEB) => {
    const url = await ok(name, findings, query.news !== undefined);
    return chainOf([{ name, url }]).ask(query, patience());
  };

  it("is read into title, URL, snippet, date and source", async () => {
    const found = await answered([finding({ snippet: "A lake.", published: "2026-11-14T08:00:00" })], NEWS);
    expect(found).toEqual({
      provider: name,
      warnings: [],
      results: [
        {
          title: "A page",
          url: "https://example.com/page",
          snippet: "A lake.",
          published: "2026-11-14T08:00:00.000Z",
          source: "example.com",
        },
      ],
    });
  });

  it("is turned into plain text of bounded length", async () => {
    const snippet = `Frank<strong>furt</strong> &amp; M&uuml;nchen<script>steal()</script>\u202Eevil\u0000\u{e0041} ${"long ".repeat(500)}`;
    const { results } = await answered([finding({ title: "<b>Lake</b>\u0007 &lt;Como&gt;", snippet })]);
    expect(results?.[0]?.title).toBe("Lake <Como>");
    expect(results?.[0]?.snippet).toMatch(/^Frankfurt & Münchenevil long long/);
    expect(results?.[0]?.snippet.length).toBeLessThanOrEqual(501);
  });

  it("is cut to max_results", async () => {
    const { results } = await answered(Array.from({ length: 30 }, () => finding()));
    expect(results).toHaveLength(5);
  });

  it("drops results without an http(s) URL or with the wrong types", async () => {
    const { results } = await answered([
      finding({ url: "javascript:alert(1)" }),
      finding({ url: "file:///etc/passwd" }),
      finding({ url: "https://user:secret@example.com/" }),
      finding({ url: `https://example.com/${"x".repeat(3_000)}` }),
      finding({ url: 7 }),
      finding({ title: null }),
      "text" as unknown as object,
      null as unknown as object,
      finding({ title: "kept", snippet: { not: "text" }, published: 12 }),
    ]);
    expect(results).toEqual([{ title: "kept", url: "https://example.com/page", snippet: "", source: "example.com" }]);
  });

  it("drops news older than requested, and keeps news without a date", async () => {
    const { results } = await answered(
      [
        finding({ title: "old", published: "2026-10-01T00:00:00Z" }),
        finding({ title: "new", published: "Sat, 14 Nov 2026 07:00:00 GMT" }),
        finding({ title: "undated", published: "3 hours ago" }),
      ],
      NEWS,
    );
    expect(results?.map(({ title }) => title)).toEqual(["new", "undated"]);
  });

  it("can be empty", async () => {
    expect(await answered([])).toEqual({ provider: name, warnings: [], results: [] });
  });
});

describe("an unusable answer", () => {
  it("is not one of Brave without a web section: that is empty", async () => {
    const url = await serve((_, response) => json(response, { type: "search", query: { original: "q" } }));
    expect((await chainOf([{ name: "brave", url }]).ask(WEB, patience())).results).toEqual([]);
  });

  it("is one of SearXNG without a responding engine", async () => {
    const silent = { results: [], unresponsive_engines: [["duckduckgo", "timeout"]] };
    const url = await serve((_, response) => json(response, silent));
    const { results, warnings } = await chainOf([{ name: "searxng", url }]).ask(WEB, patience());
    expect(results).toBeUndefined();
    expect(warnings).toEqual(["SearXNG was skipped: it got no answer from its search engines."]);
  });

  const status =
    (code: number, headers: Record<string, string> = {}) =>
    (_: Seen, response: ServerResponse) =>
      response.writeHead(code, headers).end(JSON.stringify({ error: `bad key ${KEY}` }));

  const MISBEHAVIOURS: readonly [string, (request: Seen, response: ServerResponse) => void, RegExp][] = [
    ["401", status(401), /refused access \(401\)/],
    ["403", status(403), /refused access \(403\)/],
    ["429", status(429, { "retry-after": "7" }), /paused for 7 seconds/],
    ["422", status(422), /did not accept the request \(422\)/],
    ["432", status(432), /reached the limit of its plan/],
    ["500", status(500), /failed on its side \(500\)/],
    ["503", status(503), /failed on its side \(503\)/],
    ["a redirect", status(302, { location: "http://127.0.0.1:1/" }), /redirect, which is not followed/],
    ["garbage", (_, response) => response.end("<html>not json</html>"), /not JSON/],
    ["JSON of another form", (_, response) => json(response, { results: "none" }), /unknown format/],
    ["a list", (_, response) => json(response, [1, 2]), /unknown format/],
    ["null", (_, response) => response.end("null"), /unknown format/],
    [
      "only unusable results",
      (request, response) => {
        const findings = [{ title: 1 }, 2, null, { url: "ftp://x" }] as readonly object[];
        const name = request.method === "POST" ? "tavily" : request.url.pathname.includes("web") ? "brave" : "searxng";
        json(response, ANSWERS[name](findings, false));
      },
      /none can be used/,
    ],
    ["5 MB", (_, response) => response.end(Buffer.alloc(5_000_000, 32)), /more than 1 MB/],
    [
      "an answer that breaks off",
      (_, response) => {
        response.writeHead(200, { "content-length": "1000" }).write("{");
        response.destroy();
      },
      /cut off|could not be reached/,
    ],
    ["silence", () => {}, /did not answer within 1 second/],
  ];

  for (const name of NAMES)
    it.each(MISBEHAVIOURS)(
      `of ${name} (%s) leads to the next provider, with a warning`,
      async (_, misbehave, sentence) => {
        const next: Name = name === "tavily" ? "searxng" : "tavily";
        const chain = chainOf([
          { name, url: await serve(misbehave) },
          { name: next, url: await ok(next) },
        ]);
        // Only a timeout causes the wait, and only once.
        const times = sentence.source.includes("within") ? [300] : [];
        const left = () => times.pop() ?? 20_000;
        const { provider, results, warnings } = await chain.ask(WEB, { ...patience(), left });
        expect(provider).toBe(next);
        expect(results).toHaveLength(1);
        expect(warnings).toHaveLength(1);
        expect(warnings[0]).toMatch(sentence);
        expect(JSON.stringify([warnings, heard, chain.problem()])).not.toMatch(/sk-very|127\.0\.0\.1/);
        expect(chain.problem()).toMatch(sentence);
      },
    );
});

describe("the provider chain", () => {
  it("asks in order and warns why each provider was skipped", async () => {
    const refused = await serve((_, response) => response.writeHead(401).end());
    const failing = await serve((_, response) => response.writeHead(500).end());
    const chain = chainOf([
      { name: "brave", url: refused },
      { name: "tavily", url: "http://127.0.0.1:1/" },
      { name: "searxng", url: failing },
    ]);
    const { provider, warnings } = await chain.ask(WEB, patience());
    expect(provider).toBeUndefined();
    expect(warnings).toEqual([
      "Brave Search was skipped: it refused access (401): check its API key and settings.",
      "Tavily was skipped: it could not be reached.",
      "SearXNG was skipped: it failed on its side (500).",
    ]);
  });

  it("does not call a private address that is not allowed", async () => {
    const url = await ok("searxng");
    await outbound.close();
    outbound = createOutbound({ allow: [] });
    const { warnings } = await chainOf([{ name: "searxng", url }]).ask(WEB, patience());
    expect(warnings[0]).toMatch(/may not be called/);
    expect(seen).toEqual([]);
  });

  it("pauses a provider for the time in Retry-After", async () => {
    let time = 1_000;
    let answers = 0;
    const url = await serve((_, response) => {
      if (++answers === 1) response.writeHead(429, { "retry-after": "120" }).end();
      else json(response, ANSWERS.tavily([page], false));
    });
    const chain = chainOf([{ name: "tavily", url }], () => time);
    expect((await chain.ask(WEB, patience())).warnings[0]).toMatch(/paused for 120 seconds/);
    time += 119_000;
    expect((await chain.ask(WEB, patience())).warnings[0]).toMatch(/paused for another 1 s, because it had too many/);
    expect(seen).toHaveLength(1);
    time += 1_000;
    expect((await chain.ask(WEB, patience())).provider).toBe("tavily");
    expect(chain.problem()).toBeUndefined();
  });

  it.each([
    ["nothing", {}, 60],
    ["nonsense", { "retry-after": "soon" }, 60],
    ["a date", { "retry-after": "Mon, 16 Nov 2026 10:01:30 GMT", date: "Mon, 16 Nov 2026 10:00:00 GMT" }, 90],
    ["a year", { "retry-after": "31536000" }, 3600],
  ])("reads %s in Retry-After", async (_, headers, seconds) => {
    const url = await serve((_, response) => {
      response.sendDate = false;
      response.writeHead(429, headers as Record<string, string>).end();
    });
    const { warnings } = await chainOf([{ name: "brave", url }]).ask(WEB, patience());
    expect(warnings[0]).toContain(`paused for ${seconds} seconds`);
  });

  it("does not wait again for a provider that timed out a moment ago", async () => {
    let time = 1_000;
    const chain = chainOf([{ name: "searxng", url: await serve(() => {}) }], () => time);
    await chain.ask(WEB, patience(200));
    expect((await chain.ask(WEB, patience(200))).warnings[0]).toMatch(/another 30 s, because it did not answer/);
    expect(seen).toHaveLength(1);
    time += 30_000;
    await chain.ask(WEB, patience(200));
    expect(seen).toHaveLength(2);
  });

  it("asks no provider when no time is left", async () => {
    const { warnings } = await chainOf([{ name: "searxng", url: await ok("searxng") }]).ask(WEB, patience(50));
    expect(warnings[0]).toMatch(/could not be asked in the remaining time/);
    expect(seen).toEqual([]);
  });

  it("stops when the caller cancels, without blaming a provider", async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort(new Error("cancelled by the client")));
    const chain = chainOf([
      { name: "searxng", url },
      { name: "tavily", url },
    ]);
    await expect(chain.ask(WEB, { signal: controller.signal, left: () => 20_000 })).rejects.toThrow("cancelled by");
    expect(seen).toHaveLength(1);
    expect(chain.problem()).toBeUndefined();
  });

  it("asks the next provider when a key is not a valid header value", async () => {
    const chain = chainOf([
      { name: "brave", url: await ok("brave"), key: "ключ\n" },
      { name: "tavily", url: await ok("tavily") },
    ]);
    const { provider, warnings } = await chain.ask(WEB, patience());
    expect(provider).toBe("tavily");
    expect(warnings[0]).toMatch(/^Brave Search was skipped: it /);
    expect(JSON.stringify(heard)).not.toContain("ключ");
  });
});
