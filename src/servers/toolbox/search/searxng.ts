import {
  endpoint,
  isFields,
  ProviderFault,
  type SearchProvider,
  type SearchProviderConfig,
} from "./search-provider.ts";

const timeRange = (days: number): string => (days <= 1 ? "day" : days <= 7 ? "week" : days <= 31 ? "month" : "year");

/** A SearXNG instance whose settings allow `format=json`. It takes no number of results: a page has about twenty. */
export const searxng = ({ url }: SearchProviderConfig): SearchProvider => ({
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
    if (!isFields(answer) || !Array.isArray(answer["results"])) return undefined;
    const results: unknown[] = answer["results"];
    const silent = answer["unresponsive_engines"];
    if (results.length === 0 && Array.isArray(silent) && silent.length > 0)
      throw new ProviderFault("got no answer from the engines it asks");
    return results.filter(isFields).map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      snippet: content,
      published: publishedDate,
    }));
  },
});
