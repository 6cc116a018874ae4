import { type AdminRoute, object } from "../model/admin-route.ts";
import { type Clock, systemClock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import { checkWithin, limitsOf, narrowed } from "./key-limits.ts";
import { keyIdIn, newKeyOf, overlapIn } from "./key-wish.ts";
import type { Keyring } from "./keyring.ts";
import { checkNewKey } from "./new-key.ts";
import { shownKey, shownKeyOnce } from "./shown-key.ts";

const TENANT = "Whose; only whoever runs the server may name another than their own.";

/** Looked at by the keyring, and not by the schema: what is wrong is told without repeating what may be a key. */
const WISH = object(
  {
    name: { description: "Who or what uses the key, for people." },
    tenant: { description: `${TENANT} A tenant begins with its first key.` },
    servers: {
      description: "A list of the MCP servers that it opens; left out: all that the key it is made with opens.",
    },
    tools: { description: "A list of the tools that it opens; search* stands for all that begin so." },
    admin: { description: "true: may administer its tenant." },
    per_minute: { description: "Calls in a minute." },
    per_day: { description: "Calls in a day of UTC." },
    expires: { description: "90d, 12h, 2027-06-30 or 2027-06-30T12:00Z; left out: when the key it is made with does." },
  },
  ["name"],
);
const ROTATION = object({
  overlap: { description: "How long the old key goes on working: 30m, 24h, 7d, or 0 to end it now. Default 24h." },
});

/** API keys. Whoever asks handles those of their own tenant, and hands out none that may more than they do. */
export const keyRoutes = (keyring: Keyring, clock: Clock = systemClock): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/tenants",
    about: "All tenants: the default one, and whoever ever had a key.",
    operator: true,
    answer: async () => ({ tenants: await keyring.tenants() }),
  },
  {
    method: "GET",
    path: "/keys",
    about:
      "Keys: what each is good for, when it was last used, and how much of its quota is used up. Nothing in it opens anything.",
    query: { tenant: TENANT },
    async answer({ grant, query: { tenant } }) {
      checkTenantOf(grant, tenant);
      const records = await keyring.list(grant.operator ? tenant : grant.tenant);
      const uses = await keyring.quotaUse(records);
      return { keys: records.map((record, index) => shownKey(record, uses[index])) };
    },
  },
  {
    method: "POST",
    path: "/keys",
    about: "Makes a key. Its text is in the answer, this once and nowhere else.",
    body: WISH,
    status: 201,
    async answer({ grant, body }) {
      checkTenantOf(grant, body["tenant"]);
      const wish = checkNewKey(newKeyOf({ tenant: grant.tenant, ...body }, clock.now()), clock.now());
      return shownKeyOnce(await keyring.create(narrowed(wish, await limitsOf(grant, keyring))));
    },
  },
  {
    method: "POST",
    path: "/keys/:key_id/rotate",
    about: "Makes the key anew. The new text is in the answer, this once; the old one goes on for a while.",
    body: ROTATION,
    status: 201,
    async answer({ grant, params: { key_id = "" }, body: { overlap } }) {
      const [keyId, owner] = [keyIdIn(key_id), ownerOf(grant)];
      const key = grant.operator ? undefined : (await keyring.list(grant.tenant)).find((each) => each.keyId === keyId);
      if (key) checkWithin(key, await limitsOf(grant, keyring));
      return shownKeyOnce(await keyring.rotate(keyId, overlapIn(overlap), owner));
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

/** For whom the keys of others are not there. */
const ownerOf = ({ operator, tenant }: Grant) => (operator ? {} : { tenant });

/** Says the same of every other tenant, whether there is one of that name or not. */
const checkTenantOf = ({ operator, tenant }: Grant, named: unknown): void => {
  if (operator || named === undefined || named === tenant) return;
  throw new Failure("forbidden", "This key handles the keys of its own tenant only.", {
    ...{ field: "tenant", allowed: [tenant], hint: "Leave the tenant out." },
  });
};
