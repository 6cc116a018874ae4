import type { Grant, Quota } from "../model/grant.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { RecordValue, Versioned } from "../platform/stores/store.ts";
import { isPrefix } from "./key-text.ts";
import { isTenant } from "./tenant.ts";

/** The properties of a key, without its secrets. Times are Unix milliseconds. */
export interface KeyRecord extends Grant {
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  /** Accurate to 15 seconds. */
  readonly lastUsedAt?: number;
  readonly rotatedAt?: number;
  /** When secrets from before the last rotation stop working. */
  readonly overlapUntil?: number;
  /** Created with another pepper. It works again with that pepper, or after a rotation. */
  readonly orphaned?: true;
}

/** A key has several secrets after a rotation; all but the newest expire. */
export interface Secret {
  /** HMAC-SHA-256 of the key with the pepper, base64url. */
  readonly digest: string;
  readonly until?: number;
}

export interface StoredKey {
  readonly record: KeyRecord;
  /** Newest first. */
  readonly secrets: readonly Secret[];
  /** The pepper that the digests were made with. */
  readonly pepperId: string;
}

export const MAX_SECRETS = 5;

export const writtenKey = ({ record, secrets, pepperId }: StoredKey): RecordValue => {
  const { keyId, quota, overlapUntil: _overlap, orphaned: _orphaned, ...rest } = record;
  return {
    prefix: keyId,
    ...rest,
    perMinute: quota?.perMinute,
    perDay: quota?.perDay,
    secrets: secrets.map(({ digest, until }) => (until === undefined ? { digest } : { digest, until })),
    pepperId,
  };
};

/** Returns undefined for a record that Taxiway would not have written. */
export const readKey = (prefix: string, { value }: Versioned): StoredKey | undefined => {
  const { tenant, name, admin, createdAt, pepperId, secrets, servers, tools } = value;
  if (value["prefix"] !== prefix || !isPrefix(prefix) || typeof tenant !== "string" || !isTenant(tenant))
    return undefined;
  if (typeof name !== "string" || typeof admin !== "boolean" || !isInstant(createdAt)) return undefined;
  if (typeof pepperId !== "string" || !areSecrets(secrets)) return undefined;
  if (!isOptional(servers, areTexts) || !isOptional(tools, areTexts)) return undefined;
  const numbers = ["expiresAt", "lastUsedAt", "rotatedAt", "perMinute", "perDay"];
  if (!numbers.every((field) => isOptional(value[field], isInstant))) return undefined;
  const { expiresAt, lastUsedAt, rotatedAt } = value as { readonly [field: string]: number };
  const overlapUntil = secrets[1]?.until;
  const quota = quotaIn(value);
  const record: KeyRecord = {
    keyId: prefix,
    tenant,
    name,
    admin,
    createdAt,
    ...(servers !== undefined && { servers }),
    ...(tools !== undefined && { tools }),
    ...(quota && { quota }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    ...(rotatedAt !== undefined && { rotatedAt }),
    ...(overlapUntil !== undefined && { overlapUntil }),
  };
  return { record, secrets, pepperId };
};

/** Reads the quota in a stored record. Undefined if there is none. */
export const quotaIn = ({ perMinute, perDay }: JsonObject): Quota | undefined => {
  const quota = { ...(isInstant(perMinute) && { perMinute }), ...(isInstant(perDay) && { perDay }) };
  return Object.keys(quota).length > 0 ? quota : undefined;
};

export const grantOf = ({ tenant, keyId, servers, tools, admin, quota }: KeyRecord): Grant =>
  Object.freeze({
    tenant,
    keyId,
    admin,
    ...(servers && { servers }),
    ...(tools && { tools }),
    ...(quota && { quota }),
  });

export const isExpired = ({ expiresAt }: KeyRecord, now: number): boolean =>
  expiresAt !== undefined && now >= expiresAt;

/** Whether the secret at that index is valid now. */
export const isInForce = ({ record, secrets }: StoredKey, index: number, now: number): boolean => {
  const until = secrets[index]?.until;
  return (until === undefined || now < until) && !isExpired(record, now);
};

const isOptional = <T>(value: unknown, check: (value: unknown) => value is T): value is T | undefined =>
  value === undefined || check(value);

const isInstant = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

const areSecrets = (value: unknown): value is readonly Secret[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_SECRETS && value.every(isSecret);

const isSecret = (value: unknown): boolean =>
  isJsonObject(value) &&
  typeof value["digest"] === "string" &&
  /^[\w-]{43}$/.test(value["digest"]) &&
  isOptional(value["until"], isInstant);
