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

/** A step from one format to the next. If `run` is interrupted, it is run again. */
interface Migration {
  readonly from: string;
  readonly to: string;
  run(root: Root, databases: Databases, clocks: Clocks): Promise<{ readonly entries: number }>;
}

export interface Clocks {
  readonly now: () => number;
  readonly realTime: () => number;
}

/** The format during a step, so that neither version opens the file. */
const between = ({ from, to }: Migration): string => `${from}, being migrated to ${to}`;

/**
 * 1 → 2: adds checksums to entries and sets, assigns versions from a counter, and converts expiries from the configured
 * clock to real time. Each batch records its progress.
 */
const addChecksums: Migration = {
  from: "taxiway 1",
  to: "taxiway 2",
  async run(root, { entries, members, expiries }, { now, realTime }) {
    const ahead = now === realTime ? 0 : Math.round(now() - realTime());
    /**
     * Reads outside the transaction, as nothing else writes: inside one, lmdb 3.5.6 sometimes decodes values of a dupSort
     * database wrongly (in 31 of 800 new files; outside, in 0 of 400).
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

/** 2 → 3: bookings got a ledger. Earlier records are upgraded when they are read; earlier releases cannot read new ones. */
const addLedgers: Migration = { from: "taxiway 2", to: "taxiway 3", run: async () => ({ entries: 0 }) };

const MIGRATIONS: readonly Migration[] = [addChecksums, addLedgers];

export const EARLIER_FORMATS: readonly string[] = MIGRATIONS.flatMap((step) => [step.from, between(step)]);

const stepFrom = (format: string | undefined): Migration | undefined =>
  MIGRATIONS.find((step) => step.from === format || between(step) === format);

/** Migrates the store to the current format. The caller must ensure that no other process uses it. */
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
