import { setTimeout as sleep } from "node:timers/promises";
import { followNews } from "../../../mcp/tools/follow-news.ts";
import type { Clock } from "../../../model/clock.ts";
import { ruleBroken, unavailable } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import { createLine } from "../../../model/line.ts";
import type { Log } from "../../../model/log.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Store, Versioned } from "../../../platform/stores/store.ts";
import type { Catalogue, CatalogueEntry, Registered } from "./catalogue.ts";
import { entryOf, readTool, registerInto, remnantOf, type ToolRecord, writtenTool } from "./catalogue-record.ts";
import { realTimers, type Timers } from "./timers.ts";

export interface CatalogueOptions {
  /** Whose tools these are. */
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

/** Returns what it was given when there is nothing to write. */
type Edit = (before: ToolRecord | undefined) => ToolRecord | undefined | Promise<ToolRecord | undefined>;

export const openCatalogue = async ({
  tenant,
  store,
  bus,
  clock,
  log,
  timers = realTimers,
}: CatalogueOptions): Promise<Catalogue> => {
  const openedAt = clock.now();
  const names = keys.tools(tenant);
  const keyOf = (key: string): string => keys.tool(tenant, key);
  /** By name in lower case, as everything here that is called `key`. */
  const held = new Map<string, CatalogueEntry>();
  /** Broken records that have been told of, by their version. */
  const broken = new Map<string, number>();
  const listeners = new Set<(name: string) => void>();
  const inLine = createLine();
  /** What this node has learned since it began to read everything again: what that reading finds may be older. */
  const learned = new Set<string>();
  let listed: readonly CatalogueEntry[] | undefined;

  const read = (key: string, found: Versioned | undefined): ToolRecord | undefined => {
    const record = found && readTool(key, found.value);
    if (record) broken.delete(key);
    else if (found && broken.get(key) !== found.version) {
      broken.set(key, found.version);
      log.warn("a registered tool cannot be read and is left out", { tool: key, version: found.version });
    }
    return record;
  };

  const hold = (key: string, record: ToolRecord | undefined): void => {
    const [before, after] = [held.get(key), record && entryOf(record)];
    const isNew = looks(before) !== looks(after);
    if (!isNew && before?.lastSeenAt === after?.lastSeenAt) return;
    listed = undefined;
    // What others made from a description, such as its compiled schemas, they find again by the object it is.
    if (after) held.set(key, isNew || !before ? after : { ...before, lastSeenAt: after.lastSeenAt });
    else held.delete(key);
    if (isNew) for (const listener of listeners) listener(after?.name ?? before?.name ?? key);
  };

  /** Callers of this process wait in line; those elsewhere meet in the store, and the slower one looks again. */
  const change = (key: string, edit: Edit, durable = true): Promise<ToolRecord | undefined> =>
    inLine(key, async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const found = await store.get(keyOf(key));
        const before = read(key, found) ?? (found && remnantOf(key, found.value));
        const after = await edit(before);
        const options = { ifVersion: found?.version ?? 0, durable };
        const written = after === before || (after && (await store.put(keyOf(key), writtenTool(after), options)));
        if (written) {
          learned.add(key);
          hold(key, after);
          return after;
        }
        await sleep(Math.random() * Math.min(attempt, 10));
      }
      throw unavailable("Too many services change this tool at the same time.", {
        retryable: true,
        hint: "Call again in a moment.",
      });
    });

  const refresh = (key: string): Promise<void> =>
    inLine(key, async () => {
      const found = await store.get(keyOf(key));
      learned.add(key);
      hold(key, read(key, found));
    });

  /** Takes the name off the list, unless somebody registers it again at the same moment. */
  const strike = async (key: string): Promise<void> => {
    await store.removeMember(names, key);
    const found = await store.get(keyOf(key));
    if (read(key, found)?.active) await store.addMember(names, key);
  };

  const rereadBatch = async (batch: readonly string[], known: ReadonlySet<string>): Promise<void> => {
    const found = await store.getMany(batch.map(keyOf));
    for (const [index, key] of batch.entries()) {
      const record = read(key, found[index]);
      if (!learned.has(key)) hold(key, record);
      // Whoever registered or forgot it may have been killed half-way.
      if (record?.active && !known.has(key)) await store.addMember(names, key);
      const isGone = found[index] === undefined || (record && !record.active);
      if (isGone && known.has(key)) await strike(key);
    }
  };

  const reread = async (): Promise<void> => {
    learned.clear();
    const known = new Set(await store.members(names));
    const all = [...new Set([...known, ...held.keys()])];
    for (let from = 0; from < all.length; from += BATCH) await rereadBatch(all.slice(from, from + BATCH), known);
  };

  const { tell, close } = followNews({
    ...{ topic: keys.toolNews(tenant), bus, log, what: "the registered tools", refresh, reread },
    after: timers.after,
  });

  const forget = async (key: string, when: (record: ToolRecord) => boolean): Promise<boolean> => {
    let forgotten = false;
    await change(key, (before) => {
      forgotten = before?.active !== undefined && when(before);
      if (!forgotten || !before) return before;
      const { active: _active, next: _next, ...rest } = before;
      return rest;
    });
    if (!forgotten) return false;
    await strike(key);
    tell(key);
    return true;
  };

  /**
   * While Taxiway was off nobody could say that they are alive, so silence counts from when this node began to listen.
   * The same if the tool was seen in what is the future now: a rehearsal's clock begins again with every start.
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
    get: (name) => held.get(name.toLowerCase()),
    look: (name) => refresh(name.toLowerCase()),
    list() {
      listed ??= [...held.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
      return listed;
    },

    async register(description) {
      const key = description.name.toLowerCase();
      let made: Pick<Registered, "registration" | "outcome"> | undefined;
      const edit: Edit = async (before) => {
        if (before?.active === undefined) await makeRoom(store, names, key);
        const { record, ...rest } = registerInto(before, description, clock.now());
        made = rest;
        return record;
      };
      const record = await change(key, edit);
      // Again: between the two somebody who saw no tool under the name may have taken it off the list.
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

    async seen(name) {
      const key = name.toLowerCase();
      const entry = held.get(key);
      if (!entry || isFresh(entry)) return;
      // Not told and not durable: the other nodes read it soon enough, and what is lost here is seen again.
      await change(
        key,
        (before) => {
          const known = before && entryOf(before);
          return !known || isFresh(known) ? before : { ...before, lastSeenAt: clock.now() };
        },
        false,
      );
    },

    async lapse(name) {
      const key = name.toLowerCase();
      const entry = held.get(key);
      // In the store it can only have been seen later than here.
      if (!entry || !isOverdue(entry)) return false;
      return forget(key, (record) => {
        const known = entryOf(record);
        return known !== undefined && isOverdue(known);
      });
    },

    unregister: (name) => forget(name.toLowerCase(), () => true),

    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    close,
  };
};

/** What a listener would notice; being seen again is nothing new. */
const looks = (entry: CatalogueEntry | undefined): string =>
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

/** Before the tool itself is written: a durable write takes all before it along, and a name without a tool harms nobody. */
const makeRoom = async (store: Store, names: string, key: string): Promise<void> => {
  const known = await store.members(names);
  if (!known.includes(key) && known.length >= MOST_TOOLS) {
    throw ruleBroken(`There are ${MOST_TOOLS} tools already, and no room for another.`, {
      field: "tool.name",
      allowed: `at most ${MOST_TOOLS} tools`,
      hint: "Unregister one that is no longer needed, or wait until the lease of a dead one is over.",
    });
  }
  await store.addMember(names, key);
};
