import { randomBytes } from "node:crypto";
import type { Clock } from "../../../model/clock.ts";
import { keys } from "../../../model/keys.ts";
import type { Store } from "../../../platform/stores/store.ts";

/** The whole of results that were too large to be shown, for a while and for their own tenant. */
export interface KeptResults {
  /** Where it can be read; undefined for what is too large to be kept at all. */
  keep(tenant: string, text: string, contentType?: string): Promise<string | undefined>;
  read(tenant: string, uri: string): Promise<KeptResult | undefined>;
}

export interface KeptResult {
  readonly text: string;
  readonly contentType: string;
}

export interface KeptResultsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly keepMs?: number;
  readonly maxBytes?: number;
}

export const RESULT_URI = "taxiway://results/{id}";
const START = RESULT_URI.slice(0, RESULT_URI.indexOf("{"));

export const createKeptResults = ({
  store,
  clock,
  keepMs = 15 * 60_000,
  maxBytes = 5_000_000,
}: KeptResultsOptions): KeptResults => ({
  async keep(tenant, text, contentType = "application/json") {
    if (Buffer.byteLength(text) > maxBytes) return undefined;
    // Whoever knows it may read it, within its tenant: it cannot be guessed.
    const id = randomBytes(18).toString("base64url");
    await store.put(keys.keptResult(tenant, id), { text, contentType }, { expiresAt: clock.now() + keepMs });
    return `${START}${id}`;
  },

  async read(tenant, uri) {
    const [, id] = uri.startsWith(START) ? ["", uri.slice(START.length)] : [];
    if (id === undefined || !/^[\w-]{24}$/.test(id)) return undefined;
    const { text, contentType } = (await store.get(keys.keptResult(tenant, id)))?.value ?? {};
    return typeof text === "string" && typeof contentType === "string" ? { text, contentType } : undefined;
  },
});
