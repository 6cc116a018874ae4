import { type AdminRoute, object } from "../model/admin-route.ts";
import { type Clock, systemClock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { covers, type Grant } from "../model/grant.ts";
import type { KeyRecord } from "./key-record.ts";
import { checkNewKey, checkQuota, keyIdIn, type NewKey, newKeyOf, overlapIn } from "./key-request.ts";
import type { Keyring } from "./keyring.ts";
import { shownKey, shownNewKey, shownTenantQuota } from "./shown-key.ts";

const TENANT = "The tenant. Only the operator may name another tenant than its own.";

/** Without types: the keyring checks the values, because schema errors would repeat a value that may be a key. */
const NEW_KEY = object(
  {
    name: { description: "A label that says who or what uses the key." },
    tenant: { description: `${TENANT} A tenant is created with its first key.` },
    servers: {
      description: "The MCP servers that the key may use. Default: those of the key that the request is made with.",
    },
    tools: { description: "The tools that the key may call; * at the end matches any suffix: search*." },
    admin: { description: "Whether the key may administer its tenant." },
    per_minute: { description: "Calls per minute." },
    per_day: { description: "Calls per day (UTC)." },
    expires: {
      description:
        "90d, 12h, 2027-06-30 or 2027-06-30T12:00Z. Default: the expiry of the key that the request is made with.",
    },
  },
  ["name"],
);
const ROTATION = object({
  overlap: { description: "How long the old key still works: 30m, 24h, 7d, or 0 to end it now. Default: 24h." },
});

/** Routes for API keys. Administrators manage the keys of their own tenant, and cannot exceed their own permissions. */
export const keyRoutes = (keyring: Keyring, clock: Clock = systemClock): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/tenants",
    about: "Lists all tenants: the default one, and every tenant that ever had a key.",
    operator: true,
    answer: async () => ({ tenants: await keyring.tenants() }),
  },
  {
    method: "PUT",
    path: "/tenants/:tenant/quota",
    about: "Limits the calls of all keys and tokens of a tenant together. Without a limit, its quota is removed.",
    body: object({
      per_minute: { description: "Calls per minute. Default: unlimited." },
      per_day: { description: "Calls per day (UTC). Default: unlimited." },
    }),
    operator: true,
    async answer({ params: { tenant = "" }, body: { per_minute: perMinute, per_day: perDay } }) {
      const quota = checkQuota({ perMinute, perDay });
      await keyring.tenantQuotas.set(tenant, quota);
      return shownTenantQuota({ tenant, quota });
    },
  },
  {
    method: "GET",
    path: "/keys",
    about:
      "Lists keys with their permissions, last use and quota use, and the quotas of tenants. The keys themselves are not shown.",
    query: { tenant: TENANT },
    async answer({ grant, query: { tenant } }) {
      checkTenantOf(grant, tenant);
      const records = await keyring.list(grant.operator ? tenant : grant.tenant);
      const quotas = await keyring.tenantQuotas.list(grant.operator ? tenant : grant.tenant);
      const [uses, tenantUses] = await Promise.all([keyring.quotaUse(records), keyring.tenantUse(quotas)]);
      return {
        keys: records.map((record, index) => shownKey(record, uses[index])),
        tenant_quotas: quotas.map((quota, index) => shownTenantQuota(quota, tenantUses[index])),
      };
    },
  },
  {
    method: "POST",
    path: "/keys",
    about: "Creates a key. The answer is the only place where the key is shown.",
    body: NEW_KEY,
    status: 201,
    async answer({ grant, body }) {
      checkTenantOf(grant, body["tenant"]);
      const request = checkNewKey(newKeyOf({ tenant: grant.tenant, ...body }, clock.now()), clock.now());
      return shownNewKey(await keyring.create(limited(request, await limitsOf(grant, keyring))));
    },
  },
  {
    method: "POST",
    path: "/keys/:key_id/rotate",
    about: "Replaces the key with a new one, which only this answer shows. The old key works until the overlap ends.",
    body: ROTATION,
    status: 201,
    async answer({ grant, params: { key_id = "" }, body: { overlap } }) {
      const [keyId, owner] = [keyIdIn(key_id), ownerOf(grant)];
      const key = grant.operator ? undefined : (await keyring.list(grant.tenant)).find((each) => each.keyId === keyId);
      if (key) checkWithin(key, await limitsOf(grant, keyring));
      return shownNewKey(await keyring.rotate(keyId, overlapIn(overlap), owner));
    },
  },
  {
    method: "DELETE",
    path: "/keys/:key_id",
    about: "Revokes the key. Every node refuses it within a second.",
    answer: async ({ grant, params: { key_id = "" } }) =>
      shownKey(await keyring.revoke(keyIdIn(key_id), ownerOf(grant))),
  },
];

/** Keys of other tenants look nonexistent to administrators of a tenant. */
const ownerOf = ({ operator, tenant }: Grant) => (operator ? {} : { tenant });

/** Answers the same for every other tenant, so that it does not reveal which ones exist. */
const checkTenantOf = ({ operator, tenant }: Grant, named: unknown): void => {
  if (operator || named === undefined || named === tenant) return;
  throw new Failure("forbidden", "This key can only manage keys of its own tenant.", {
    field: "tenant",
    allowed: [tenant],
    hint: "Omit the tenant.",
  });
};

/** The permissions that a key can pass on. An absent one is unlimited. */
type KeyLimits = Pick<KeyRecord, "servers" | "tools" | "quota" | "expiresAt">;

/** The expiry of an issuer's token is not known here, so it does not limit keys. */
const limitsOf = async (grant: Grant, keyring: Pick<Keyring, "list">): Promise<KeyLimits> => {
  if (grant.operator) return {};
  const own = (await keyring.list(grant.tenant)).find(({ keyId }) => keyId === grant.keyId);
  return { ...grant, ...(own?.expiresAt !== undefined && { expiresAt: own.expiresAt }) };
};

/** Fills what the request leaves out with the limits, and rejects what exceeds them. */
const limited = <Request extends NewKey>(request: Request, limits: KeyLimits): Request => {
  const { servers, tools, quota, expiresAt } = limits;
  const filled = {
    ...(servers && { servers }),
    ...(tools && { tools }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...request,
    quota: { ...quota, ...request.quota },
  };
  checkWithin(filled, limits);
  return filled;
};

/** Prevents gaining permissions by creating a key, or by rotating a more powerful one. */
const checkWithin = (key: KeyLimits, limits: KeyLimits): void => {
  const excess =
    namesBeyond("servers", key.servers, limits.servers) ??
    namesBeyond("tools", key.tools, limits.tools) ??
    numberBeyond("per_minute", key.quota?.perMinute, limits.quota?.perMinute) ??
    numberBeyond("per_day", key.quota?.perDay, limits.quota?.perDay) ??
    numberBeyond("expires", key.expiresAt, limits.expiresAt, (instant) => new Date(instant).toISOString());
  if (excess === undefined) return;
  throw new Failure("forbidden", "A key cannot create or rotate a key that has more permissions.", {
    ...excess,
    hint: "Request fewer permissions, or use a key that has them.",
  });
};

interface Excess {
  readonly field: string;
  readonly value?: unknown;
  readonly allowed: readonly string[] | string;
}

type Names = readonly string[] | undefined;

const namesBeyond = (field: string, names: Names, most: Names): Excess | undefined => {
  if (most === undefined) return undefined;
  // A token with only the admin scope has no servers, and so none to pass on.
  if (names === undefined || names.length === 0) return { field, allowed: most };
  const value = names.find((name) => !most.some((own) => covers(own, name)));
  return value === undefined ? undefined : { field, value, allowed: most };
};

const numberBeyond = (
  field: string,
  wanted: number | undefined,
  most: number | undefined,
  shown: (value: number) => number | string = (value) => value,
): Excess | undefined => {
  if (most === undefined || (wanted !== undefined && wanted <= most)) return undefined;
  return { field, ...(wanted !== undefined && { value: shown(wanted) }), allowed: `at most ${shown(most)}` };
};
