import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { frozenClock } from "../../../../../src/model/clock.ts";
import type { Log } from "../../../../../src/model/log.ts";
import { createOutbound } from "../../../../../src/platform/outbound/guarded-outbound.ts";
import type { FunctionCall } from "../../../../../src/servers/toolbox/registry/backend.ts";
import { referenceDocuments } from "../../../../../src/servers/toolbox/search/reference-documents.ts";
import { createSearchTool, type SearchToolOptions } from "../../../../../src/servers/toolbox/search/search-tool.ts";
import { loadPlaces } from "../../../../../src/travel/world/places.ts";
import { createGeneratedWorld } from "../../../../../src/travel/world/world.ts";

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
    clock,
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

describe("search_tool with providers", () => {
  it("returns the results of the provider as live", async () => {
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

  it("accepts an empty answer of a provider", async () => {
    const url = await serve((_, response) => response.end(JSON.stringify({ results: [] })));
    const answer = await call(toolWith({ providers: [{ name: "tavily", url }] }), "news_search", { query: "FRA" });
    expect(answer).toMatchObject({ provider: "tavily", offline: false, results: [] });
  });

  it("falls back to the offline index with a warning, and is degraded until the provider answers", async () => {
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

  it("answers within a short deadline when the provider is silent", async () => {
    const url = await serve(silent);
    const tool = toolWith({ providers: [{ name: "searxng", url }] });
    const answer = await call(tool, "web_search", { query: "FRA" }, { timeoutMs: 400 });
    expect(answer).toMatchObject({ offline: true, warnings: [expect.stringContaining("did not answer within")] });
  });

  it("stops when the caller cancels", async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort());
    const tool = toolWith({ providers: [{ name: "searxng", url }] });
    const { signal } = controller;
    await expect(call(tool, "web_search", { query: "FRA" }, { signal })).rejects.toMatchObject({ name: "AbortError" });
  });
});
