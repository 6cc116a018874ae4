import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../model/clock.ts";
import { type Failure, invalid, notFound, ruleBroken } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Store } from "../platform/stores/store.ts";
import { isExpired, isInForce, type KeyRecord, MAX_SECRETS, type Secret, type StoredKey } from "./key-record.ts";
import { checkNewKey, type NewKey } from "./key-request.ts";
import { isPrefix, newKeyText, newPrefix, prefixIn } from "./key-text.ts";
import { createKeyUses } from "./key-uses.ts";
import { createKnownKeys, type KnownKey } from "./known-keys.ts";
import { type QuotaUse, readQuotaUse, readTenantUse } from "./quota-use.ts";
import { createStoredKeys } from "./stored-keys.ts";
import { checkTenant } from "./tenant.ts";
import { openTenantQuotas, type TenantQuota, type TenantQuotas } from "./tenant-quotas.ts";

export interface NewSecret {
  /** Shown only now; the store has a digest of it. */
  readonly key: string;
  readonly record: KeyRecord;
}

/** With a tenant, keys of other tenants look nonexistent. */
interface KeyOwner {
  readonly tenant?: string | undefined;
}

export interface Keyring {
  create(request: NewKey): Promise<NewSecret>;
  list(tenant?: string): Promise<readonly KeyRecord[]>;
  /** Returns how much of their quotas is used, in the order of the records. */
  quotaUse(records: readonly KeyRecord[]): Promise<readonly QuotaUse[]>;
  /** Limits on tenants as a whole. */
  readonly tenantQuotas: TenantQuotas;
  /** Returns how much of them is used, in the order of the tenants. */
  tenantUse(tenants: readonly TenantQuota[]): Promise<readonly QuotaUse[]>;
  /** Returns `default` and every tenant that ever had a key. */
  tenants(): Promise<readonly string[]>;
  /** Creates a new secret for the same keyId. The old one works for `overlapMs` longer; 0 ends all earlier ones now. */
  rotate(keyId: string, overlapMs: number, owner?: KeyOwner): Promise<NewSecret>;
  /** Takes effect here at once, and on every node within a second. */
  revoke(keyId: string, owner?: KeyOwner): Promise<KeyRecord>;
  /**
   * Returns the permissions of a key; undefined for an invalid one. Not a promise if the key was seen within the last
   * second. Rejects with a retryable Failure if the store is unavailable and the key is not cached.
   */
  find(keyText: string): Grant | undefined | Promise<Grant | undefined>;
  /** Whether the key was valid in this process before, which a guessed key never is. Does not read the store. */
  wasValid(keyText: string): boolean;
  /** Returns a fingerprint of the key, for logins that were opened with it. It is no credential itself. */
  fingerprintOf(keyText: string): string;
  /** Returns the current permissions of the key with that fingerprint; undefined if it is not valid any more. */
  currentGrant(keyId: string, fingerprint: string): Promise<Grant | undefined>;
  /** Whether there are no keys. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

const TOPIC = "access:key";
const MAX_KEYS = 1_000;
const MAX_OVERLAP_MS = 90 * 86_400_000;

/** Compared with unknown keys, so that they take as long as wrong ones. */
const DUMMY_SECRETS: readonly Secret[] = [{ digest: randomBytes(32).toString("base64url") }];
const DIGEST_BYTES = 32;

export const openKeyring = async ({
  store,
  bus,
  clock,
  pepper,
  log,
  elapsed = () => performance.now(),
  timeoutMs = 500,
}: {
  readonly store: Store;
  readonly bus: Bus;
  /** Real time: the clock of the world does not apply to keys. */
  readonly clock: Clock;
  readonly pepper: Buffer;
  readonly log: Log;
  /** A monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
  /** The timeout of reads from the store. */
  readonly timeoutMs?: number;
}): Promise<Keyring> => {
  const storedKeys = createStoredKeys({ store, log });
  const known = createKnownKeys({ load: storedKeys.load, now: clock.now, elapsed, log, timeoutMs });
  const uses = createKeyUses({ storedKeys, clock, log });
  const tenantQuotas = openTenantQuotas({ store, bus, log, elapsed, timeoutMs });

  const digestOf = (text: string): Buffer => createHmac("sha256", pepper).update(text).digest();
  const pepperId = digestOf("taxiway key pepper").toString("base64url").slice(0, 8);

  const stopListening = bus.listen(TOPIC, (prefix) => known.drop(String(prefix)));

  const withLastUse = ({ record, pepperId: madeWith }: StoredKey): KeyRecord => {
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
    log.warn(
      "a key was refused because it was created with another pepper; all nodes on one store need the same pepper",
      { keyId },
    );
  };

  /** Finds the key with a valid secret of that digest. */
  const findValid = async (prefix: string, digest: Buffer): Promise<{ key: KnownKey; index: number } | undefined> => {
    let failure: unknown;
    const found = await known.read(prefix).catch((error: unknown) => {
      failure = error;
      return known.trusted(prefix);
    });
    const index = indexOf(found?.key.secrets ?? DUMMY_SECRETS, digest);
    if (found === undefined || index < 0) {
      if (failure !== undefined) throw failure;
      if (found && found.key.pepperId !== pepperId) warnOfPepper(prefix);
      return undefined;
    }
    if (!isInForce(found.key, index, clock.now())) return undefined;
    uses.note(prefix);
    return { key: found, index };
  };

  /** Reads the store for every key that is not cached: a new key works at once, and wrong and unknown ones take equally long. */
  const lookUp = async (prefix: string, text: string): Promise<Grant | undefined> => {
    const found = await findValid(prefix, digestOf(text));
    if (found) known.remember(found.key, found.index, text);
    return found?.key.grant;
  };

  return {
    async create(request) {
      const now = clock.now();
      const checked = checkNewKey(request, now);
      if ((await storedKeys.prefixesOf(checked.tenant)).length >= MAX_KEYS) {
        throw ruleBroken(`The tenant ${checked.tenant} has reached its limit of ${MAX_KEYS} keys.`, {
          hint: "Revoke keys that are no longer used. The list shows when each was last used.",
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
      return keys.flatMap((some) => some.map(withLastUse).sort((a, b) => a.createdAt - b.createdAt));
    },

    quotaUse: (records) => readQuotaUse(store, records, clock.now()),

    tenantQuotas,
    tenantUse: (tenants) => readTenantUse(store, tenants, clock.now()),

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
        if (earlier.length >= MAX_SECRETS) throw tooManyRotations(keyId);
        const secrets = [{ digest: digestOf(text).toString("base64url") }, ...earlier];
        const { overlapUntil: _, ...kept } = before.record;
        const [previous] = earlier;
        const record = { ...kept, rotatedAt: now, ...(previous && { overlapUntil: previous.until }) };
        return { record, secrets, pepperId };
      };
      const rotated = await storedKeys.revise(keyId, edit, true);
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
      return withLastUse(key);
    },

    find(text) {
      const prefix = prefixIn(text);
      if (prefix === undefined) return undefined;
      const entry = known.find(prefix, text);
      if (entry === undefined) return lookUp(prefix, text);
      uses.note(prefix);
      return entry.grant;
    },

    wasValid(text) {
      const prefix = prefixIn(text);
      return prefix !== undefined && known.wasValid(prefix, text);
    },

    fingerprintOf: (text) => digestOf(text).toString("base64url"),

    async currentGrant(keyId, fingerprint) {
      const digest = Buffer.from(fingerprint, "base64url");
      if (!isPrefix(keyId) || digest.length !== DIGEST_BYTES) return undefined;
      return (await findValid(keyId, digest))?.key.grant;
    },

    async isEmpty() {
      for (const tenant of await storedKeys.tenants())
        if ((await storedKeys.prefixesOf(tenant)).length > 0) return false;
      return true;
    },

    async close() {
      stopListening();
      tenantQuotas.close();
      await uses.close();
    },
  };
};

/** Returns the index of the secret with that digest, or -1. Compares all secrets, each in constant time. */
const indexOf = (secrets: readonly Secret[], digest: Buffer): number => {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    if (timingSafeEqual(Buffer.from(secret.digest, "base64url"), digest)) found = index;
  }
  return found;
};

/** Returns the secrets that are still valid, each until `end` at the latest. */
const endedBy = (secrets: readonly Secret[], end: number, now: number): readonly (Secret & { until: number })[] =>
  secrets
    .map(({ digest, until = end }) => ({ digest, until: Math.min(until, end) }))
    .filter(({ until }) => until > now);

const checkOverlap = (overlapMs: number): void => {
  if (Number.isSafeInteger(overlapMs) && overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS) return;
  throw invalid("The overlap is too long.", { field: "overlap", allowed: "0 to 90 days" });
};

/** Does not repeat the value, which may be a pasted key. */
const noSuchKey = (keyId: string): Failure =>
  notFound("There is no such key.", {
    field: "key_id",
    ...(isPrefix(keyId) && { value: keyId }),
    hint: "The key_id is the 8 characters between twk_ and the second underscore; list the keys to see them all.",
  });

const expired = (keyId: string): Failure =>
  ruleBroken(`The key ${keyId} has expired, and rotation does not change its expiry.`, {
    field: "key_id",
    value: keyId,
    hint: "Revoke it and create a new one.",
  });

const tooManyRotations = (keyId: string): Failure =>
  ruleBroken(`The key ${keyId} was rotated ${MAX_SECRETS} times, and all its earlier secrets still work.`, {
    field: "overlap",
    hint: "Wait until the oldest secret expires, or rotate with a shorter overlap.",
  });
