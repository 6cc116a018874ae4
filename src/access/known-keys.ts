import { hash, timingSafeEqual } from "node:crypto";
import { unavailable } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import { tryWithTimeout } from "../model/with-timeout.ts";
import { grantOf, isInForce, type StoredKey } from "./key-record.ts";

/** A key this node has looked up. Its text is not kept, only what tells that the same text came again. */
export interface KnownKey {
  readonly key: StoredKey;
  readonly grant: Grant;
  /** For each secret, SHA-256 of the text that proved to be it. */
  readonly seen: (Buffer | undefined)[];
  /** When the store was asked that answered this. */
  readonly askedAt: number;
  /** Until then nobody waits for the store to say it again. */
  believedUntil: number;
}

/** The keys this node saw a moment ago. Every call asks for one, and nearly all are answered from here. */
export interface KnownKeys {
  /** The key, when this very text proved to be one of its secrets and the store said so within the last second. */
  find(prefix: string, text: string): KnownKey | undefined;
  /** Whether this very text proved to be a key here that was neither changed nor revoked since, as far as is known. */
  hasProved(prefix: string, text: string): boolean;
  /** What the store says now; undefined: there is no such key. Rejects when it does not answer. */
  read(prefix: string): Promise<KnownKey | undefined>;
  /** What was known before the store went away, if that is not too long ago. */
  trusted(prefix: string): KnownKey | undefined;
  /** The text proved to be the secret at that place. */
  remember(known: KnownKey, place: number, text: string): void;
  /** It was changed or revoked somewhere: also what is being read of it right now is out of date. */
  drop(prefix: string): void;
}

/** News of a revocation may be lost; this is how long it can go unnoticed. */
const BELIEVED_MS = 1_000;
/** A key in use is read again this long before anybody would have to wait for it. */
const AHEAD_MS = 500;
/**
 * While the store is away, keys go on working for this long after they were last read from it. Whoever revokes a key
 * meanwhile, at a node that does reach the store, has it refused by the others no later than that.
 */
export const TRUSTED_MS = 5 * 60_000;
const MOST_KNOWN = 20_000;

const printOf = (text: string): Buffer => hash("sha256", text, "buffer");

const hasSeen = ({ key, seen }: KnownKey, print: Buffer, now: number): boolean => {
  for (let place = 0; place < seen.length; place++) {
    const before = seen[place];
    if (before !== undefined && timingSafeEqual(before, print)) return isInForce(key, place, now);
  }
  return false;
};

export const createKnownKeys = ({
  load,
  now,
  elapsed,
  log,
  patienceMs,
}: {
  load(prefix: string): Promise<StoredKey | undefined>;
  readonly now: () => number;
  /** Runs by itself: the clock may stand still. */
  readonly elapsed: () => number;
  readonly log: Log;
  readonly patienceMs: number;
}): KnownKeys => {
  // In the order in which they were read. Whoever is in use is read every second, so the first has been idle longest.
  const known = new Map<string, KnownKey>();
  const reading = new Map<string, Promise<KnownKey | undefined>>();
  let isAway = false;

  const entryOf = (key: StoredKey, askedAt: number, before: KnownKey | undefined): KnownKey => {
    const seen = new Map(before?.key.secrets.map(({ digest }, place) => [digest, before.seen[place]]));
    return {
      key,
      grant: grantOf(key.record),
      seen: key.secrets.map(({ digest }) => seen.get(digest)),
      askedAt,
      believedUntil: askedAt + BELIEVED_MS,
    };
  };

  const keep = (prefix: string, entry: KnownKey | undefined): void => {
    known.delete(prefix);
    if (entry) known.set(prefix, entry);
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value as string);
  };

  const hear = (silence: string | undefined): void => {
    if (isAway === (silence !== undefined)) return;
    isAway = !isAway;
    if (isAway) log.warn("keys are checked from memory: the store does not answer", { reason: silence });
    else log.info("keys are checked with the store again");
  };

  const read: KnownKeys["read"] = (prefix) => {
    const underWay = reading.get(prefix);
    if (underWay) return underWay;
    const isMine = (): boolean => reading.get(prefix) === mine;
    const askedAt = elapsed();
    const answer = load(prefix).then((key) => {
      const entry = key && entryOf(key, askedAt, known.get(prefix));
      if (isMine()) keep(prefix, entry);
      return entry;
    });
    const mine = tryWithTimeout(patienceMs, answer).then((found) => {
      if (isMine()) reading.delete(prefix);
      if ("answer" in found) {
        hear(undefined);
        return found.answer;
      }
      hear(found.error);
      throw unavailable("API keys cannot be checked right now.", {
        ...{ retryable: true, hint: "The same request with the same key may work in a few seconds." },
      });
    });
    reading.set(prefix, mine);
    return mine;
  };

  const trusted: KnownKeys["trusted"] = (prefix) => {
    const entry = known.get(prefix);
    const instant = elapsed();
    if (!entry || instant - entry.askedAt >= TRUSTED_MS) return undefined;
    entry.believedUntil = Math.min(instant + BELIEVED_MS, entry.askedAt + TRUSTED_MS);
    return entry;
  };

  return {
    find(prefix, text) {
      const entry = known.get(prefix);
      const instant = elapsed();
      if (entry === undefined || instant >= entry.believedUntil) return undefined;
      if (!hasSeen(entry, printOf(text), now())) return undefined;
      if (entry.believedUntil - instant < AHEAD_MS && !reading.has(prefix)) {
        read(prefix).catch(() => trusted(prefix));
      }
      return entry;
    },
    hasProved(prefix, text) {
      const entry = known.get(prefix);
      return entry !== undefined && hasSeen(entry, printOf(text), now());
    },
    read,
    trusted,
    remember(entry, place, text) {
      entry.seen[place] = printOf(text);
    },
    drop(prefix) {
      reading.delete(prefix);
      known.delete(prefix);
    },
  };
};
