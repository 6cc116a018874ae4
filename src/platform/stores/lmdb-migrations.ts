import type { Log } from "../../model/log.ts";
import { sumOf } from "./checksum.ts";
import type { Entry } from "./entry-store.ts";
import {
  type Databases,
  encodeEntry,
  FORMAT,
  FORMAT_KEY,
  MIGRATED_KEY,
  openDatabases,
  type Root,
  VERSION_KEY,
} from "./lmdb-layout.ts";

/** One step from a format to the next. `run` may be killed at any time and is then run again. */
interface Migration {
  readonly from: string;
  readonly to: string;
  run(root: Root, databases: Databases, clocks: Clocks): Promise<{ readonly entries: number }>;
}

export interface Clocks {
  readonly now: () => number;
  readonly realTime: () => number;
}

/** What the file says while the step is under way, so that neither version takes it for its own. */
const between = ({ from, to }: Migration): string => `${from}, being migrated to ${to}`;

/**
 * 1 → 2: checksums in front of entries and over the members of sets; a counter gives versions; expiries are in real
 * time, where the configured clock was used before. The place it has reached is written with each batch.
 */
const addChecksums: Migration = {
  from: "taxiway 1",
  to: "taxiway 2",
  async run(root, { entries, members, expiries }, { now, realTime }) {
    const ahead = now === realTime ? 0 : Math.round(now() - realTime());
    /**
     * Read outside of the transaction, while nothing else writes: inside of one, lmdb 3.5.6 now and then decodes the
     * values of a dupSort database wrongly (in 31 of 800 new files that were tried; outside in none of 400).
     */
    const nextPage = (after: string | undefined) => {
      root.resetReadTxn();
      const range = after === undefined ? {} : { start: after, exclusiveStart: true };
      const page = [...entries.getRange({ ...range, limit: BATCH })];
      return page.map(({ key, value }) => {
        const { expiresAt, ...old } = JSON.parse(value) as Entry;
        const entry = {
          ...(old.kind === "set" ? { ...old, sum: sumOf([...members.getValues(key)]) } : old),
          ...(expiresAt !== undefined && { expiresAt: expiresAt - ahead }),
        } as Entry;
        return { key, entry, expiresAt };
      });
    };
    let count = 0;
    for (;;) {
      const page = nextPage(root.get(MIGRATED_KEY));
      const last = page.at(-1)?.key;
      if (last === undefined) break;
      await root.transaction(() => {
        let highest = Number(root.get(VERSION_KEY) ?? 0);
        for (const { key, entry, expiresAt } of page) {
          if (expiresAt !== undefined && entry.expiresAt !== undefined && ahead !== 0) {
            expiries.put([entry.expiresAt, key], "");
            expiries.remove([expiresAt, key]);
          }
          entries.put(key, encodeEntry(key, entry));
          if (entry.kind === "record") highest = Math.max(highest, entry.version);
        }
        root.put(VERSION_KEY, String(highest));
        root.put(MIGRATED_KEY, last);
      });
      count += page.length;
    }
    return { entries: count };
  },
};

const BATCH = 500;

const MIGRATIONS: readonly Migration[] = [addChecksums];

export const EARLIER_FORMATS: readonly string[] = MIGRATIONS.flatMap((step) => [step.from, between(step)]);

const stepFrom = (format: string | undefined): Migration | undefined =>
  MIGRATIONS.find((step) => step.from === format || between(step) === format);

/** Brings the store to the format of this version. The caller has made sure that no other process uses it. */
export const migrate = async (root: Root, clocks: Clocks, log?: Log): Promise<void> => {
  for (;;) {
    const format = root.get(FORMAT_KEY);
    const step = format === FORMAT ? undefined : stepFrom(format);
    if (step === undefined) return;
    const started = performance.now();
    await root.transaction(() => root.put(FORMAT_KEY, between(step)));
    const { entries } = await step.run(root, openDatabases(root), clocks);
    await root.transaction(() => {
      root.remove(MIGRATED_KEY);
      root.put(FORMAT_KEY, step.to);
    });
    log?.info("store migrated", { from: step.from, to: step.to, entries, ms: Math.round(performance.now() - started) });
  }
};
