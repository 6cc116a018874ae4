import type { Lazy } from "../../../mcp/tools/tool.ts";
import type { Clock } from "../../../model/clock.ts";
import type { Log } from "../../../model/log.ts";
import { array, boolean, defaulted, integer, maybe, object, type Static, string } from "../../../model/schema.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { type BuiltIn, builtIn, builtInFunction } from "../registry/built-in.ts";
import type { IndexedDocument } from "./indexed-document.ts";
import type { NewsReference } from "./news-wire.ts";
import { createOfflineSearch, type OfflineAnswer } from "./offline-search.ts";
import { createProviderChain } from "./provider-chain.ts";
import type { ProviderQuery, SearchProviderConfig } from "./search-provider.ts";
import { checkedQuery } from "./search-query.ts";

export interface SearchToolOptions {
  readonly outbound: Outbound;
  /** In the order in which they are tried; the offline index comes last. */
  readonly providers: readonly SearchProviderConfig[];
  /** Folder of the user's own documents. */
  readonly corpus?: string;
  /** What the offline index knows besides; asked for at the first search. */
  readonly documents: Lazy<readonly IndexedDocument[]>;
  /** Whom the TEST news wire writes about; asked for at the first search for news. */
  readonly reference: Lazy<NewsReference>;
  readonly clock: Clock;
  readonly seed: string;
  readonly log: Log;
}

const DAY_MS = 86_400_000;
/** Kept of a call's time for the offline index, when providers are slow. */
const OFFLINE_MS = 1_000;

const NOTES = {
  web: "From Taxiway's offline index: its generated world, its documentation and the documents folder, if there is one. The web was not searched.",
  news: "From Taxiway's TEST news wire: invented stories about a generated world, for rehearsal only. No real news were searched.",
  noWeb:
    "Nothing found. The offline index only knows Taxiway's generated world (airports, cities, airlines), its documentation and the documents folder, if there is one; the web was not searched. An operator can configure a search provider.",
  noNews:
    "Nothing found. Offline there is only the TEST news wire, invented stories about travel in a generated world; no real news were searched. An operator can configure a search provider.",
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
  provider: string({ description: "Who was searched: searxng, brave, tavily, taxiway-index or taxiway-test-news" }),
  offline: boolean({ description: "True when nothing outside Taxiway was searched" }),
  searched_at: string({ format: "date-time" }),
  query: string({ description: "The query as it was searched for" }),
  total: maybe(integer({ description: "How many matched in all, where that is known" })),
  warnings: maybe(array(string(), { description: "Which providers were skipped, and why" })),
  note: maybe(string({ description: "What to keep in mind about these results" })),
});
type Answer = Static<typeof answer>;

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** Search on the web or, without a provider that answers, in what Taxiway itself knows. */
export const createSearchTool = (options: SearchToolOptions): BuiltIn => {
  const { outbound, providers, corpus, documents, reference, clock, seed, log } = options;
  const chain = createProviderChain({ outbound, providers, log });
  const offline = createOfflineSearch({ documents, reference, corpus, seed, log });

  const search = async (
    query: ProviderQuery,
    call: FunctionCall,
    fallback: (patienceMs: number) => Promise<OfflineAnswer>,
  ): Promise<Answer> => {
    const deadline = performance.now() + call.timeoutMs;
    const reserve = Math.min(OFFLINE_MS, call.timeoutMs / 4);
    const left = () => deadline - performance.now() - reserve;
    const online = await chain.ask(query, { signal: call.signal, left });
    const said = { searched_at: new Date(clock.now()).toISOString(), query: query.text };
    if (online.results !== undefined && online.provider !== undefined) {
      const { results, provider, warnings } = online;
      return { results, provider, offline: false, ...said, ...(warnings.length > 0 && { warnings }) };
    }
    const { results, total, warnings: further } = await fallback(Math.max(left(), reserve / 2));
    call.signal.throwIfAborted();
    const warnings = [...online.warnings, ...further];
    const kind = query.news ? "news" : "web";
    const note = results.length > 0 ? NOTES[kind] : NOTES[query.news ? "noNews" : "noWeb"];
    const provider = query.news ? "taxiway-test-news" : "taxiway-index";
    return { results, provider, offline: true, ...said, total, ...(warnings.length > 0 && { warnings }), note };
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
        run: ({ query: raw, max_results }, call) => {
          const text = checkedQuery(raw);
          return search({ text, maxResults: max_results }, call, (patienceMs) =>
            offline.web(text, max_results, patienceMs),
          );
        },
      }),
      builtInFunction({
        name: "news_search",
        title: "Search the news",
        description:
          "Finds recent news, each with the time it was published. With offline true they come from the TEST news wire: invented stories about the generated world, to rehearse with. Never tell a traveller a TEST story as a fact.",
        parameters: object({
          query: string({
            description: "What the news are about, 1 to 400 characters; 'latest news' gives the last ones.",
          }),
          days_back: defaulted(
            integer({ description: "How many days to look back, from now.", default: 7, minimum: 1, maximum: 365 }),
          ),
          max_results: maxResults,
        }),
        returns: answer,
        annotations,
        timeout: 15,
        run: ({ query: raw, days_back, max_results }, call) => {
          const text = checkedQuery(raw);
          const to = clock.now();
          const from = to - days_back * DAY_MS;
          const news = { daysBack: days_back, from: dayOf(from), to: dayOf(to) };
          return search({ text, maxResults: max_results, news }, call, () =>
            offline.news(text, { from, to }, max_results),
          );
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
