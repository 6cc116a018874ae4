import {
  type Outbound,
  OutboundError,
  type OutboundReason,
  type OutboundResponse,
} from "../../../platform/outbound/outbound.ts";
import { cleanLine, htmlToText, shorten } from "./plain-text.ts";
import { ProviderFault, type ProviderQuery, type RawResult, type SearchProvider } from "./providers.ts";

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** ISO instant. */
  readonly published?: string;
  readonly source?: string;
}

interface AskOptions {
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const MOST_BYTES = 1_000_000;
const DEFAULT_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** After a timeout, so that the next search does not wait as long again. */
const TIMEOUT_PAUSE_MS = 30_000;

/** Returns a provider's checked results. Rejects with a ProviderFault when the answer cannot be used. */
export const askProvider = async (
  provider: SearchProvider,
  query: ProviderQuery,
  { outbound, signal, timeoutMs }: AskOptions,
): Promise<readonly SearchResult[]> => {
  const { url, method = "GET", headers, body } = provider.request(query);
  const answer = await outbound
    .request(url, {
      method,
      headers: { accept: "application/json", "user-agent": "Taxiway", ...headers },
      ...(body !== undefined && { body }),
      signal,
      timeoutMs,
      maxBytes: MOST_BYTES,
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? noAnswer(error, timeoutMs) : error;
    });
  const refusal = refusalOf(answer);
  if (refusal !== undefined) throw refusal;
  return checked(provider.read(parsed(answer.body), query), query);
};

const NO_ANSWER: Readonly<Record<OutboundReason, string>> = {
  refused: "is at an address that may not be called",
  unreachable: "could not be reached",
  timeout: "did not answer in time",
  too_large: `sent an answer of more than ${MOST_BYTES / 1_000_000} MB`,
  broken: "sent a broken answer: cut off, not HTTP, or a redirect, which is not followed",
  cancelled: "was cancelled",
};

const noAnswer = (error: OutboundError, timeoutMs: number): ProviderFault => {
  const message = error.reason === "timeout" ? `did not answer within ${seconds(timeoutMs)}` : NO_ANSWER[error.reason];
  return new ProviderFault(message, { pauseMs: error.reason === "timeout" ? TIMEOUT_PAUSE_MS : 0, cause: error });
};

const refusalOf = ({ status, headers }: OutboundResponse): ProviderFault | undefined => {
  if (status >= 200 && status < 300) return undefined;
  if (status < 400) return new ProviderFault("answered with a redirect, which is not followed");
  if (status === 401 || status === 403)
    return new ProviderFault(`refused access (${status}): check its API key and settings`);
  if (status === 429) {
    const pauseMs = pauseOf(headers);
    return new ProviderFault(`had too many requests and is paused for ${seconds(pauseMs)}`, { pauseMs });
  }
  if (status === 432 || status === 433) return new ProviderFault("reached the limit of its plan");
  if (status >= 500) return new ProviderFault(`failed on its side (${status})`);
  return new ProviderFault(`did not accept the request (${status})`);
};

/** Reads Retry-After: seconds, or a date, which is compared with the provider's own clock. */
const pauseOf = (headers: OutboundResponse["headers"]): number => {
  const wanted = headers["retry-after"]?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(wanted) ? Number(wanted) * 1000 : Date.parse(wanted) - Date.parse(headers["date"] ?? "");
  return Number.isNaN(ms) ? DEFAULT_PAUSE_MS : Math.min(Math.max(ms, 1000), LONGEST_PAUSE_MS);
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new ProviderFault("sent an answer that is not JSON");
  }
};

const checked = (raw: readonly RawResult[] | undefined, { maxResults, news }: ProviderQuery) => {
  if (raw === undefined) throw new ProviderFault("sent an answer in an unknown format");
  const results: SearchResult[] = [];
  let usable = 0;
  for (const one of raw.slice(0, 100)) {
    const result = checkedResult(one);
    if (result === undefined) continue;
    usable++;
    const tooOld = news && result.published !== undefined && result.published.slice(0, 10) < news.from;
    if (!tooOld && results.length < maxResults) results.push(result);
  }
  if (raw.length > 0 && usable === 0) throw new ProviderFault("sent results of which none can be used");
  return results;
};

const LONGEST = { raw: 20_000, title: 200, snippet: 500, url: 2_000 };

/** Turns an untrusted result into plain text of bounded length with an http(s) URL; undefined without title or URL. */
const checkedResult = ({ title, url, snippet, published }: RawResult): SearchResult | undefined => {
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
  typeof text === "string" ? shorten(cleanLine(htmlToText(text.slice(0, LONGEST.raw)).text), most) : "";

const webAddress = (url: unknown): URL | undefined => {
  if (typeof url !== "string" || url.length > LONGEST.url || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  const isPlainWeb = /^https?:$/.test(address.protocol) && address.username === "" && address.password === "";
  return isPlainWeb && address.href.length <= LONGEST.url ? address : undefined;
};

/** Reads times without a zone as UTC, so that they do not depend on the machine's zone. */
const instantOf = (published: unknown): string | undefined => {
  if (typeof published !== "string" || published.length > 50) return undefined;
  const hasNoZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(published);
  const time = Date.parse(hasNoZone ? `${published.replace(" ", "T")}Z` : published);
  return time >= 0 && time < 4_102_444_800_000 ? new Date(time).toISOString() : undefined;
};

const seconds = (ms: number): string => {
  const count = Math.max(1, Math.round(ms / 1000));
  return count === 1 ? "1 second" : `${count} seconds`;
};
