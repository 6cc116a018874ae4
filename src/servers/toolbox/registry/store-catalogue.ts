import { setTimeout as sleep } from "node:timers/promises";
import { followChanges } from "../../../mcp/tools/follow-changes.ts";
import type { Clock } from "../../../model/clock.ts";
import { ruleBroken, unavailable } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import { createSerialQueue } from "../../../model/serial-queue.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Store, Versioned } from "../../../platform/stores/store.ts";
import type { Catalogue, CatalogueEntry, Registered } from "./catalogue.ts";
import { entryOf, readTool, registerInto, salvagedRecord, type ToolRecord, writtenTool } from "./catalogue-record.ts";
import { realTimers, type Timers } from "./timers.ts";

/** What the parts of a tenant's registry share. */
export interface RegistryContext {
  readonly tenant: string;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly timers?: Timers;
}

const MOST_TOOLS = 1_000;
const BATCH = 100;
const ATTEMPTS = 100;

/** Returns its argument if there is nothing to write. */
type Edit = (before: ToolRecord | undefined) => ToolRecord | undefined | Promise<ToolRecord | undefined>;

export const openCatalogue = async ({
  tenant,
  store,
  bus,
  clock,
  log,
  timers = realTimers,
}: RegistryContext): Promise<Catalogue> => {
  const openedAt = clock.now();
  const names = keys.tools(tenant);
  const keyOf = (key: string): string => keys.tool(tenant, key);
  /** Keyed by name in lower case, like every `key` here. */
  const entries = new Map<string, CatalogueEntry>();
  /** Versions of unreadable records that were already logged. */
  const broken = new Map<string, number>();
  const listeners = new Set<(name: string) => void>();
  const serialised = createSerialQueue();
  /** Keys updated since the last full reread began, which must not overwrite them with older data. */
  const updatedKeys = new Set<string>();
  let listed: readonly CatalogueEntry[] | undefined;

  const read = (key: string, found: Versioned | undefined): ToolRecord | undefined => {
    const record = found && readTool(key, found.value);
    if (record) broken.delete(key);
    else if (found && broken.get(key) !== found.version) {
      broken.set(key, found.version);
      log.warn("skipping an unreadable tool record", { tool: key, version: found.version });
    }
    return record;
  };

  const remember = (key: string, record: ToolRecord | undefined): void => {
    const [before, after] = [entries.get(key), record && entryOf(record)];
    const isNew = visibleState(before) !== visibleState(after);
    if (!isNew && before?.lastSeenAt === after?.lastSeenAt) return;
    listed = undefined;
    // Keeps the description object, because compiled schemas are cached by its identity.
    if (after) entries.set(key, isNew || !before ? after : { ...before, lastSeenAt: after.lastSeenAt });
    else entries.delete(key);
    if (isNew) for (const listener of listeners) listener(after?.name ?? before?.name ?? key);
  };

  /** Serialises changes of this process; across nodes, the store's version check makes the slower one retry. */
  const change = (key: string, edit: Edit, durable = true): Promise<ToolRecord | undefined> =>
    serialised(key, async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const found = await store.get(keyOf(key));
        const before = read(key, found) ?? (found && salvagedRecord(key, found.value));
        const after = await edit(before);
        const options = { ifVersion: found?.version ?? 0, durable };
        const written = after === before || (after && (await store.put(keyOf(key), writtenTool(after), options)));
        if (written) {
          updatedKeys.add(key);
          remember(key, after);
          return after;
        }
        await sleep(Math.random() * Math.min(attempt, 10));
      }
      throw unavailable("Too many services are changing this tool at the same time.", {
        retryable: true,
        hint: "Try again in a moment.",
      });
    });

  const refresh = (key: string): Promise<void> =>
    serialised(key, async () => {
      const found = await store.get(keyOf(key));
      updatedKeys.add(key);
      remember(key, read(key, found));
    });

  /** Removes the name from the list, unless the tool is registered again concurrently. */
  const unlist = async (key: string): Promise<void> => {
    await store.removeMember(names, key);
    const found = await store.get(keyOf(key));
    if (read(key, found)?.active) await store.addMember(names, key);
  };

  const rereadBatch = async (batch: readonly string[], known: ReadonlySet<string>): Promise<void> => {
    const found = await store.getMany(batch.map(keyOf));
    for (const [index, key] of batch.entries()) {
      const record = read(key, found[index]);
      if (!updatedKeys.has(key)) remember(key, record);
      // A node may have been killed between writing the record and the list.
      if (record?.active && !known.has(key)) await store.addMember(names, key);
      const isGone = found[index] === undefined || (record && !record.active);
      if (isGone && known.has(key)) await unlist(key);
    }
  };

  const reread = async (): Promise<void> => {
    updatedKeys.clear();
    const known = new Set(await store.members(names));
    const all = [...new Set([...known, ...entries.keys()])];
    for (let from = 0; from < all.length; from += BATCH) await rereadBatch(all.slice(from, from + BATCH), known);
  };

  const { tell, close } = followChanges({
    topic: keys.toolNews(tenant),
    bus,
    log,
    what: "the registered tools",
    refresh,
    reread,
    after: timers.after,
  });

  const remove = async (key: string, when: (record: ToolRecord) => boolean): Promise<boolean> => {
    let removed = false;
    await change(key, (before) => {
      removed = before?.active !== undefined && when(before);
      if (!removed || !before) return before;
      const { active: _active, next: _next, ...rest } = before;
      return rest;
    });
    if (!removed) return false;
    await unlist(key);
    tell(key);
    return true;
  };

  /**
   * A lease only runs while this node is up, because tools could not renew it before. A last sighting in the future,
   * after a rehearsal's clock was reset, also counts from the start.
   */
  const isOverdue = (entry: Pick<CatalogueEntry, "active" | "next" | "lastSeenAt">): boolean => {
    const now = clock.now();
    const silentSince = entry.lastSeenAt > now ? openedAt : Math.max(entry.lastSeenAt, openedAt);
    return now - silentSince > leaseMs(entry);
  };

  const isFresh = (entry: Pick<CatalogueEntry, "active" | "next" | "lastSeenAt">): boolean => {
    const age = clock.now() - entry.lastSeenAt;
    return age >= 0 && age < leaseMs(entry) / 4;
  };

  try {
    await reread();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    get: (name) => entries.get(name.toLowerCase()),
    reload: (name) => refresh(name.toLowerCase()),
    list() {
      listed ??= [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
      return listed;
    },

    async register(description) {
      const key = description.name.toLowerCase();
      let made: Pick<Registered, "registration" | "outcome"> | undefined;
      const edit: Edit = async (before) => {
        if (before?.active === undefined) await reserveName(store, names, key);
        const { record, ...rest } = registerInto(before, description, clock.now());
        made = rest;
        return record;
      };
      const record = await change(key, edit);
      // Again, because a concurrent removal may have taken the name off the list.
      if (made?.outcome === "created") await store.addMember(names, key);
      const entry = record && entryOf(record);
      if (!made || !entry) throw new Error(`${description.name} was written without a registration`);
      tell(key);
      return { ...made, entry };
    },

    async promote(name, number) {
      const key = name.toLowerCase();
      let promoted = false;
      await change(key, (before) => {
        promoted = before?.next?.number === number;
        if (!promoted || !before?.next) return before;
        const { next, ...rest } = before;
        return { ...rest, active: next };
      });
      if (promoted) tell(key);
    },

    async renewLease(name) {
      const key = name.toLowerCase();
      const entry = entries.get(key);
      if (!entry || isFresh(entry)) return;
      // Neither published nor durable: other nodes read it soon enough, and a lost renewal is repeated.
      await change(
        key,
        (before) => {
          const known = before && entryOf(before);
          return !known || isFresh(known) ? before : { ...before, lastSeenAt: clock.now() };
        },
        false,
      );
    },

    async expire(name) {
      const key = name.toLowerCase();
      const entry = entries.get(key);
      // The stored time can only be later than this one.
      if (!entry || !isOverdue(entry)) return false;
      return remove(key, (record) => {
        const known = entryOf(record);
        return known !== undefined && isOverdue(known);
      });
    },

    unregister: (name) => remove(name.toLowerCase(), () => true),

    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    close,
  };
};

/** What listeners can observe; a lease renewal is not a change. */
const visibleState = (entry: CatalogueEntry | undefined): string =>
  JSON.stringify(
    [entry?.active, entry?.next].map(
      (each) =>
        each && [
          each.toolId,
          each.fingerprint,
          each.registeredAt,
          each.description.health_check_interval,
          each.description.lease_seconds,
        ],
    ),
  );

const leaseMs = ({ active, next }: Pick<CatalogueEntry, "active" | "next">): number =>
  (next ?? active).description.lease_seconds * 1_000;

/**
 * Adds the name before the tool is written: a durable write includes earlier ones, and a name without a tool is
 * harmless.
 */
const reserveName = async (store: Store, names: string, key: string): Promise<void> => {
  const known = await store.members(names);
  if (!known.includes(key) && known.length >= MOST_TOOLS) {
    throw ruleBroken(`The limit of ${MOST_TOOLS} registered tools is reached.`, {
      field: "tool.name",
      allowed: `at most ${MOST_TOOLS} tools`,
      hint: "Unregister tools that are no longer needed, or wait until the lease of an unused one expires.",
    });
  }
  await store.addMember(names, key);
};
