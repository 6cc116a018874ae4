import { randomBytes } from "node:crypto";
import type { Clock } from "../../../model/clock.ts";
import { keys } from "../../../model/keys.ts";
import type { Store } from "../../../platform/stores/store.ts";

/** JSON, or the bytes of a file. */
export interface KeptResult {
  readonly content: string | Uint8Array;
  readonly mimeType: string;
}

/** Keeps results that cannot be shown as they are, for a limited time, readable by their own tenant. */
export interface KeptResults {
  /** Returns the URI of the kept result; undefined if it is too large to be kept. */
  keep(tenant: string, result: KeptResult): Promise<string | undefined>;
  read(tenant: string, uri: string): Promise<KeptResult | undefined>;
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
  async keep(tenant, { content, mimeType }) {
    if (Buffer.byteLength(content) > maxBytes) return undefined;
    // Within its tenant, the id alone gives access, so it must not be guessable.
    const id = randomBytes(18).toString("base64url");
    const kept =
      typeof content === "string"
        ? { text: content, mimeType }
        : { base64: Buffer.from(content).toString("base64"), mimeType };
    await store.put(keys.keptResult(tenant, id), kept, { expiresAt: clock.now() + keepMs });
    return `${START}${id}`;
  },

  async read(tenant, uri) {
    const [, id] = uri.startsWith(START) ? ["", uri.slice(START.length)] : [];
    if (id === undefined || !/^[\w-]{24}$/.test(id)) return undefined;
    const { text, base64, mimeType = "application/json" } = (await store.get(keys.keptResult(tenant, id)))?.value ?? {};
    if (typeof mimeType !== "string") return undefined;
    if (typeof base64 === "string") return { content: Buffer.from(base64, "base64"), mimeType };
    return typeof text === "string" ? { content: text, mimeType } : undefined;
  },
});
