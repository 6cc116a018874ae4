import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { OutboundRequest } from "../../../platform/outbound/outbound.ts";

/** Builds the requests of one search service and reads its answers. Sends nothing itself. */
export interface SearchProvider {
  readonly name: string;
  /** Name for messages. */
  readonly title: string;
  request(query: ProviderQuery): ProviderRequest;
  /** Returns unchecked results, or undefined for an answer in an unknown format. */
  read(answer: unknown, query: ProviderQuery): readonly RawResult[] | undefined;
}

export interface ProviderQuery {
  readonly text: string;
  readonly maxResults: number;
  /** Searches the news of these days instead of the web. */
  readonly news?: { readonly daysBack: number; readonly from: string; readonly to: string };
}

interface ProviderRequest extends Pick<OutboundRequest, "method" | "headers" | "body"> {
  readonly url: URL;
}

export interface RawResult {
  readonly title?: unknown;
  readonly url?: unknown;
  readonly snippet?: unknown;
  readonly published?: unknown;
}

export interface SearchProviderConfig {
  readonly name: "searxng" | "brave" | "tavily";
  readonly url: string;
  readonly key?: string;
}

/** A provider gave no usable answer. The message continues a sentence that starts with "it". */
export class ProviderFault extends Error {
  /** How long not to ask the provider again. */
  readonly pauseMs: number;

  constructor(message: string, { pauseMs = 0, cause }: { pauseMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = "ProviderFault";
    this.pauseMs = pauseMs;
  }
}

const endpoint = (base: string, path: string, parameters: Readonly<Record<string, string>> = {}): URL => {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
};

const listIn = (answer: unknown): readonly JsonObject[] | undefined =>
  isJsonObject(answer) && Array.isArray(answer["results"]) ? answer["results"].filter(isJsonObject) : undefined;

const timeRange = (days: number): string => (days <= 1 ? "day" : days <= 7 ? "week" : days <= 31 ? "month" : "year");

/** Needs an instance with `format=json` enabled. Has no parameter for the number of results; a page has about 20. */
const searxng = ({ url }: SearchProviderConfig): SearchProvider => ({
  name: "searxng",
  title: "SearXNG",
  request: ({ text, news }) => ({
    url: endpoint(url, "/search", {
      q: text,
      format: "json",
      ...(news && { categories: "news", time_range: timeRange(news.daysBack) }),
    }),
  }),
  read: (answer) => {
    const unresponsive = isJsonObject(answer) ? answer["unresponsive_engines"] : undefined;
    const found = listIn(answer);
    if (found?.length === 0 && Array.isArray(unresponsive) && unresponsive.length > 0)
      throw new ProviderFault("got no answer from its search engines");
    return found?.map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      snippet: content,
      published: publishedDate,
    }));
  },
});

/** Brave rejects longer queries. */
const BRAVE_MOST_WORDS = 50;

const brave = ({ url, key = "" }: SearchProviderConfig): SearchProvider => ({
  name: "brave",
  title: "Brave Search",
  request: ({ text, maxResults, news }) => ({
    url: endpoint(url, news ? "/news/search" : "/web/search", {
      q: text.split(" ").slice(0, BRAVE_MOST_WORDS).join(" "),
      count: String(maxResults),
      ...(news ? { freshness: `${news.from}to${news.to}` } : { result_filter: "web", text_decorations: "false" }),
    }),
    headers: { "x-subscription-token": key },
  }),
  read: (answer, { news }) => {
    if (!isJsonObject(answer)) return undefined;
    const section = news ? answer : answer["web"];
    // The answer has no `web` when nothing was found.
    if (section === undefined && answer["type"] === "search") return [];
    return listIn(section)?.map(({ title, url, description, page_age }) => ({
      title,
      url,
      snippet: description,
      published: page_age,
    }));
  },
});

const tavily = ({ url, key = "" }: SearchProviderConfig): SearchProvider => ({
  name: "tavily",
  title: "Tavily",
  request: ({ text, maxResults, news }) => ({
    url: endpoint(url, "/search"),
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      query: text,
      max_results: maxResults,
      search_depth: "basic",
      ...(news && { topic: "news", days: news.daysBack }),
    }),
  }),
  read: (answer) =>
    listIn(answer)?.map(({ title, url, content, published_date }) => ({
      title,
      url,
      snippet: content,
      published: published_date,
    })),
});

const ADAPTERS = { searxng, brave, tavily };

export const createProvider = (config: SearchProviderConfig): SearchProvider => ADAPTERS[config.name](config);
