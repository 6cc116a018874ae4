import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import { type AdminRoute, object } from "../../../model/admin-route.ts";
import { Failure, invalid, notFound } from "../../../model/failure.ts";
import type { Connector, CredentialSlot } from "../connector.ts";
import { CREDENTIAL_KINDS, fitsKind, kindOf } from "../credential-kinds.ts";
import type { Library, TenantLibrary } from "../library/library.ts";
import { boundHosts } from "../request-hosts.ts";
import type { SecretValue, Vault } from "../secrets/vault.ts";
import { credentialStatus } from "./credential-status.ts";
import { documentOf } from "./version-routes.ts";

/** Not checked by the schema, whose error messages would repeat the value. */
const value = {
  description:
    "A text; for basic and oauth2_client an object with user and password; for oauth2_refresh an object with client_id, client_secret and refresh_token. It is never shown again.",
};

/** The served version, with the credentials that only its draft has, so that a draft can be tested before it is published. */
const connectorOf = async (library: Library, tenant: string, name: string): Promise<Connector> => {
  const tenantLibrary = library.forTenant(tenant);
  const served = await tenantLibrary.active(name);
  if (served === undefined) return documentOf(tenantLibrary, name, "draft");
  const { credentials: drafted = [] } = (await draftOf(tenantLibrary, name))?.connector ?? {};
  const { credentials = [] } = served.connector;
  const added = drafted.filter((slot) => !credentials.some((each) => each.name === slot.name));
  return added.length === 0 ? served.connector : { ...served.connector, credentials: [...credentials, ...added] };
};

const draftOf = (tenantLibrary: TenantLibrary, name: string) =>
  tenantLibrary.draft(name).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === "not_found") return undefined;
    throw error;
  });

const slotOf = ({ name, credentials = [] }: Connector, credential: string): CredentialSlot => {
  const slot = credentials.find((each) => each.name === credential);
  if (slot) return slot;
  const names = credentials.map((each) => each.name);
  const near = nearestName(credential, names);
  throw notFound(`'${name}' has no credential named '${credential.slice(0, 40)}'.`, {
    field: "credential",
    value: credential.slice(0, 40),
    allowed: names,
    ...(near !== undefined && { hint: `Did you mean ${near}?` }),
  });
};

const checkKind = (slot: CredentialSlot, given: unknown): void => {
  const [{ name }, kind] = [slot, kindOf(slot)];
  if (fitsKind(kind, given)) return;
  const allowed = CREDENTIAL_KINDS[kind].form;
  throw invalid(`The credential '${name}' is of kind ${kind}: its value must be ${allowed}.`, {
    field: "value",
    allowed,
  });
};

export const credentialRoutes = (library: Library, vault: Vault): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/connectors/:name/credentials",
    about:
      "Lists the credentials that the connector needs, their hosts, and whether they are set. Never returns values.",
    async answer({ grant: { tenant }, params: { name = "" } }) {
      const connector = await connectorOf(library, tenant, name);
      const all = await credentialStatus(connector, vault, tenant);
      return {
        credentials: all.map(({ slot, hosts, isSet, bound }) => ({
          name: slot.name,
          kind: kindOf(slot),
          hosts,
          set: isSet,
          ...(slot.description !== undefined && { description: slot.description }),
          ...(bound !== undefined && !isSet && { set_for_hosts: bound }),
        })),
      };
    },
  },
  {
    method: "PUT",
    path: "/connectors/:name/credentials/:credential",
    about: "Stores a credential, encrypted and bound to the hosts that are listed with it.",
    body: object({ value }, ["value"]),
    status: 204,
    async answer({ grant: { tenant }, params: { name = "", credential = "" }, body }) {
      const connector = await connectorOf(library, tenant, name);
      const slot = slotOf(connector, credential);
      checkKind(slot, body["value"]);
      const secret = { tenant, connector: name, name: credential };
      await vault.put(secret, body["value"] as SecretValue, boundHosts(connector, slot));
    },
  },
  {
    method: "DELETE",
    path: "/connectors/:name/credentials/:credential",
    about: "Deletes a credential.",
    status: 204,
    async answer({ grant: { tenant }, params: { name = "", credential = "" } }) {
      if (await vault.remove({ tenant, connector: name, name: credential })) return;
      throw notFound(`'${name.slice(0, 40)}' has no stored credential '${credential.slice(0, 40)}'.`, {
        field: "credential",
      });
    },
  },
];
