import type { Log } from "../../../model/log.ts";
import { realTimers, type Timers } from "./timers.ts";

/** A cache of one resource per tenant, opened on the tenant's first request. */
interface TenantCache<T> {
  /**
   * Returns the resource at once if it is open. Call it for every request and do not keep the result: unused resources
   * are closed. Rejects if opening fails; the next call retries.
   */
  of(tenant: string): T | Promise<T>;
  close(): Promise<void>;
}

export interface TenantResource<T> {
  readonly value: T;
  /** Whether it must stay open, for example because clients are subscribed. */
  isInUse(): boolean;
  close(): Promise<void>;
}

interface TenantCacheOptions<T> {
  open(tenant: string): Promise<TenantResource<T>>;
  readonly log: Log;
  /** Above this number, the least recently used ones are closed. */
  readonly most?: number;
  readonly timers?: Pick<Timers, "now">;
}

const MOST = 100;
/** Longer than any request, so that a closed resource is no longer in use. */
const IDLE_MS = 10 * 60_000;

interface Entry<T> {
  readonly held: TenantResource<T>;
  askedAt: number;
}

export const createTenantCache = <T>({
  open,
  log,
  most = MOST,
  timers = realTimers,
}: TenantCacheOptions<T>): TenantCache<T> => {
  const entries = new Map<string, Entry<T>>();
  const opening = new Map<string, Promise<T>>();
  const closing = new Set<Promise<void>>();
  let closed = false;

  const closeOne = (tenant: string, { held }: Entry<T>): void => {
    entries.delete(tenant);
    const done: Promise<void> = held
      .close()
      .catch((error: unknown) => log.warn("closing a tenant's resource failed", { tenant, error: String(error) }))
      .finally(() => closing.delete(done));
    closing.add(done);
  };

  const closeIdle = (): void => {
    const idle = [...entries]
      .filter(([, { held, askedAt }]) => timers.now() - askedAt > IDLE_MS && !held.isInUse())
      .sort(([, a], [, b]) => a.askedAt - b.askedAt);
    for (const [tenant, entry] of idle.slice(0, Math.max(0, entries.size - most))) closeOne(tenant, entry);
  };

  const openFor = async (tenant: string): Promise<T> => {
    const held = await open(tenant);
    entries.set(tenant, { held, askedAt: timers.now() });
    closeIdle();
    return held.value;
  };

  return {
    of(tenant) {
      const entry = entries.get(tenant);
      if (entry !== undefined) {
        entry.askedAt = timers.now();
        return entry.held.value;
      }
      if (closed) return Promise.reject(new Error("The cache is closed"));
      const begun = opening.get(tenant) ?? openFor(tenant).finally(() => opening.delete(tenant));
      opening.set(tenant, begun);
      return begun;
    },

    async close() {
      closed = true;
      await Promise.allSettled(opening.values());
      for (const [tenant, entry] of entries) closeOne(tenant, entry);
      await Promise.all(closing);
    },
  };
};
