import { type Failure, invalid } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { withoutKeys } from "../model/redact.ts";
import type { KeyRecord } from "./key-record.ts";
import { checkTenant } from "./tenant.ts";

/** What a key is to be good for. */
export interface NewKey {
  /** Begins with its first key. Default `default`. */
  readonly tenant?: string;
  /** For people: who or what uses it. */
  readonly name: string;
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  readonly admin?: boolean;
  readonly quota?: NonNullable<Grant["quota"]>;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

type Checked = Omit<KeyRecord, "keyId" | "createdAt">;

const LONGEST_NAME = 80;
const MOST_NAMES = 200;
const LARGEST_QUOTA = 1_000_000_000;
/** A JavaScript date ends there. */
const LAST_INSTANT = 8_640_000_000_000_000;

const SERVER = /^[A-Za-z0-9][\w.-]{0,63}$/;
const TOOL = /^(?:[\w.-]{1,128}\*?|\*)$/;

/** Wishes come from a command line or from an admin's JSON: every field may be anything. */
export const checkNewKey = (wish: NewKey, now: number): Checked => {
  const servers = checkNames("servers", wish.servers, SERVER, "names of MCP servers, such as gds or toolbox");
  const tools = checkNames(
    "tools",
    wish.tools,
    TOOL,
    "names of tools; one that ends in * stands for all that begin so",
  );
  const perMinute = checkQuota("per_minute", wish.quota?.perMinute);
  const perDay = checkQuota("per_day", wish.quota?.perDay);
  const expiresAt = checkExpiry(wish.expiresAt, now);
  const quota = { ...(perMinute !== undefined && { perMinute }), ...(perDay !== undefined && { perDay }) };
  return {
    tenant: checkTenant(String(wish.tenant ?? DEFAULT_TENANT)),
    name: checkName(wish.name),
    admin: checkAdmin(wish.admin),
    ...(servers && { servers }),
    ...(tools && { tools }),
    ...(Object.keys(quota).length > 0 && { quota }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
};

const refused = (field: string, value: unknown, allowed: string): Failure =>
  invalid(`The field ${field} of the key does not fit: ${allowed}.`, {
    ...{ field, allowed },
    ...(["string", "number", "boolean"].includes(typeof value) && { value: withoutKeys(String(value).slice(0, 80)) }),
  });

const checkName = (name: unknown): string => {
  const text = typeof name === "string" ? name.trim() : "";
  const isVisible = text.length > 0 && text.length <= LONGEST_NAME && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
  if (isVisible && holdsNoKey(text)) return text;
  throw refused("name", name, `1 to ${LONGEST_NAME} visible characters that say who or what uses the key`);
};

const checkAdmin = (admin: unknown): boolean => {
  if (admin === undefined || typeof admin === "boolean") return admin ?? false;
  throw refused("admin", admin, "true or false");
};

const checkNames = (field: string, names: unknown, form: RegExp, allowed: string): readonly string[] | undefined => {
  if (names === undefined) return undefined;
  const fits = (name: unknown): name is string => typeof name === "string" && form.test(name) && holdsNoKey(name);
  if (Array.isArray(names) && names.length > 0 && names.length <= MOST_NAMES && names.every(fits)) {
    return [...new Set(names)];
  }
  const wrong = Array.isArray(names) ? names.find((name) => !fits(name)) : names;
  throw refused(field, wrong, `1 to ${MOST_NAMES} ${allowed}; left out, it means all of them`);
};

const checkQuota = (field: string, value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  if (isWhole(value) && value >= 1 && value <= LARGEST_QUOTA) return value;
  throw refused(field, value, `a whole number from 1 to ${LARGEST_QUOTA}`);
};

const checkExpiry = (value: unknown, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (isWhole(value) && value > now && value <= LAST_INSTANT) return value;
  throw refused("expires", value, "a moment in the future");
};

/** What is stored is shown in lists. */
const holdsNoKey = (text: string): boolean => withoutKeys(text) === text;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
