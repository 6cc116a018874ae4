import { hash, timingSafeEqual } from "node:crypto";
import { unavailable } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import { tryWithTimeout } from "../model/with-timeout.ts";
import { grantOf, isInForce, type StoredKey } from "./key-record.ts";

/** A key that this node has looked up. Contains hashes of its secrets only. */
export interface KnownKey {
  readonly key: StoredKey;
  readonly grant: Grant;
  /** For each secret, the SHA-256 of the text that was verified against it. */
  readonly seen: (Buffer | undefined)[];
  /** When it was requested from the store. */
  readonly askedAt: number;
  /** Until then it is used without reading the store. */
  freshUntil: number;
}

/** How long a revocation can go unnoticed if its event is lost. */
const FRESH_MS = 1_000;
/** A key in use is read again this long before it stops being fresh, so that callers need not wait. */
const AHEAD_MS = 500;
/**
 * How long keys still work after they were last read, while the store is unavailable. A key that is revoked at a node that
 * reaches the store is refused by all others after this time.
 */
export const TRUSTED_MS = 5 * 60_000;
const MAX_KNOWN = 20_000;

const hashOf = (text: string): Buffer => hash("sha256", text, "buffer");

const isVerified = ({ key, seen }: KnownKey, textHash: Buffer, now: number): boolean => {
  for (let index = 0; index < seen.length; index++) {
    const before = seen[index];
    if (before !== undefined && timingSafeEqual(before, textHash)) return isInForce(key, index, now);
  }
  return false;
};

/** A cache of the keys that this node uses. Nearly all look-ups are answered from it. */
export const createKnownKeys = ({
  load,
  now,
  elapsed,
  log,
  timeoutMs,
}: {
  load(prefix: string): Promise<StoredKey | undefined>;
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly log: Log;
  readonly timeoutMs: number;
}) => {
  // In the order of their last read. Keys in use are read every second, so the first one has been idle longest.
  const known = new Map<string, KnownKey>();
  const reading = new Map<string, Promise<KnownKey | undefined>>();
  let isUnavailable = false;

  const entryOf = (key: StoredKey, askedAt: number, before: KnownKey | undefined): KnownKey => {
    const seen = new Map(before?.key.secrets.map(({ digest }, index) => [digest, before.seen[index]]));
    return {
      key,
      grant: grantOf(key.record),
      seen: key.secrets.map(({ digest }) => seen.get(digest)),
      askedAt,
      freshUntil: askedAt + FRESH_MS,
    };
  };

  const keep = (prefix: string, entry: KnownKey | undefined): void => {
    known.delete(prefix);
    if (entry) known.set(prefix, entry);
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value as string);
  };

  const noteAvailability = (reason: string | undefined): void => {
    if (isUnavailable === (reason !== undefined)) return;
    isUnavailable = !isUnavailable;
    if (isUnavailable) log.warn("keys are checked from memory: the store does not respond", { reason });
    else log.info("keys are checked with the store again");
  };

  /** Reads the key from the store. Rejects if the store does not respond. */
  const read = (prefix: string): Promise<KnownKey | undefined> => {
    const underWay = reading.get(prefix);
    if (underWay) return underWay;
    const isCurrent = (): boolean => reading.get(prefix) === current;
    const askedAt = elapsed();
    const answer = load(prefix).then((key) => {
      const entry = key && entryOf(key, askedAt, known.get(prefix));
      if (isCurrent()) keep(prefix, entry);
      return entry;
    });
    const current = tryWithTimeout(timeoutMs, answer).then((found) => {
      if (isCurrent()) reading.delete(prefix);
      if ("answer" in found) {
        noteAvailability(undefined);
        return found.answer;
      }
      noteAvailability(found.error);
      throw unavailable("API keys cannot be checked right now.", {
        retryable: true,
        hint: "Repeat the request in a few seconds.",
      });
    });
    reading.set(prefix, current);
    return current;
  };

  /** Returns the last known state while the store is unavailable, for a limited time. */
  const trusted = (prefix: string): KnownKey | undefined => {
    const entry = known.get(prefix);
    const instant = elapsed();
    if (!entry || instant - entry.askedAt >= TRUSTED_MS) return undefined;
    entry.freshUntil = Math.min(instant + FRESH_MS, entry.askedAt + TRUSTED_MS);
    return entry;
  };

  return {
    /** Returns the key if this text is one of its verified secrets and the entry is fresh. */
    find(prefix: string, text: string): KnownKey | undefined {
      const entry = known.get(prefix);
      const instant = elapsed();
      if (entry === undefined || instant >= entry.freshUntil) return undefined;
      if (!isVerified(entry, hashOf(text), now())) return undefined;
      if (entry.freshUntil - instant < AHEAD_MS && !reading.has(prefix)) {
        read(prefix).catch(() => trusted(prefix));
      }
      return entry;
    },
    /** Whether this text is a verified secret of a key that has not changed since, as far as this node knows. */
    wasValid(prefix: string, text: string): boolean {
      const entry = known.get(prefix);
      return entry !== undefined && isVerified(entry, hashOf(text), now());
    },
    read,
    trusted,
    /** Records that the text was verified against the secret at that index. */
    remember(entry: KnownKey, index: number, text: string): void {
      entry.seen[index] = hashOf(text);
    },
    /** Removes a key that was changed or revoked on any node, and ignores reads of it that are under way. */
    drop(prefix: string): void {
      reading.delete(prefix);
      known.delete(prefix);
    },
  };
};
