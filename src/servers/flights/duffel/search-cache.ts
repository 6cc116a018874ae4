import type { Clock } from "../../../model/clock.ts";
import type { Log } from "../../../model/log.ts";
import type { RecordValue, Store } from "../../../platform/stores/store.ts";
import type { FlightOption } from "../../../travel/flight-option.ts";
import type { ShopTimers } from "./duffel-calls.ts";

/** What a search found, as it is remembered. */
export interface Remembered {
  /** Frozen. */
  readonly options: readonly FlightOption[];
  readonly fetchedAt: number;
  /** When the first of them can no longer be had: nothing has to be looked at one by one before. */
  readonly firstExpiry: number;
  readonly warnings: readonly string[];
  readonly reason?: string;
}

/** In the store, for all nodes. Never the cause of a failure: without it every search is a new one. */
export interface SearchCache {
  get(key: string): Promise<Remembered | undefined>;
  put(key: string, found: Remembered): Promise<void>;
  /** As an answer by itself, without what can no longer be had; undefined when it is too old for one. */
  fresh(found: Remembered): Remembered | undefined;
}

interface Seen {
  readonly found: Remembered;
  readonly version: number;
  /** When the store was last asked. */
  checkedAt: number;
}

const FRESH_MS = 30 * 60_000;
const STALE_MS = 24 * 3_600_000;
/** For as long a node may not know that another one has asked anew. */
const TRUSTED_MS = 1000;
const MOST_SEEN = 64;

export const createSearchCache = (parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: ShopTimers;
  readonly log: Log;
}): SearchCache => {
  const { store, clock, timers, log } = parts;
  // The same frozen array for the same search: what is serialised once is not serialised again.
  const seen = new Map<string, Seen>();

  const remember = (key: string, found: Remembered, version: number): Remembered => {
    seen.delete(key);
    seen.set(key, { found, version, checkedAt: timers.now() });
    if (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value as string);
    return found;
  };

  return {
    async get(key) {
      const known = seen.get(key);
      if (known !== undefined && timers.now() - known.checkedAt < TRUSTED_MS) return known.found;
      try {
        const kept = await store.get(key);
        if (kept === undefined) {
          seen.delete(key);
          return undefined;
        }
        const same = known?.version === kept.version;
        return remember(key, same ? known.found : revived(kept.value as unknown as Remembered), kept.version);
      } catch (error) {
        log.warn("Tool cache unavailable", { tool: "flights-mcp", cacheKey: key, reason: String(error) });
        return undefined;
      }
    },

    async put(key, found) {
      try {
        const expiresAt = found.fetchedAt + FRESH_MS + STALE_MS;
        const version = await store.put(key, found as unknown as RecordValue, { expiresAt });
        remember(key, found, version ?? 0);
      } catch (error) {
        log.warn("Tool cache unavailable", { tool: "flights-mcp", cacheKey: key, reason: String(error) });
      }
    },

    fresh(found) {
      const now = clock.now();
      const age = now - found.fetchedAt;
      if (age < 0 || age >= FRESH_MS) return undefined;
      return now < found.firstExpiry ? found : unexpired(found, now);
    },
  };
};

const revived = (kept: Remembered): Remembered => ({ ...kept, options: Object.freeze(kept.options) });

/** Offers of some airlines live for less than half an hour. */
const unexpired = (found: Remembered, now: number): Remembered | undefined => {
  const options = found.options.filter(({ expires_at }) => Date.parse(expires_at) > now);
  if (options.length === 0) return undefined;
  const gone = found.options.length - options.length;
  const said = `${gone} ${gone === 1 ? "offer has" : "offers have"} expired since; refresh: true asks anew.`;
  return { ...found, options: Object.freeze(options), warnings: [...found.warnings, said] };
};
