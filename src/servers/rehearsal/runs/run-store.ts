import type { Booking } from "../../../model/booking.ts";
import { keys } from "../../../model/keys.ts";
import { createPagedLog, cursorAfter } from "../../../platform/stores/paged-log.ts";
import type { RecordValue, Store } from "../../../platform/stores/store.ts";
import { LIFE_MS } from "./run-limits.ts";
import type { RunRecord } from "./run-record.ts";

export interface StoredRun {
  readonly run: RunRecord;
  readonly version: number;
}

/** The bookings that a run starts with, by their names in the scenario. */
export type GivenBookings = Readonly<Record<string, Booking>>;

/** The records of runs. All of a run expires some days after it can have ended. */
export interface RunStore {
  add(run: RunRecord, given: GivenBookings): Promise<number>;
  find(id: string): Promise<StoredRun | undefined>;
  /** Resolves to undefined if another write came first. */
  write(run: RunRecord, version: number): Promise<number | undefined>;
  /** Edits the latest version; undefined if there is none, or if `edit` returns undefined. */
  change(id: string, edit: (run: RunRecord) => RunRecord | undefined): Promise<RunRecord | undefined>;
  given(id: string): Promise<GivenBookings>;
  /** The id of the run that a token opens. */
  opened(tokenDigest: string): Promise<string | undefined>;
  /** Newest first. */
  list(tenant: string, page: { readonly limit: number; readonly cursor?: string | undefined }): Promise<RunPage>;
  /** Deletes the world of a run, and the token. */
  forgetWorld(run: RunRecord): Promise<void>;
  /** Deletes the record; lists leave the run out. */
  forget(id: string): Promise<void>;
  expiryOf(run: Pick<RunRecord, "startedAt">): number;
}

export interface RunPage {
  readonly runs: readonly RunRecord[];
  readonly nextCursor?: string;
}

interface Parts {
  readonly store: Store;
  readonly keptMs: number;
  /** The clock that the store counts expiries by, and real time. */
  storeNow(): number;
  realTime(): number;
}

export const createRunStore = ({ store, keptMs, storeNow, realTime }: Parts): RunStore => {
  const log = createPagedLog({ store, pageKey: keys.runs, countKey: keys.runCount });

  const storeTime = (instant: number): number => instant - realTime() + storeNow();
  const expiryOf: RunStore["expiryOf"] = ({ startedAt }) => storeTime(startedAt + LIFE_MS + keptMs);

  const write: RunStore["write"] = (run, version) =>
    store.put(keys.run(run.id), run as unknown as RecordValue, { ifVersion: version, expiresAt: expiryOf(run) });

  const find: RunStore["find"] = async (id) => {
    const found = await store.get(keys.run(id));
    return found && { run: found.value as unknown as RunRecord, version: found.version };
  };

  return {
    async add(run, given) {
      const expiresAt = expiryOf(run);
      const hasGiven = Object.keys(given).length > 0;
      const [version] = await Promise.all([
        write(run, 0),
        log.place(run.tenant, 1).then((place) => log.write(place, [run.id], { expiresAt })),
        store.put(keys.runToken(run.token), { run: run.id }, { expiresAt: storeTime(run.endsAt) }),
        hasGiven && store.put(keys.runGiven(run.id), given as unknown as RecordValue, { expiresAt }),
      ]);
      if (version === undefined) throw new Error("Two runs have one id.");
      return version;
    },
    find,
    write,
    async change(id, edit) {
      for (;;) {
        const found = await find(id);
        const edited = found && edit(found.run);
        if (found === undefined || edited === undefined) return undefined;
        if ((await write(edited, found.version)) !== undefined) return edited;
      }
    },
    given: async (id) => ((await store.get(keys.runGiven(id)))?.value ?? {}) as unknown as GivenBookings,
    opened: async (digest) => (await store.get(keys.runToken(digest)))?.value["run"] as string | undefined,

    async list(tenant, { limit, cursor }) {
      const runs: RunRecord[] = [];
      for await (const lines of log.read(tenant, cursor)) {
        const found = await store.getMany(lines.map(({ text }) => keys.run(text)));
        for (const [i, line] of lines.entries()) {
          if (found[i] === undefined) continue;
          runs.push(found[i].value as unknown as RunRecord);
          if (runs.length < limit) continue;
          const nextCursor = cursorAfter(line);
          return { runs, ...(nextCursor !== undefined && { nextCursor }) };
        }
      }
      return { runs };
    },

    async forgetWorld({ id, token, written }) {
      // Not by a scan, which reads every key of some engines.
      const world = written.map((key) => keys.runWorld(id) + key);
      await Promise.all([keys.runToken(token), ...world].map((key) => store.delete(key)));
    },
    async forget(id) {
      await Promise.all([store.delete(keys.run(id)), store.delete(keys.runGiven(id))]);
    },
    expiryOf,
  };
};
