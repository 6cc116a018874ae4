/**
 * `node lmdb-child.js <mode> <file> [<target>]`: opens an LMDB file in a process that may crash, since a damaged file ends any
 * process that reads it. Says what it found as lines of JSON, one for each stage that it survived.
 */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { ABORT, open } from "lmdb";
import { checkStore, takeCensus } from "./lmdb-check.ts";
import { FORMAT, FORMAT_KEY, openDatabases, type Root, SETTINGS } from "./lmdb-layout.ts";
import { EARLIER_FORMATS } from "./lmdb-migrations.ts";
import { holderInLockFile, lockFileOf } from "./lmdb-processes.ts";
import type { ChildMode, ChildWord } from "./run-lmdb-child.ts";

const say = (word: ChildWord): void => {
  process.stdout.write(`${JSON.stringify(word)}\n`);
};

const isOurs = (format: string | undefined): boolean =>
  format !== undefined && (format === FORMAT || EARLIER_FORMATS.includes(format));

const openToRead = (file: string): Root => open<string, string>({ path: file, ...SETTINGS, readOnly: true });

/** A read-only look: the format, and whether there is anything else. */
const sayFormat = (root: Root): string | undefined => {
  const format = root.get(FORMAT_KEY);
  const [first] = root.getKeys({ limit: 1 });
  say({ stage: "opened", ...(format !== undefined && { format }), empty: first === undefined });
  return format;
};

const WALK_MS = 1_000;

/** As many keys as fit into a second, or everything with all values. */
const walk = (root: Root, everything: boolean): void => {
  const { entries, members, expiries } = openDatabases(root);
  const deadline = performance.now() + WALK_MS;
  for (const database of [entries, expiries, members] as const) {
    for (const reverse of [false, true]) for (const _ of database.getKeys({ reverse, limit: 1 }));
  }
  if (everything) {
    for (const database of [entries, expiries, members] as const) for (const _ of database.getRange({}));
    return;
  }
  for (const database of [entries, members, expiries] as const) {
    for (const _ of database.getKeys({})) if (performance.now() > deadline) return;
  }
};

const probe = async (file: string, everything: boolean): Promise<void> => {
  const reading = openToRead(file);
  const format = sayFormat(reading);
  if (isOurs(format)) walk(reading, everything);
  await reading.close();
  say({ stage: "read" });
  // Opening takes the write lock, and so does the store itself, where waiting for it could not be limited.
  const writing = open<string, string>({ path: file, ...SETTINGS });
  writing.transactionSync(() => {
    writing.put("probe", "");
    return ABORT;
  });
  await writing.close();
  say({ stage: "written" });
};

const modes: Readonly<Record<ChildMode, (file: string, target: string) => Promise<void>>> = {
  probe: (file) => probe(file, false),
  "probe-all": (file) => probe(file, true),
  async check(file) {
    const root = openToRead(file);
    if (isOurs(sayFormat(root))) say({ stage: "checked", report: checkStore(root, openDatabases(root)) });
    await root.close();
  },
  async info(file) {
    const root = openToRead(file);
    if (isOurs(sayFormat(root))) say({ stage: "counted", census: takeCensus(root, openDatabases(root)) });
    await root.close();
  },
  async backup(file, target) {
    const root = openToRead(file);
    // Compacted: that takes no lock, so that a held one is no reason to be without a backup.
    await root.backup(target, true);
    await root.close();
  },
  async holder(file) {
    const holder = holderInLockFile(file);
    if (holder !== undefined) say({ stage: "held", holder });
  },
};

const [mode = "", file = "", target = ""] = process.argv.slice(2);
// What it makes, a backup or a lock file, is for the owner alone.
process.umask(0o077);
const hadLockFile = existsSync(lockFileOf(file));
try {
  await modes[mode as ChildMode](file, target);
} catch (error) {
  const code = (error as { code?: number | string }).code;
  say({ stage: "failed", message: (error as Error).message, ...(code !== undefined && { code }) });
}
// A backup is one file: no lock file stays beside it.
if (!hadLockFile && (mode === "check" || mode === "info")) await rm(lockFileOf(file), { force: true });
