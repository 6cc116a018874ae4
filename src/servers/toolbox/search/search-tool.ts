import type { Clock } from "../../../model/clock.ts";
import { invalid } from "../../../model/failure.ts";
import { array, boolean, defaulted, integer, maybe, object, type Static, string } from "../../../model/schema.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { type BuiltIn, builtIn, builtInFunction } from "../registry/built-in.ts";
import { createOfflineSearch, type OfflineOptions } from "./offline-search.ts";
import { cleanLine } from "./plain-text.ts";
import { createProviderChain } from "./provider-chain.ts";
import type { ProviderQuery, SearchProviderConfig } from "./providers.ts";

export interface SearchToolOptions extends OfflineOptions {
  readonly outbound: Outbound;
  /** In the order they are tried; the offline index comes last. */
  readonly providers: readonly SearchProviderConfig[];
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
/** Time of a call reserved for the offline index when providers are slow. */
const OFFLINE_MS = 1_000;

const NOTES = {
  found:
    "From Taxiway's offline index: its generated world, its documentation and the documents folder, if there is one. The web was not searched.",
  nothing:
    "Nothing found. The offline index only knows Taxiway's generated world (airports, cities, airlines), its documentation and the documents folder, if there is one; the web was not searched. An operator can configure a search provider.",
  noNews:
    "No news was searched: that needs a search provider, and none is configured or available. An operator can configure SearXNG, Brave Search or Tavily.",
};

const maxResults = defaulted(
  integer({ description: "How many results to return at most.", default: 5, minimum: 1, maximum: 20 }),
);

const answer = object({
  results: array(
    object({
      title: string(),
      url: string({ description: "http(s) on the web; gds:// and taxiway:// name things inside Taxiway" }),
      snippet: string({ description: "The passage that fits the query" }),
      published: maybe(string({ format: "date-time" })),
      source: maybe(string({ description: "Who published it" })),
    }),
    { description: "Best first; empty when nothing was found" },
  ),
  provider: string({ description: "Who was searched: searxng, brave, tavily, taxiway-index, or none" }),
  offline: boolean({ description: "True when nothing outside Taxiway was searched" }),
  searched_at: string({ format: "date-time" }),
  query: string({ description: "The query as it was searched for" }),
  total: maybe(integer({ description: "How many matched in all, where that is known" })),
  warnings: maybe(array(string(), { description: "Which providers were skipped, and why" })),
  note: maybe(string({ description: "What to keep in mind about these results" })),
});
type Answer = Static<typeof answer>;

const NO_NEWS = { results: [], total: 0, warnings: [] };

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** The search tool: asks the configured providers in turn, then the offline index. */
export const createSearchTool = (options: SearchToolOptions): BuiltIn => {
  const { outbound, providers, clock, log } = options;
  const chain = createProviderChain({ outbound, providers, log });
  const offline = createOfflineSearch(options);

  const search = async (query: ProviderQuery, call: FunctionCall): Promise<Answer> => {
    const deadline = performance.now() + call.timeoutMs;
    const reserve = Math.min(OFFLINE_MS, call.timeoutMs / 4);
    const left = () => deadline - performance.now() - reserve;
    const online = await chain.ask(query, { signal: call.signal, left });
    const asked = { searched_at: new Date(clock.now()).toISOString(), query: query.text };
    if (online.results !== undefined && online.provider !== undefined) {
      const { results, provider, warnings } = online;
      return { results, provider, offline: false, ...asked, ...(warnings.length > 0 && { warnings }) };
    }
    const found = query.news
      ? NO_NEWS
      : await offline.search(query.text, query.maxResults, Math.max(left(), reserve / 2));
    call.signal.throwIfAborted();
    const { results, total } = found;
    const warnings = [...online.warnings, ...found.warnings];
    return {
      results,
      provider: query.news ? "none" : "taxiway-index",
      offline: true,
      ...asked,
      total,
      ...(warnings.length > 0 && { warnings }),
      note: NOTES[query.news ? "noNews" : results.length > 0 ? "found" : "nothing"],
    };
  };

  return builtIn({
    name: "search_tool",
    description:
      "Searches the web and the news. Without a search provider it searches what Taxiway knows: airports, cities, countries, airlines, alliances, how bookings work, and the documents folder. Every answer says which provider it came from and whether it is offline.",
    category: "SEARCH",
    version: "1.0.0",
    functions: [
      builtInFunction({
        name: "web_search",
        title: "Search the web",
        description:
          "Finds pages about anything: give keywords, get titles, addresses and the passages that fit. With offline true the results come from Taxiway's own index of its generated world and documentation, not from the web.",
        parameters: object({
          query: string({ description: "What to look for, 1 to 400 characters: keywords, a name, an IATA code." }),
          max_results: maxResults,
        }),
        returns: answer,
        annotations,
        timeout: 15,
        run: ({ query, max_results }, call) => search({ text: checkedQuery(query), maxResults: max_results }, call),
      }),
      builtInFunction({
        name: "news_search",
        title: "Search the news",
        description:
          "Finds recent news, each with the time it was published. Needs a search provider: with offline true no news was searched, and the list is empty.",
        parameters: object({
          query: string({
            description: "What the news is about, 1 to 400 characters.",
          }),
          days_back: defaulted(
            integer({ description: "How many days to look back, from now.", default: 7, minimum: 1, maximum: 365 }),
          ),
          max_results: maxResults,
        }),
        returns: answer,
        annotations,
        timeout: 15,
        run: ({ query, days_back, max_results }, call) => {
          const to = clock.now();
          const news = { daysBack: days_back, from: dayOf(to - days_back * DAY_MS), to: dayOf(to) };
          return search({ text: checkedQuery(query), maxResults: max_results, news }, call);
        },
      }),
    ],
    check: async () => {
      const problem = chain.problem();
      return problem === undefined ? { status: "healthy" } : { status: "degraded", lastError: problem };
    },
    close: async () => offline.close(),
  });
};

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

const LONGEST_QUERY = 400;

/** Returns the query as one line without invisible characters. */
const checkedQuery = (raw: string): string => {
  const query = raw.length > 100 * LONGEST_QUERY ? raw : cleanLine(raw);
  if (query === "")
    throw invalid("The query is empty.", {
      field: "query",
      value: raw.slice(0, 100),
      allowed: `1 to ${LONGEST_QUERY} characters`,
      hint: "Say in a few words what to look for, such as 'Frankfurt airport' or 'baggage rules'.",
    });
  if (query.length > LONGEST_QUERY)
    throw invalid(`The query is too long: ${query.length} characters.`, {
      field: "query",
      value: `${query.slice(0, 100)}…`,
      allowed: `1 to ${LONGEST_QUERY} characters`,
      hint: "Keep only the words that matter; a search engine wants keywords, not a whole text.",
    });
  return query;
};
