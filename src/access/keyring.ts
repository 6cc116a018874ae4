import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../model/clock.ts";
import { type Failure, invalid, notFound, ruleBroken } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Store } from "../platform/stores/store.ts";
import { isExpired, isInForce, type KeyRecord, MOST_SECRETS, type Secret, type StoredKey } from "./key-record.ts";
import { isPrefix, newKeyText, newPrefix, prefixIn } from "./key-text.ts";
import { createKeyUses } from "./key-uses.ts";
import { createKnownKeys, type KnownKey } from "./known-keys.ts";
import { checkNewKey, type NewKey } from "./new-key.ts";
import { type QuotaUse, readQuotaUse } from "./quota-use.ts";
import { createStoredKeys } from "./stored-keys.ts";
import { checkTenant } from "./tenant.ts";

export interface HandedOut {
  /** Shown this once, and kept nowhere. */
  readonly key: string;
  readonly record: KeyRecord;
}

/** Whose keys may be touched: with a tenant, those of others are not there. */
export interface KeyOwner {
  readonly tenant?: string | undefined;
}

export interface Keyring {
  create(wish: NewKey): Promise<HandedOut>;
  list(tenant?: string): Promise<readonly KeyRecord[]>;
  /** How much of their quotas is used up, in the order of the keys. */
  quotaUse(records: readonly KeyRecord[]): Promise<readonly QuotaUse[]>;
  /** `default`, and whoever ever had a key. */
  tenants(): Promise<readonly string[]>;
  /** A new key under the same keyId. The old one works for `overlapMs` longer; 0 ends all earlier ones now. */
  rotate(keyId: string, overlapMs: number, owner?: KeyOwner): Promise<HandedOut>;
  /** Takes effect here at once, and on every node within a second. */
  revoke(keyId: string, owner?: KeyOwner): Promise<KeyRecord>;
  /**
   * What the key lets its holder do; undefined for one that opens nothing. At once for a key seen within the last
   * second. Rejects with a retryable Failure when the store is away and the key is not known here.
   */
  find(keyText: string): Grant | undefined | Promise<Grant | undefined>;
  /** Whether the key was good here before. Nobody who only guesses can have such a one, and it costs nothing to tell. */
  hasProved(keyText: string): boolean;
  /** What is left of a key with whoever showed it once and was let in for a while; it opens nothing by itself. */
  markOf(keyText: string): string;
  /** What that key lets its holder do now; undefined once it was revoked, has expired or was replaced. */
  standing(keyId: string, mark: string): Promise<Grant | undefined>;
  /** Nobody has a key at all. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

const TOPIC = "access:key";
const MOST_KEYS = 1_000;
const LONGEST_OVERLAP_MS = 90 * 86_400_000;

/** What unknown keys are compared with, so that they take as long as wrong ones. */
const NOBODY: readonly Secret[] = [{ digest: randomBytes(32).toString("base64url") }];
const DIGEST_BYTES = 32;

export const openKeyring = async ({
  store,
  bus,
  clock,
  pepper,
  log,
  elapsed = () => performance.now(),
  patienceMs = 500,
}: {
  readonly store: Store;
  readonly bus: Bus;
  /** Real time, also in a rehearsal: who holds a key lives outside of it. */
  readonly clock: Clock;
  readonly pepper: Buffer;
  readonly log: Log;
  /** Milliseconds that pass by themselves, whatever the clock shows. */
  readonly elapsed?: () => number;
  /** How long a key waits for the store before it counts as away. */
  readonly patienceMs?: number;
}): Promise<Keyring> => {
  const storedKeys = createStoredKeys({ store, log });
  const known = createKnownKeys({ load: storedKeys.load, now: clock.now, elapsed, log, patienceMs });
  const uses = createKeyUses({ storedKeys, clock, log });

  const digestOf = (text: string): Buffer => createHmac("sha256", pepper).update(text).digest();
  const pepperId = digestOf("taxiway key pepper").toString("base64url").slice(0, 8);

  const stopListening = bus.listen(TOPIC, (prefix) => known.drop(String(prefix)));

  const viewOf = ({ record, pepperId: madeWith }: StoredKey): KeyRecord => {
    const lastUsedAt = Math.max(record.lastUsedAt ?? 0, uses.lastNoted(record.keyId) ?? 0);
    return {
      ...record,
      ...(lastUsedAt > 0 && { lastUsedAt }),
      ...(madeWith !== pepperId && { orphaned: true }),
    };
  };

  const ownedBy = ({ tenant }: KeyOwner, key: StoredKey | undefined, keyId: string): StoredKey => {
    if (key && (tenant === undefined || key.record.tenant === tenant)) return key;
    throw noSuchKey(keyId);
  };

  let hasWarned = false;
  const warnOfPepper = (keyId: string): void => {
    if (hasWarned) return;
    hasWarned = true;
    log.warn("a key was refused that was made with another pepper: all nodes on one store need the same", { keyId });
  };

  /** Undefined when the digest is that of no secret of the key, or of one that is over. */
  const opened = async (prefix: string, digest: Buffer): Promise<{ key: KnownKey; place: number } | undefined> => {
    let silence: unknown;
    const found = await known.read(prefix).catch((error: unknown) => {
      silence = error;
      return known.trusted(prefix);
    });
    const place = placeOf(found?.key.secrets ?? NOBODY, digest);
    if (found === undefined || place < 0) {
      if (silence !== undefined) throw silence;
      if (found && found.key.pepperId !== pepperId) warnOfPepper(prefix);
      return undefined;
    }
    if (!isInForce(found.key, place, clock.now())) return undefined;
    uses.note(prefix);
    return { key: found, place };
  };

  /** Whatever does not fit is looked up anew, so a new key works at once and a wrong one costs what an unknown does. */
  const lookUp = async (prefix: string, text: string): Promise<Grant | undefined> => {
    const found = await opened(prefix, digestOf(text));
    if (found) known.remember(found.key, found.place, text);
    return found?.key.grant;
  };

  return {
    async create(wish) {
      const now = clock.now();
      const checked = checkNewKey(wish, now);
      if ((await storedKeys.prefixesOf(checked.tenant)).length >= MOST_KEYS) {
        throw ruleBroken(`The tenant ${checked.tenant} has ${MOST_KEYS} keys, which is the most there can be.`, {
          hint: "Revoke keys that nobody uses; the list says when each was last used.",
        });
      }
      for (;;) {
        const keyId = newPrefix();
        const text = newKeyText(keyId);
        const record: KeyRecord = { ...checked, keyId, createdAt: now };
        const secrets = [{ digest: digestOf(text).toString("base64url") }];
        if (await storedKeys.create({ record, secrets, pepperId })) return { key: text, record };
      }
    },

    async list(tenant) {
      const tenants = tenant === undefined ? await storedKeys.tenants() : [checkTenant(tenant)];
      const keys = await Promise.all(tenants.map(storedKeys.keysOf));
      return keys.flatMap((some) => some.map(viewOf).sort((a, b) => a.createdAt - b.createdAt));
    },

    quotaUse: (records) => readQuotaUse(store, records, clock.now()),

    tenants: storedKeys.tenants,

    async rotate(keyId, overlapMs, owner = {}) {
      checkOverlap(overlapMs);
      if (!isPrefix(keyId)) throw noSuchKey(keyId);
      const text = newKeyText(keyId);
      const edit = (found: StoredKey | undefined): StoredKey => {
        const before = ownedBy(owner, found, keyId);
        const now = clock.now();
        if (isExpired(before.record, now)) throw expired(keyId);
        const earlier = before.pepperId === pepperId ? endedBy(before.secrets, now + overlapMs, now) : [];
        if (earlier.length >= MOST_SECRETS) throw tooManyRotations(keyId);
        const secrets = [{ digest: digestOf(text).toString("base64url") }, ...earlier];
        const { overlapUntil: _, ...kept } = before.record;
        const [previous] = earlier;
        const record = { ...kept, rotatedAt: now, ...(previous && { overlapUntil: previous.until }) };
        return { record, secrets, pepperId };
      };
      const rotated = await storedKeys.revise(keyId, edit, { durable: true });
      if (rotated === undefined) throw noSuchKey(keyId);
      bus.publish(TOPIC, keyId);
      return { key: text, record: rotated.record };
    },

    async revoke(keyId, owner = {}) {
      const found = isPrefix(keyId) ? await storedKeys.load(keyId) : undefined;
      const key = ownedBy(owner, found, keyId);
      await storedKeys.remove(key);
      uses.forget(keyId);
      bus.publish(TOPIC, keyId);
      return viewOf(key);
    },

    find(text) {
      const prefix = prefixIn(text);
      if (prefix === undefined) return undefined;
      const entry = known.find(prefix, text);
      if (entry === undefined) return lookUp(prefix, text);
      uses.note(prefix);
      return entry.grant;
    },

    hasProved(text) {
      const prefix = prefixIn(text);
      return prefix !== undefined && known.hasProved(prefix, text);
    },

    markOf: (text) => digestOf(text).toString("base64url"),

    async standing(keyId, mark) {
      const digest = Buffer.from(mark, "base64url");
      if (!isPrefix(keyId) || digest.length !== DIGEST_BYTES) return undefined;
      return (await opened(keyId, digest))?.key.grant;
    },

    async isEmpty() {
      for (const tenant of await storedKeys.tenants())
        if ((await storedKeys.prefixesOf(tenant)).length > 0) return false;
      return true;
    },

    async close() {
      stopListening();
      await uses.close();
    },
  };
};

/** Where the digest stands among the secrets, -1 for nowhere. All are compared, and each in constant time. */
const placeOf = (secrets: readonly Secret[], digest: Buffer): number => {
  let place = -1;
  for (const [index, secret] of secrets.entries()) {
    if (timingSafeEqual(Buffer.from(secret.digest, "base64url"), digest)) place = index;
  }
  return place;
};

/** Those of the secrets that go on for a while, none for longer than `end`. */
const endedBy = (secrets: readonly Secret[], end: number, now: number): readonly (Secret & { until: number })[] =>
  secrets
    .map(({ digest, until = end }) => ({ digest, until: Math.min(until, end) }))
    .filter(({ until }) => until > now);

const checkOverlap = (overlapMs: number): void => {
  if (Number.isSafeInteger(overlapMs) && overlapMs >= 0 && overlapMs <= LONGEST_OVERLAP_MS) return;
  throw invalid("The old key cannot go on working for that long.", {
    ...{ field: "overlap", allowed: "0 to 90 days" },
  });
};

/** The value may be a whole key, given by mistake: it is not repeated. */
const noSuchKey = (keyId: string): Failure =>
  notFound("There is no such key.", {
    field: "key_id",
    ...(isPrefix(keyId) && { value: keyId }),
    hint: "The key_id is the 8 characters between twk_ and the second underscore; list the keys to see them all.",
  });

const expired = (keyId: string): Failure =>
  ruleBroken(`The key ${keyId} has expired, and a rotated one would have too.`, {
    ...{ field: "key_id", value: keyId, hint: "Revoke it and create a new one." },
  });

const tooManyRotations = (keyId: string): Failure =>
  ruleBroken(`The key ${keyId} was rotated ${MOST_SECRETS} times, and all earlier ones still work.`, {
    ...{ field: "overlap", hint: "Wait until the first of them has ended, or rotate with a shorter overlap." },
  });
