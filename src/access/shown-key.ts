import type { Quota } from "../model/grant.ts";
import type { KeyRecord } from "./key-record.ts";
import type { NewSecret } from "./keyring.ts";
import type { QuotaUse } from "./quota-use.ts";
import type { TenantQuota } from "./tenant-quotas.ts";

/** A key as JSON, without its secret. */
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
  /** Created with another pepper. */
  unusable: record.orphaned,
});

/** The answer to creating or rotating a key, which contains the secret. */
export const shownNewKey = ({ key, record }: NewSecret) => ({ key, ...shownKey(record) });

/** The quota of a tenant as JSON. */
export const shownTenantQuota = (
  { tenant, quota }: Pick<TenantQuota, "tenant"> & { readonly quota?: Quota | undefined },
  use: QuotaUse = {},
) => ({
  tenant,
  per_minute: quota?.perMinute,
  per_day: quota?.perDay,
  used_this_minute: use.thisMinute,
  used_today: use.today,
});

const instant = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();
