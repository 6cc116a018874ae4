/**
 * `node lmdb-child.js <mode> <file> [<target>]`: opens an LMDB file in a separate process, because reading a damaged file
 * can crash the process. Reports each completed stage as a line of JSON.
 */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { ABORT, open } from "lmdb";
import { keyKind } from "../../model/keys.ts";
import { sumOf } from "./checksum.ts";
import type { Entry } from "./entry-store.ts";
import {
  type Databases,
  decodeEntry,
  FORMAT,
  FORMAT_KEY,
  openDatabases,
  type Root,
  SETTINGS,
  VERSION_KEY,
} from "./lmdb-layout.ts";
import { EARLIER_FORMATS } from "./lmdb-migrations.ts";
import { holderInLockFile, lockFileOf } from "./lmdb-processes.ts";
import type { Census, CheckReport, ChildMessage, ChildMode } from "./run-lmdb-child.ts";

const report = (message: ChildMessage): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

const isOurs = (format: string | undefined): boolean =>
  format !== undefined && (format === FORMAT || EARLIER_FORMATS.includes(format));

const openToRead = (file: string): Root => open<string, string>({ path: file, ...SETTINGS, readOnly: true });

/** Reports the format, and whether the store is empty. */
const reportFormat = (root: Root): string | undefined => {
  const format = root.get(FORMAT_KEY);
  const [first] = root.getKeys({ limit: 1 });
  report({ stage: "opened", ...(format !== undefined && { format }), empty: first === undefined });
  return format;
};

const WALK_MS = 1_000;

/** Reads as many keys as possible in a second, or all keys and values. */
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

const takeCensus = (root: Root, { entries }: Databases): Census => {
  const kinds: Record<string, number> = {};
  let count = 0;
  for (const key of entries.getKeys()) {
    count++;
    kinds[keyKind(key)] = (kinds[keyKind(key)] ?? 0) + 1;
  }
  return { format: root.get(FORMAT_KEY), entries: count, kinds };
};

/** Checks all checksums, all members of sets, and the index of expiries in both directions. */
const checkStore = (root: Root, databases: Databases): CheckReport => {
  const { entries, members, expiries } = databases;
  const damage: Record<string, Record<string, number>> = {};
  const found = (what: string, key: string): void => {
    const kind = keyKind(key);
    damage[what] ??= {};
    damage[what][kind] = (damage[what][kind] ?? 0) + 1;
  };
  const format = root.get(FORMAT_KEY);
  const earlier = format !== undefined && format !== FORMAT && EARLIER_FORMATS.includes(format);
  const lastVersion = Number(root.get(VERSION_KEY) ?? 0);

  const entryAt = (key: string, text: string | undefined): Entry | undefined => {
    if (text === undefined) return undefined;
    try {
      return earlier && text.startsWith("{") ? (JSON.parse(text) as Entry) : decodeEntry(key, text);
    } catch {
      return undefined;
    }
  };

  for (const { key, value } of entries.getRange()) {
    const entry = entryAt(key, value);
    if (entry === undefined) {
      found("wrong checksum", key);
      continue;
    }
    if (entry.expiresAt !== undefined && !expiries.doesExist([entry.expiresAt, key])) {
      found("missing in the index of expiries", key);
    }
    if (entry.kind === "record" && !earlier && entry.version > lastVersion) found("version too high", key);
    if (entry.kind === "set") {
      const values = [...members.getValues(key)];
      if (values.length !== entry.size || (!earlier && sumOf(values) !== entry.sum)) found("wrong members", key);
    }
  }
  for (const [expiresAt, key] of expiries.getKeys()) {
    const text = entries.get(key);
    const entry = entryAt(key, text);
    if (text === undefined || (entry && entry.expiresAt !== expiresAt)) found("stray expiry", key);
  }
  for (const key of members.getKeys()) {
    const text = entries.get(key);
    const entry = entryAt(key, text);
    if (text === undefined || (entry && entry.kind !== "set")) found("stray members", key);
  }
  return { ...takeCensus(root, databases), damage };
};

const probe = async (file: string, everything: boolean): Promise<void> => {
  const reading = openToRead(file);
  const format = reportFormat(reading);
  if (isOurs(format)) walk(reading, everything);
  await reading.close();
  report({ stage: "read" });
  // Opening takes the write lock. Here the wait is limited; in the server's own process it would not be.
  const writing = open<string, string>({ path: file, ...SETTINGS });
  writing.transactionSync(() => {
    writing.put("probe", "");
    return ABORT;
  });
  await writing.close();
  report({ stage: "written" });
};

const modes: Readonly<Record<ChildMode, (file: string, target: string) => Promise<void>>> = {
  probe: (file) => probe(file, false),
  "probe-all": (file) => probe(file, true),
  async check(file) {
    const root = openToRead(file);
    if (isOurs(reportFormat(root))) report({ stage: "checked", report: checkStore(root, openDatabases(root)) });
    await root.close();
  },
  async info(file) {
    const root = openToRead(file);
    if (isOurs(reportFormat(root))) report({ stage: "counted", census: takeCensus(root, openDatabases(root)) });
    await root.close();
  },
  async backup(file, target) {
    const root = openToRead(file);
    // Compacting takes no lock, so a backup works even while another process holds it.
    await root.backup(target, true);
    await root.close();
  },
  async holder(file) {
    const holder = holderInLockFile(file);
    if (holder !== undefined) report({ stage: "held", holder });
  },
};

const [mode = "", file = "", target = ""] = process.argv.slice(2);
// Backups and lock files must be readable by the owner only.
process.umask(0o077);
const hadLockFile = existsSync(lockFileOf(file));
try {
  await modes[mode as ChildMode](file, target);
} catch (error) {
  const code = (error as { code?: number | string }).code;
  report({ stage: "failed", message: (error as Error).message, ...(code !== undefined && { code }) });
}
// A backup is a single file, so a lock file created by reading it is removed.
if (!hadLockFile && (mode === "check" || mode === "info")) await rm(lockFileOf(file), { force: true });
