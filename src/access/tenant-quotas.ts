import type { Quota } from "../model/grant.ts";
import { keys } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import { tryWithTimeout } from "../model/with-timeout.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Store } from "../platform/stores/store.ts";
import { quotaIn } from "./key-record.ts";
import { checkTenant } from "./tenant.ts";

/** The quotas of tenants as a whole: all their keys and tokens together. */
export interface TenantQuotas {
  /** Not a promise if the tenant called within the last seconds. Never rejects. */
  of(tenant: string): Quota | undefined | Promise<Quota | undefined>;
  /** Takes effect here at once, and on every node within a second. Undefined: no quota. */
  set(tenant: string, quota: Quota | undefined): Promise<void>;
  /** The tenants that have a quota. */
  list(tenant?: string): Promise<readonly TenantQuota[]>;
  close(): void;
}

export interface TenantQuota {
  readonly tenant: string;
  readonly quota: Quota;
}

interface Known {
  readonly quota: Quota | undefined;
  readonly readAt: number;
}

const TOPIC = "access:tenant-quota";
/** How long a change can go unnoticed if its event is lost. */
const FRESH_MS = 1_000;
/** For this long, an old quota is used while the current one is read. */
const USABLE_MS = 10_000;
const MAX_KNOWN = 20_000;

export const openTenantQuotas = ({
  store,
  bus,
  log,
  elapsed,
  timeoutMs,
}: {
  readonly store: Store;
  readonly bus: Bus;
  readonly log: Log;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly timeoutMs: number;
}): TenantQuotas => {
  // In the order of their last read.
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<Quota | undefined>>();
  const stopListening = bus.listen(TOPIC, (tenant) => forget(String(tenant)));

  const forget = (tenant: string): void => {
    known.delete(tenant);
    reading.delete(tenant);
  };

  const load = async (tenant: string): Promise<Quota | undefined> => {
    const found = await store.get(keys.tenantQuota(tenant));
    return found && quotaIn(found.value);
  };

  /** While the store does not respond, the last known quota applies. */
  const read = (tenant: string): Promise<Quota | undefined> => {
    const before = known.get(tenant)?.quota;
    const current = tryWithTimeout(timeoutMs, load(tenant)).then((found) => {
      if ("error" in found) log.debug("the quota of a tenant cannot be read", { tenant, reason: found.error });
      const quota = "answer" in found ? found.answer : before;
      if (reading.get(tenant) !== current) return quota;
      reading.delete(tenant);
      known.delete(tenant);
      known.set(tenant, { quota, readAt: elapsed() });
      if (known.size > MAX_KNOWN) known.delete(known.keys().next().value as string);
      return quota;
    });
    reading.set(tenant, current);
    return current;
  };

  return {
    of(tenant) {
      const found = known.get(tenant);
      const age = found === undefined ? Number.POSITIVE_INFINITY : elapsed() - found.readAt;
      if (age < FRESH_MS) return found?.quota;
      const current = reading.get(tenant) ?? read(tenant);
      return age < USABLE_MS ? found?.quota : current;
    },

    async set(tenant, quota) {
      checkTenant(tenant);
      if (quota === undefined) {
        await store.delete(keys.tenantQuota(tenant));
        await store.removeMember(keys.tenantsWithQuota, tenant);
      } else {
        // Listed first, so that every quota that applies is in the list.
        await store.addMember(keys.tenantsWithQuota, tenant);
        await store.put(keys.tenantQuota(tenant), { ...quota }, { durable: true });
      }
      forget(tenant);
      bus.publish(TOPIC, tenant);
    },

    async list(tenant) {
      const tenants = tenant === undefined ? [...(await store.members(keys.tenantsWithQuota))].sort() : [tenant];
      const found = await store.getMany(tenants.map(keys.tenantQuota));
      return tenants.flatMap((each, index) => {
        const quota = found[index] && quotaIn(found[index].value);
        return quota === undefined ? [] : [{ tenant: each, quota }];
      });
    },

    close: stopListening,
  };
};
