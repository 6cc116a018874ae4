import type { Clock } from "../../../model/clock.ts";
import type { Log } from "../../../model/log.ts";
import type { RecordValue, Store } from "../../../platform/stores/store.ts";
import type { FlightOption } from "../flight-option.ts";
import type { ShopTimers } from "./duffel-calls.ts";

/** The cached result of a search. */
export interface CachedSearch {
  /** Frozen. */
  readonly options: readonly FlightOption[];
  readonly fetchedAt: number;
  /** When the first offer expires. Before that, expiry need not be checked for each offer. */
  readonly firstExpiry: number;
  readonly warnings: readonly string[];
  readonly reason?: string;
}

/** A cache of searches in the store, shared by all nodes. Errors of the store are logged and count as a miss. */
interface SearchCache {
  get(key: string): Promise<CachedSearch | undefined>;
  put(key: string, found: CachedSearch): Promise<void>;
  /** Returns the result without expired offers, or undefined if it is too old. */
  fresh(found: CachedSearch): CachedSearch | undefined;
}

interface Entry {
  readonly found: CachedSearch;
  readonly version: number;
  /** When the store was last read. */
  checkedAt: number;
}

const FRESH_MS = 30 * 60_000;
const STALE_MS = 24 * 3_600_000;
/** How long this node uses its copy without checking whether another node has refreshed it. */
const TRUSTED_MS = 1000;
const MAX_ENTRIES = 64;

export const createSearchCache = (parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: ShopTimers;
  readonly log: Log;
}): SearchCache => {
  const { store, clock, timers, log } = parts;
  // The same search returns the same frozen array, which is serialised only once.
  const entries = new Map<string, Entry>();

  const remember = (key: string, found: CachedSearch, version: number): CachedSearch => {
    entries.delete(key);
    entries.set(key, { found, version, checkedAt: timers.now() });
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as string);
    return found;
  };

  const orMiss = async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.warn("Tool cache unavailable", { tool: "flights-mcp", cacheKey: key, reason: String(error) });
      return undefined;
    }
  };

  return {
    async get(key) {
      const known = entries.get(key);
      if (known !== undefined && timers.now() - known.checkedAt < TRUSTED_MS) return known.found;
      return orMiss(key, async () => {
        const stored = await store.get(key);
        if (stored === undefined) {
          entries.delete(key);
          return undefined;
        }
        const same = known?.version === stored.version;
        return remember(key, same ? known.found : frozen(stored.value as unknown as CachedSearch), stored.version);
      });
    },

    async put(key, found) {
      await orMiss(key, async () => {
        const expiresAt = found.fetchedAt + FRESH_MS + STALE_MS;
        const version = await store.put(key, found as unknown as RecordValue, { expiresAt });
        return remember(key, found, version ?? 0);
      });
    },

    fresh(found) {
      const now = clock.now();
      const age = now - found.fetchedAt;
      if (age < 0 || age >= FRESH_MS) return undefined;
      return now < found.firstExpiry ? found : unexpired(found, now);
    },
  };
};

const frozen = (stored: CachedSearch): CachedSearch => ({ ...stored, options: Object.freeze(stored.options) });

/** Some offers expire within half an hour. */
const unexpired = (found: CachedSearch, now: number): CachedSearch | undefined => {
  const options = found.options.filter(({ expires_at }) => Date.parse(expires_at) > now);
  if (options.length === 0) return undefined;
  const gone = found.options.length - options.length;
  const warning = `${gone} ${gone === 1 ? "offer has" : "offers have"} expired since; refresh: true searches again.`;
  return { ...found, options: Object.freeze(options), warnings: [...found.warnings, warning] };
};
