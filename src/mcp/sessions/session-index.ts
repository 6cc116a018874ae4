import { setImmediate as nextTurn } from "node:timers/promises";
import type { Caller, Session } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { DEFAULT_TENANT, keys } from "../../model/keys.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { Store } from "../../platform/stores/store.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

export type SessionCounts = { readonly active: number; readonly total: number };

/** The set of all session IDs. Sessions expire by themselves, set members do not: counting removes the expired ones. */
interface SessionIndex {
  /** Call it after the session is in the store: a count in between would remove the ID again. */
  add(owner: Owner): Promise<void>;
  remove(owner: Owner): Promise<void>;
  /** Cached for fifty times as long as counting took, so that counting never takes more than 2 % of the time. */
  counts(): Promise<SessionCounts>;
  /** Counts the sessions of one tenant; cached in the same way. */
  countsOf(tenant: string): Promise<SessionCounts>;
  /** Waits for a count in progress. */
  close(): Promise<void>;
}

const NO_SESSIONS: SessionCounts = { active: 0, total: 0 };

export const UNCOUNTED: SessionIndex = {
  add: async () => undefined,
  remove: async () => undefined,
  counts: async () => NO_SESSIONS,
  countsOf: async () => NO_SESSIONS,
  close: async () => undefined,
};

const ACTIVE_WITHIN_MS = 5 * 60_000;
const REST_PER_WORK = 50;
const MIN_REST_MS = 5_000;
/** How often adding a session triggers a count when no caller asks for one. */
const BACKGROUND_REST_MS = 60_000;
const BATCH = 250;
const MAX_TENANTS = 1_000;
const COUNTED = "sessions:counted";

export const createSessionIndex = ({
  store,
  clock,
  bus,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** Shares the counts with other nodes, so that only one of them counts. */
  readonly bus?: Bus | undefined;
}): SessionIndex => {
  let last: { readonly counts: SessionCounts; readonly restUntil: number } | undefined;
  let nextInBackground = Number.NEGATIVE_INFINITY;
  let counting: Promise<SessionCounts> | undefined;
  const knownTenants = new Set<string>([DEFAULT_TENANT]);

  const rest = (counts: SessionCounts, restMs: number): void => {
    const now = performance.now();
    last = { counts, restUntil: now + restMs };
    nextInBackground = now + Math.max(restMs, BACKGROUND_REST_MS);
  };
  const stopListening = bus?.listen(COUNTED, (body) => {
    const { active, total, restMs } = body as { active: number; total: number; restMs: number };
    rest({ active, total }, restMs);
  });

  /** Counts the sessions behind the IDs, and removes the IDs without a session. */
  const countBatch = async (tenant: string, ids: readonly string[]): Promise<SessionCounts> => {
    const found = await store.getMany(ids.map((id) => keys.session(tenant, id)));
    const since = clock.now() - ACTIVE_WITHIN_MS;
    let [active, total] = [0, 0];
    const gone: string[] = [];
    for (const [i, id] of ids.entries()) {
      const session = found[i]?.value as Session | undefined;
      if (session) total += 1;
      else gone.push(id);
      if (session && session.lastActivity > since) active += 1;
    }
    await Promise.all(gone.map((id) => store.removeMember(keys.activeSessions(tenant), id)));
    // A session may begin again under its old ID, and be added, just before the ID is removed.
    const returned = await store.getMany(gone.map((id) => keys.session(tenant, id)));
    const back = gone.filter((_, i) => returned[i] !== undefined);
    await Promise.all(back.map((id) => store.addMember(keys.activeSessions(tenant), id)));
    return { active: active + back.length, total: total + back.length };
  };

  const countTenant = async (tenant: string): Promise<SessionCounts> => {
    let [active, total] = [0, 0];
    const ids = await store.members(keys.activeSessions(tenant));
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = await countBatch(tenant, ids.slice(from, from + BATCH));
      active += batch.active;
      total += batch.total;
      await nextTurn();
    }
    return { active, total };
  };

  const count = async (): Promise<SessionCounts> => {
    const start = performance.now();
    let [active, total] = [0, 0];
    for (const tenant of [DEFAULT_TENANT, ...(await store.members(keys.tenants))]) {
      const own = await countTenant(tenant);
      active += own.active;
      total += own.total;
    }
    const restMs = Math.max(MIN_REST_MS, REST_PER_WORK * (performance.now() - start));
    rest({ active, total }, restMs);
    bus?.publish(COUNTED, { active, total, restMs });
    return { active, total };
  };

  const byTenant = new Map<string, { readonly counts: Promise<SessionCounts>; restUntil: number }>();
  const countTenantOnce = (tenant: string): Promise<SessionCounts> => {
    const known = byTenant.get(tenant);
    if (known && performance.now() < known.restUntil) return known.counts;
    const start = performance.now();
    const entry = { counts: countTenant(tenant), restUntil: Number.POSITIVE_INFINITY };
    byTenant.delete(tenant);
    byTenant.set(tenant, entry);
    if (byTenant.size > MAX_TENANTS) byTenant.delete(byTenant.keys().next().value as string);
    const rested = (): void => {
      const now = performance.now();
      entry.restUntil = now + Math.max(MIN_REST_MS, REST_PER_WORK * (now - start));
    };
    entry.counts.then(rested, () => byTenant.delete(tenant));
    return entry.counts;
  };

  const countOnce = (): Promise<SessionCounts> => {
    counting ??= count().finally(() => {
      counting = undefined;
    });
    return counting;
  };

  return {
    async add({ tenant, sessionId }) {
      if (!knownTenants.has(tenant)) {
        await store.addMember(keys.tenants, tenant);
        knownTenants.add(tenant);
      }
      await store.addMember(keys.activeSessions(tenant), sessionId);
      if (performance.now() < nextInBackground) return;
      nextInBackground = performance.now() + BACKGROUND_REST_MS;
      // In the background. A failing store fails the caller's own next request too, so the error is not reported here.
      countOnce().catch(() => undefined);
    },
    async remove({ tenant, sessionId }) {
      await store.removeMember(keys.activeSessions(tenant), sessionId);
    },
    counts: async () => (last && performance.now() < last.restUntil ? last.counts : countOnce()),
    countsOf: countTenantOnce,
    async close() {
      stopListening?.();
      await counting?.catch(() => undefined);
    },
  };
};
