import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { frozenClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import { createOutbound } from "../../../platform/outbound/guarded-outbound.ts";
import { loadPlaces } from "../../../travel/world/places.ts";
import { createGeneratedWorld } from "../../../travel/world/world.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { referenceDocuments } from "./reference-documents.ts";
import { createSearchTool, type SearchToolOptions } from "./search-tool.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const clock = frozenClock(NOW);
const places = loadPlaces();
const airlines = createGeneratedWorld({ seed: "fixed", clock, places }).airlines();
const outbound = createOutbound({ allow: ["127.0.0.1"] });
const silent = () => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };
const servers: Server[] = [];

afterAll(async () => {
  await outbound.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const toolWith = (options: Partial<SearchToolOptions> = {}) =>
  createSearchTool({
    outbound,
    providers: [],
    documents: () => referenceDocuments({ places, airlines }),
    reference: () => ({ places, airlines }),
    clock,
    seed: "fixed",
    log,
    ...options,
  });

interface Answer {
  readonly results: readonly { title: string; url: string; snippet: string; published?: string; source?: string }[];
  readonly provider: string;
  readonly offline: boolean;
  readonly note?: string;
  readonly warnings?: readonly string[];
  readonly [field: string]: unknown;
}

const call = async (
  { backend }: ReturnType<typeof toolWith>,
  functionName: string,
  args: Readonly<Record<string, unknown>>,
  further: Partial<FunctionCall> = {},
): Promise<Answer> => {
  const { data } = await backend.call({
    functionName,
    arguments: { max_results: 5, days_back: 7, ...args },
    callId: "call-1",
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    caller: { tenant: "default", sessionId: "s", transport: "stdio" },
    progress: silent,
    ...further,
  });
  return data as Answer;
};

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe("search_tool", () => {
  const tool = toolWith();

  it("has the parameters of its contract", () => {
    const [web, news] = tool.description.functions;
    expect(tool.description).toMatchObject({ name: "search_tool", category: "SEARCH", version: "1.0.0" });
    expect(web).toMatchObject({
      name: "web_search",
      parameters: {
        type: "object",
        properties: {
          query: { type: "string" },
          max_results: { type: "integer", default: 5, minimum: 1, maximum: 20 },
        },
        required: ["query"],
      },
    });
    expect(news).toMatchObject({
      name: "news_search",
      parameters: {
        properties: { days_back: { type: "integer", default: 7, minimum: 1, maximum: 365 } },
        required: ["query"],
      },
    });
  });

  it("answers offline from what Taxiway knows, and says so", async () => {
    const answer = await call(tool, "web_search", { query: " FRA\u0000 " });
    expect(answer).toMatchObject({
      provider: "taxiway-index",
      offline: true,
      searched_at: "2026-11-16T12:00:00.000Z",
      query: "FRA",
      note: expect.stringContaining("The web was not searched"),
    });
    expect(answer.results).toHaveLength(5);
    expect(answer.results[0]).toMatchObject({
      title: "Frankfurt Airport (FRA)",
      url: "gds://mock-data/airports/FRA",
      snippet: expect.stringContaining("Europe/Berlin"),
      source: "Taxiway reference data",
    });
    expect(answer.warnings).toBeUndefined();
  });

  it("answers the registry document's example with a list and never with invented facts", async () => {
    const answer = await call(tool, "web_search", { query: "artificial intelligence trends 2025", max_results: 3 });
    expect(answer.results).toEqual([]);
    expect(answer.note).toMatch(/^Nothing found\. The offline index only knows Taxiway's generated world/);
    expect(answer["total"]).toBe(0);
  });

  it("answers news offline from the TEST wire, by the clock", async () => {
    const answer = await call(tool, "news_search", { query: "latest travel news", days_back: 30, max_results: 20 });
    expect(answer).toMatchObject({ provider: "taxiway-test-news", offline: true });
    expect(answer.results.length).toBeGreaterThan(0);
    for (const { title, url, published = "", source } of answer.results) {
      expect(title).toMatch(/^TEST: /);
      expect(url).toMatch(/^taxiway:\/\/news\/2026-1[01]-\d\d\/\d$/);
      expect(Date.parse(published)).toBeLessThanOrEqual(NOW);
      expect(source).toBe("TEST news wire");
    }
    const none = await call(tool, "news_search", { query: "parliament elections" });
    expect(none).toMatchObject({ results: [], note: expect.stringContaining("TEST news wire") });
  });

  it.each([
    ["", /empty/],
    [" \t\u200b\n ", /empty/],
    ["x".repeat(401), /too long: 401 characters/],
    ["y".repeat(1_000_000), /too long/],
  ])("refuses a query that is none", async (query, message) => {
    for (const functionName of ["web_search", "news_search"]) {
      const failure = await call(tool, functionName, { query }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect(failure).toMatchObject({ kind: "invalid", message: expect.stringMatching(message) });
      expect((failure as Failure).details).toMatchObject({ field: "query", allowed: "1 to 400 characters" });
    }
  });

  it("takes a query of 400 characters after trimming", async () => {
    expect(await call(tool, "web_search", { query: ` ${"z".repeat(400)} ` })).toMatchObject({ results: [] });
  });

  it("is healthy without providers", async () => {
    expect(await tool.backend.check(new AbortController().signal)).toEqual({
      status: "healthy",
      version: "1.0.0",
      capabilities: ["web_search", "news_search"],
    });
  });
});

describe("search_tool with providers", () => {
  it("shows what the provider found, and that it is live", async () => {
    const results = [{ title: "Como", url: "https://example.com/como", content: "A lake." }];
    const url = await serve((_, response) => response.end(JSON.stringify({ results })));
    const answer = await call(toolWith({ providers: [{ name: "searxng", url }] }), "web_search", { query: "como" });
    expect(answer).toEqual({
      results: [{ title: "Como", url: "https://example.com/como", snippet: "A lake.", source: "example.com" }],
      provider: "searxng",
      offline: false,
      searched_at: "2026-11-16T12:00:00.000Z",
      query: "como",
    });
  });

  it("takes an honest nothing for an answer", async () => {
    const url = await serve((_, response) => response.end(JSON.stringify({ results: [] })));
    const answer = await call(toolWith({ providers: [{ name: "tavily", url }] }), "news_search", { query: "FRA" });
    expect(answer).toMatchObject({ provider: "tavily", offline: false, results: [] });
  });

  it("falls back to the offline index, says why, and is degraded until the provider answers", async () => {
    let broken = true;
    const url = await serve((_, response) => {
      if (broken) response.writeHead(503).end();
      else response.end(JSON.stringify({ results: [] }));
    });
    const tool = toolWith({ providers: [{ name: "tavily", url, key: "k" }] });
    const signal = new AbortController().signal;
    const answer = await call(tool, "web_search", { query: "FRA" });
    expect(answer).toMatchObject({
      offline: true,
      warnings: ["Tavily was skipped: it failed on its side (503)."],
    });
    expect(answer.results[0]?.title).toBe("Frankfurt Airport (FRA)");
    expect(await tool.backend.check(signal)).toMatchObject({
      status: "degraded",
      lastError: "Tavily failed on its side (503).",
    });
    broken = false;
    await call(tool, "web_search", { query: "FRA" });
    expect(await tool.backend.check(signal)).toMatchObject({ status: "healthy" });
  });

  it("still answers within a short deadline when providers are silent", async () => {
    const url = await serve(silent);
    const tool = toolWith({ providers: [{ name: "searxng", url }] });
    const answer = await call(tool, "web_search", { query: "FRA" }, { timeoutMs: 400 });
    expect(answer).toMatchObject({ offline: true, warnings: [expect.stringContaining("did not answer within")] });
  });

  it("ends when the caller cancels", async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort());
    const tool = toolWith({ providers: [{ name: "searxng", url }] });
    const { signal } = controller;
    await expect(call(tool, "web_search", { query: "FRA" }, { signal })).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("search_tool with a folder of documents", () => {
  it("finds them beside the reference data", async () => {
    const corpus = await mkdtemp(join(tmpdir(), "taxiway-search-"));
    try {
      await writeFile(join(corpus, "policy.md"), "# Travel policy\n\nEmployees fly premium economy above six hours.");
      const tool = toolWith({ corpus });
      const answer = await call(tool, "web_search", { query: "employees travel policy" });
      expect(answer.results[0]).toEqual({
        title: "Travel policy",
        url: "taxiway://corpus/policy.md",
        snippet: "Travel policy Employees fly premium economy above six hours.",
        source: "documents folder",
      });
      expect((await call(tool, "web_search", { query: "FRA" })).results[0]?.title).toBe("Frankfurt Airport (FRA)");
      await tool.backend.close();
    } finally {
      await rm(corpus, { recursive: true });
    }
  });

  it("says when they cannot be read", async () => {
    const tool = toolWith({ corpus: join(tmpdir(), "taxiway-no-such-folder") });
    const { warnings } = await call(tool, "web_search", { query: "FRA" });
    expect(warnings).toEqual(["The folder of documents could not be read, and was left out."]);
  });
});
