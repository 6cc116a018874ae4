import { cleanLine, shorten } from "./clean-text.ts";
import { htmlToText } from "./html-text.ts";
import type { Finding } from "./search-provider.ts";

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** ISO instant. */
  readonly published?: string;
  readonly source?: string;
}

const LONGEST = { raw: 20_000, title: 200, snippet: 500, url: 2_000 };

/** What a stranger says it found, made fit to be read: plain text of bounded length behind an address of the web. */
export const checkedResult = ({ title, url, snippet, published }: Finding): SearchResult | undefined => {
  const address = webAddress(url);
  const name = plain(title, LONGEST.title);
  if (address === undefined || name === "") return undefined;
  const instant = instantOf(published);
  return {
    title: name,
    url: address.href,
    snippet: plain(snippet, LONGEST.snippet),
    ...(instant !== undefined && { published: instant }),
    source: address.hostname,
  };
};

const plain = (text: unknown, most: number): string =>
  typeof text === "string" ? shorten(cleanLine(htmlToText(text.slice(0, LONGEST.raw))), most) : "";

const webAddress = (url: unknown): URL | undefined => {
  if (typeof url !== "string" || url.length > LONGEST.url || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  const plainWeb = /^https?:$/.test(address.protocol) && address.username === "" && address.password === "";
  return plainWeb && address.href.length <= LONGEST.url ? address : undefined;
};

/** Times without a zone are taken as UTC: they must not mean another hour on another machine. */
const instantOf = (published: unknown): string | undefined => {
  if (typeof published !== "string" || published.length > 50) return undefined;
  const zoneless = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(published);
  const time = Date.parse(zoneless ? `${published.replace(" ", "T")}Z` : published);
  return time >= 0 && time < 4_102_444_800_000 ? new Date(time).toISOString() : undefined;
};
