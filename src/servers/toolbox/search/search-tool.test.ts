import { mkdtemp, rm, writeFile } from "node:fs/promises";
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
const outbound = createOutbound({ allow: [] });
const silent = () => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

afterAll(() => outbound.close());

/** The largest airports are enough here: indexing all of them takes a second. */
const documents = referenceDocuments({
  places: { ...places, airports: () => places.airports().slice(0, 200) },
  airlines: airlines.slice(0, 50),
});

const toolWith = (options: Partial<SearchToolOptions> = {}) =>
  createSearchTool({
    outbound,
    providers: [],
    documents: () => documents,
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

describe("search_tool", () => {
  const tool = toolWith();

  it("declares the functions and parameters of the contract", () => {
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

  it("searches the offline index without a provider, and notes it", async () => {
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

  it("returns an empty list for a topic outside the index", async () => {
    const answer = await call(tool, "web_search", { query: "artificial intelligence trends 2025", max_results: 3 });
    expect(answer.results).toEqual([]);
    expect(answer.note).toMatch(/^Nothing found\. The offline index only knows Taxiway's generated world/);
    expect(answer["total"]).toBe(0);
  });

  it("returns no news without a provider, and notes why", async () => {
    const answer = await call(tool, "news_search", { query: "latest travel news" });
    expect(answer).toMatchObject({ results: [], provider: "none", offline: true, total: 0 });
    expect(answer.note).toMatch(/^No news was searched: that needs a search provider/);
  });

  it.each([
    ["", /empty/],
    [" \t\u200b\n ", /empty/],
    ["x".repeat(401), /too long: 401 characters/],
    ["y".repeat(1_000_000), /too long/],
  ])("rejects an empty or too long query", async (query, message) => {
    for (const functionName of ["web_search", "news_search"]) {
      const failure = await call(tool, functionName, { query }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect(failure).toMatchObject({ kind: "invalid", message: expect.stringMatching(message) });
      expect((failure as Failure).details).toMatchObject({ field: "query", allowed: "1 to 400 characters" });
    }
  });

  it("accepts 400 characters after trimming", async () => {
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

describe("search_tool with a documents folder", () => {
  it("finds its documents along with the reference data", async () => {
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

  it("warns when it cannot be read", async () => {
    const tool = toolWith({ corpus: join(tmpdir(), "taxiway-no-such-folder") });
    const { warnings } = await call(tool, "web_search", { query: "FRA" });
    expect(warnings).toEqual(["The documents folder could not be read; it was not searched."]);
  });
});
