import { type Failure, invalid } from "../model/failure.ts";
import type { Quota } from "../model/grant.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { withoutKeys } from "../model/redact.ts";
import type { KeyRecord } from "./key-record.ts";
import { looksLikeKey } from "./key-text.ts";
import { checkTenant } from "./tenant.ts";

/** The properties of a new key. */
export interface NewKey {
  /** Created with its first key. Default: `default`. */
  readonly tenant?: string;
  /** A label that says who or what uses the key. */
  readonly name: string;
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  readonly admin?: boolean;
  readonly quota?: Quota;
  /** Unix milliseconds. */
  readonly expiresAt?: number;
}

type CheckedKey = Omit<KeyRecord, "keyId" | "createdAt">;

const MAX_NAME_LENGTH = 80;
const MAX_NAMES = 200;
const MAX_QUOTA = 1_000_000_000;
/** The last instant of a JavaScript date. */
const LAST_INSTANT = 8_640_000_000_000_000;

const SERVER = /^[A-Za-z0-9][\w.-]{0,63}$/;
const TOOL = /^(?:[\w.-]{1,128}\*?|\*)$/;

/** Checks a request from a command line or from JSON, where any field may have any type. */
export const checkNewKey = (request: NewKey, now: number): CheckedKey => {
  const servers = checkNames("servers", request.servers, SERVER, "names of MCP servers, such as gds or toolbox");
  const tools = checkNames("tools", request.tools, TOOL, "names of tools; * at the end matches any suffix");
  const quota = checkQuota(request.quota);
  const expiresAt = checkExpiry(request.expiresAt, now);
  return {
    tenant: checkTenant(String(request.tenant ?? DEFAULT_TENANT)),
    name: checkName(request.name),
    admin: checkAdmin(request.admin),
    ...(servers && { servers }),
    ...(tools && { tools }),
    ...(quota && { quota }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
};

const rejected = (field: string, value: unknown, allowed: string): Failure =>
  invalid(`Invalid ${field}: expected ${allowed}.`, {
    field,
    allowed,
    ...(["string", "number", "boolean"].includes(typeof value) && { value: withoutKeys(String(value).slice(0, 80)) }),
  });

const checkName = (name: unknown): string => {
  const text = typeof name === "string" ? name.trim() : "";
  const isValid = text.length > 0 && text.length <= MAX_NAME_LENGTH && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
  if (isValid && containsNoKey(text)) return text;
  throw rejected("name", name, `1 to ${MAX_NAME_LENGTH} visible characters that say who or what uses the key`);
};

const checkAdmin = (admin: unknown): boolean => {
  if (admin === undefined || typeof admin === "boolean") return admin ?? false;
  throw rejected("admin", admin, "true or false");
};

const checkNames = (field: string, names: unknown, form: RegExp, allowed: string): readonly string[] | undefined => {
  if (names === undefined) return undefined;
  const fits = (name: unknown): name is string => typeof name === "string" && form.test(name) && containsNoKey(name);
  if (Array.isArray(names) && names.length > 0 && names.length <= MAX_NAMES && names.every(fits)) {
    return [...new Set(names)];
  }
  const wrong = Array.isArray(names) ? names.find((name) => !fits(name)) : names;
  throw rejected(field, wrong, `1 to ${MAX_NAMES} ${allowed}; omit it for all of them`);
};

/** Returns undefined if there is no limit. */
export const checkQuota = (request: QuotaRequest = {}): Quota | undefined => {
  const perMinute = checkLimit("per_minute", request.perMinute);
  const perDay = checkLimit("per_day", request.perDay);
  const quota = { ...(perMinute !== undefined && { perMinute }), ...(perDay !== undefined && { perDay }) };
  return Object.keys(quota).length > 0 ? quota : undefined;
};

type QuotaRequest = { readonly [limit in keyof Quota]?: unknown };

const checkLimit = (field: string, value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  if (isWhole(value) && value >= 1 && value <= MAX_QUOTA) return value;
  throw rejected(field, value, `a whole number from 1 to ${MAX_QUOTA}`);
};

const checkExpiry = (value: unknown, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (isWhole(value) && value > now && value <= LAST_INSTANT) return value;
  throw rejected("expires", value, "a time in the future");
};

/** Lists show the stored text, so it must not contain a key. */
const containsNoKey = (text: string): boolean => withoutKeys(text) === text;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** A request for a key, from a command line or from JSON. */
export interface KeyRequest {
  readonly name?: unknown;
  readonly tenant?: unknown;
  readonly servers?: unknown;
  readonly tools?: unknown;
  readonly admin?: unknown;
  readonly per_minute?: unknown;
  readonly per_day?: unknown;
  /** A duration or a date. */
  readonly expires?: unknown;
}

/** Parses the times of a request; the keyring checks all other fields. */
export const newKeyOf = (
  { per_minute: perMinute, per_day: perDay, expires, ...request }: KeyRequest,
  now: number,
): NewKey =>
  ({
    ...request,
    quota: { perMinute, perDay },
    ...(expires !== undefined && { expiresAt: instantIn(expires, now) }),
  }) as NewKey;

/** Accepts a whole key too, and takes its prefix. */
export const keyIdIn = (text: string): string => (looksLikeKey(text) ? text.slice(4, 12) : text);

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(\d{1,6})([smhd])$/;

/** Parses how long the old key works after a rotation. Errors do not repeat the value, which may be a pasted key. */
export const overlapIn = (given: unknown = "24h"): number => {
  if (given === "0" || given === 0) return 0;
  const duration = typeof given === "string" ? durationIn(given) : undefined;
  if (duration !== undefined) return duration;
  throw invalid("Invalid overlap.", {
    field: "overlap",
    allowed: "a number followed by s, m, h or d, such as 30m, 24h or 7d; or 0",
  });
};

const durationIn = (text: string): number | undefined => {
  const [, count, unit = ""] = DURATION.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] as number);
};

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A date without a time is its first instant in UTC. */
const instantIn = (given: unknown, now: number): number => {
  const text = typeof given === "string" ? given : "";
  const duration = durationIn(text);
  if (duration !== undefined) return now + duration;
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(instant)) return instant;
  throw invalid("Invalid expiry time.", {
    field: "expires",
    allowed: "90d, 12h, 2027-06-30 or 2027-06-30T12:00Z",
  });
};
