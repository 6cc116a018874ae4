import { randomBytes } from "node:crypto";
import type { Clock } from "../../../model/clock.ts";
import { keys } from "../../../model/keys.ts";
import type { Store } from "../../../platform/stores/store.ts";

/** Keeps whole results that were too large to be shown, for a limited time, readable by their own tenant. */
export interface KeptResults {
  /** Returns the URI of the kept result; undefined if it is too large to be kept. */
  keep(tenant: string, json: string): Promise<string | undefined>;
  /** Returns the JSON. */
  read(tenant: string, uri: string): Promise<string | undefined>;
}

interface KeptResultsOptions {
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
  async keep(tenant, json) {
    if (Buffer.byteLength(json) > maxBytes) return undefined;
    // Within its tenant, the id alone gives access, so it must not be guessable.
    const id = randomBytes(18).toString("base64url");
    await store.put(keys.keptResult(tenant, id), { text: json }, { expiresAt: clock.now() + keepMs });
    return `${START}${id}`;
  },

  async read(tenant, uri) {
    const [, id] = uri.startsWith(START) ? ["", uri.slice(START.length)] : [];
    if (id === undefined || !/^[\w-]{24}$/.test(id)) return undefined;
    const text = (await store.get(keys.keptResult(tenant, id)))?.value["text"];
    return typeof text === "string" ? text : undefined;
  },
});
