import { keyKind } from "../../model/keys.ts";
import { sumOf } from "./checksum.ts";
import type { Entry } from "./entry-store.ts";
import { type Databases, decodeEntry, FORMAT, FORMAT_KEY, type Root, VERSION_KEY } from "./lmdb-layout.ts";
import { EARLIER_FORMATS } from "./lmdb-migrations.ts";

/** Counts by kind of key: no key is ever shown whole, because it may name a client or a traveller. */
export interface Census {
  readonly format: string | undefined;
  readonly entries: number;
  readonly kinds: Readonly<Record<string, number>>;
}

export interface CheckReport extends Census {
  /** What is wrong, such as "wrong checksum" → { pnr: 2 }. Empty when the store is intact. */
  readonly damage: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const takeCensus = (root: Root, { entries }: Databases): Census => {
  const kinds: Record<string, number> = {};
  let count = 0;
  for (const key of entries.getKeys()) {
    count++;
    kinds[keyKind(key)] = (kinds[keyKind(key)] ?? 0) + 1;
  }
  return { format: root.get(FORMAT_KEY), entries: count, kinds };
};

/** Reads everything: each entry with its checksum, each set's members, and the index of expiries in both directions. */
export const checkStore = (root: Root, databases: Databases): CheckReport => {
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
      const those = [...members.getValues(key)];
      if (those.length !== entry.size || (!earlier && sumOf(those) !== entry.sum)) found("wrong members", key);
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
