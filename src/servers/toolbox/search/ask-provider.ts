import {
  type Outbound,
  OutboundError,
  type OutboundReason,
  type OutboundResponse,
} from "../../../platform/outbound/outbound.ts";
import { type Finding, ProviderFault, type ProviderQuery, type SearchProvider } from "./search-provider.ts";
import { checkedResult, type SearchResult } from "./search-result.ts";

interface Asking {
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const MOST_BYTES = 1_000_000;
const DEFAULT_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** Whoever did not answer in time would make the next search wait as long again. */
const SILENCE_PAUSE_MS = 30_000;

/** What a provider found, checked. Rejects with a ProviderFault when there is no answer that can be used. */
export const askProvider = async (
  provider: SearchProvider,
  query: ProviderQuery,
  { outbound, signal, timeoutMs }: Asking,
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
      throw error instanceof OutboundError ? silence(error, timeoutMs) : error;
    });
  const refusal = refusalOf(answer);
  if (refusal !== undefined) throw refusal;
  return checked(provider.read(parsed(answer.body), query), query);
};

const SILENCE: Readonly<Record<OutboundReason, string>> = {
  refused: "is at an address that may not be called",
  unreachable: "could not be reached",
  timeout: "did not answer in time",
  too_large: "sent more than an answer can hold",
  broken: "sent an answer that is none: cut off, no HTTP, or a redirect, of which none is followed",
  cancelled: "was no longer wanted",
};

const silence = (error: OutboundError, timeoutMs: number): ProviderFault => {
  const message = error.reason === "timeout" ? `did not answer within ${seconds(timeoutMs)}` : SILENCE[error.reason];
  return new ProviderFault(message, { pauseMs: error.reason === "timeout" ? SILENCE_PAUSE_MS : 0, cause: error });
};

const refusalOf = ({ status, headers }: OutboundResponse): ProviderFault | undefined => {
  if (status >= 200 && status < 300) return undefined;
  if (status < 400) return new ProviderFault("answered with a redirect, and none is followed");
  if (status === 401 || status === 403)
    return new ProviderFault(`refused access (${status}): its key, or its settings, need a look`);
  if (status === 429) {
    const pauseMs = pauseOf(headers);
    return new ProviderFault(`had too many requests and is left alone for ${seconds(pauseMs)}`, { pauseMs });
  }
  if (status === 432 || status === 433) return new ProviderFault("has used up what its plan allows");
  if (status >= 500) return new ProviderFault(`failed on its side (${status})`);
  return new ProviderFault(`did not accept the request (${status})`);
};

/** Seconds, or a date: that one is measured by the provider's own clock. */
const pauseOf = (headers: OutboundResponse["headers"]): number => {
  const wanted = headers["retry-after"]?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(wanted) ? Number(wanted) * 1000 : Date.parse(wanted) - Date.parse(headers["date"] ?? "");
  return Number.isNaN(ms) ? DEFAULT_PAUSE_MS : Math.min(Math.max(ms, 1000), LONGEST_PAUSE_MS);
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new ProviderFault("sent an answer that is no JSON");
  }
};

const checked = (findings: readonly Finding[] | undefined, { maxResults, news }: ProviderQuery) => {
  if (findings === undefined) throw new ProviderFault("sent an answer of an unknown form");
  const results: SearchResult[] = [];
  let usable = 0;
  for (const finding of findings.slice(0, 100)) {
    const result = checkedResult(finding);
    if (result === undefined) continue;
    usable++;
    const tooOld = news && result.published !== undefined && result.published.slice(0, 10) < news.from;
    if (!tooOld && results.length < maxResults) results.push(result);
  }
  if (findings.length > 0 && usable === 0) throw new ProviderFault("sent results of which none can be used");
  return results;
};

const seconds = (ms: number): string => {
  const count = Math.max(1, Math.round(ms / 1000));
  return count === 1 ? "1 second" : `${count} seconds`;
};
