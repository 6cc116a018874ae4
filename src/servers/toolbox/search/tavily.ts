import { endpoint, isFields, type SearchProvider, type SearchProviderConfig } from "./search-provider.ts";

export const tavily = ({ url, key = "" }: SearchProviderConfig): SearchProvider => ({
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
  read: (answer) => {
    if (!isFields(answer) || !Array.isArray(answer["results"])) return undefined;
    return answer["results"].filter(isFields).map(({ title, url, content, published_date }) => ({
      title,
      url,
      snippet: content,
      published: published_date,
    }));
  },
});
