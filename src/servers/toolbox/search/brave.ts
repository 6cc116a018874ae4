import { endpoint, isFields, type SearchProvider, type SearchProviderConfig } from "./search-provider.ts";

/** Longer questions are refused. */
const MOST_WORDS = 50;

export const brave = ({ url, key = "" }: SearchProviderConfig): SearchProvider => ({
  name: "brave",
  title: "Brave Search",
  request: ({ text, maxResults, news }) => ({
    url: endpoint(url, news ? "/news/search" : "/web/search", {
      q: text.split(" ").slice(0, MOST_WORDS).join(" "),
      count: String(maxResults),
      ...(news ? { freshness: `${news.from}to${news.to}` } : { result_filter: "web", text_decorations: "false" }),
    }),
    headers: { "x-subscription-token": key },
  }),
  read: (answer, { news }) => {
    if (!isFields(answer)) return undefined;
    const found = news ? answer : answer["web"];
    // Without a match there is no `web` at all.
    if (found === undefined && answer["type"] === "search") return [];
    if (!isFields(found) || !Array.isArray(found["results"])) return undefined;
    return found["results"].filter(isFields).map(({ title, url, description, page_age }) => ({
      title,
      url,
      snippet: description,
      published: page_age,
    }));
  },
});
