import type { OutboundRequest } from "../../../platform/outbound/outbound.ts";

/** How one search service is asked, and where its answers keep what they found. Does nothing by itself. */
export interface SearchProvider {
  readonly name: string;
  /** For sentences. */
  readonly title: string;
  request(query: ProviderQuery): ProviderRequest;
  /** What was found, still unchecked; undefined when the answer is not of a form that we know. */
  read(answer: unknown, query: ProviderQuery): readonly Finding[] | undefined;
}

export interface ProviderQuery {
  readonly text: string;
  readonly maxResults: number;
  /** Only what was published lately; else the whole web. */
  readonly news?: { readonly daysBack: number; readonly from: string; readonly to: string };
}

export interface ProviderRequest extends Pick<OutboundRequest, "method" | "headers" | "body"> {
  readonly url: URL;
}

export interface Finding {
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

/** Why there is no answer of a provider; its message goes on after "it". */
export class ProviderFault extends Error {
  /** How long the provider is better left alone. */
  readonly pauseMs: number;

  constructor(message: string, { pauseMs = 0, cause }: { pauseMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = "ProviderFault";
    this.pauseMs = pauseMs;
  }
}

export const endpoint = (base: string, path: string, parameters: Readonly<Record<string, string>> = {}): URL => {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
};

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
