import type { KeyRecord } from "./key-record.ts";
import type { HandedOut } from "./keyring.ts";
import type { QuotaUse } from "./quota-use.ts";

/** A key for programs. Nothing in it helps to guess the key; what is undefined is left out by JSON. */
export const shownKey = (record: KeyRecord, use: QuotaUse = {}) => ({
  key_id: record.keyId,
  tenant: record.tenant,
  name: record.name,
  admin: record.admin,
  servers: record.servers,
  tools: record.tools,
  per_minute: record.quota?.perMinute,
  per_day: record.quota?.perDay,
  used_this_minute: use.thisMinute,
  used_today: use.today,
  created_at: instant(record.createdAt),
  expires_at: instant(record.expiresAt),
  last_used_at: instant(record.lastUsedAt),
  rotated_at: instant(record.rotatedAt),
  old_key_until: instant(record.overlapUntil),
  /** It was made with another pepper. */
  unusable: record.orphaned,
});

/** With the text that opens: for whoever asked for the key, when it is made. */
export const shownKeyOnce = ({ key, record }: HandedOut) => ({ key, ...shownKey(record) });

const instant = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();
