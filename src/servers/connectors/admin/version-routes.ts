import { type AdminRoute, flag, object } from "../../../model/admin-route.ts";
import { invalid, notFound } from "../../../model/failure.ts";
import { withoutKeys } from "../../../model/redact.ts";
import type { Connector } from "../connector.ts";
import type { Library, ListedConnector, TenantLibrary, VersionSummary } from "../library/library.ts";
import type { Vault } from "../secrets/vault.ts";
import { missingCredentials } from "./credential-status.ts";

const instant = (at: number): string => new Date(at).toISOString();

const shownVersion = ({ number, publishedAt, publishedBy, tools, breaking }: VersionSummary) => ({
  version: number,
  published_at: instant(publishedAt),
  published_by: publishedBy,
  tools,
  breaking,
});

const shownListed = ({ name, title, builtIn, active, versions, draft }: ListedConnector) => ({
  name,
  title,
  built_in: builtIn,
  served: active !== undefined || builtIn,
  version: active ?? null,
  versions,
  ...(draft && { draft: { tools: draft.tools, approved: draft.approved, saved_at: instant(draft.savedAt) } }),
});

const versionIn = (value: string): number => {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw invalid("The version must be a number.", {
    field: "version",
    value: value.slice(0, 40),
    allowed: "1, 2, 3 and so on",
  });
};

/** Returns the draft, a version, or the version that is served. */
export const documentOf = async (
  tenantLibrary: TenantLibrary,
  name: string,
  version: string | undefined,
): Promise<Connector> => {
  if (version === "draft") return (await tenantLibrary.draft(name)).connector;
  if (version !== undefined) return tenantLibrary.version(name, versionIn(version));
  const served = await tenantLibrary.active(name);
  if (served) return served.connector;
  throw notFound(`No version of '${name.slice(0, 40)}' is served.`, {
    field: "name",
    value: name.slice(0, 40),
    hint: "Set version to a number or to draft.",
  });
};

const VERSION_QUERY = { version: "A version number, or draft. Default: the served version." };

export const versionRoutes = (library: Library, vault: Pick<Vault, "list">): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/connectors",
    about: "Lists the connectors of the tenant: drafts, published and built-in ones.",
    answer: async ({ grant }) => ({ connectors: (await library.forTenant(grant.tenant).list()).map(shownListed) }),
  },
  {
    method: "GET",
    path: "/connectors/:name/versions",
    about: "Lists all versions, oldest first, and which one is served.",
    async answer({ grant, params: { name = "" } }) {
      const { active, activeSince, activeBy, versions } = await library.forTenant(grant.tenant).versions(name);
      return {
        active: active ?? null,
        ...(activeSince !== undefined && { active_since: instant(activeSince), active_by: activeBy }),
        versions: versions.map(shownVersion),
      };
    },
  },
  {
    method: "GET",
    path: "/connectors/:name/diff",
    about:
      "Returns what publishing the draft would change for callers, which tools are not approved, and which credentials are not set.",
    async answer({ grant: { tenant }, params: { name = "" } }) {
      const preview = await library.forTenant(tenant).preview(name);
      const { connector } = await library.forTenant(tenant).draft(name);
      const tools = connector.tools.filter(({ approved }) => approved === true);
      return { ...preview, credentials_missing: await missingCredentials({ ...connector, tools }, vault, tenant) };
    },
  },
  {
    method: "POST",
    path: "/connectors/:name/publish",
    about: "Publishes the approved tools of the draft as a new, immutable version and serves it.",
    body: object({ allow_breaking: flag("Publishes even if callers have to change something.") }),
    status: 201,
    async answer({ grant, params: { name = "" }, body }) {
      const allowBreaking = body["allow_breaking"] === true;
      const publication = await library.forTenant(grant.tenant).publish(name, grant.keyId, { allowBreaking });
      const { unchanged, changes, number } = publication;
      const published = await library.forTenant(grant.tenant).version(name, number);
      const credentials_missing = await missingCredentials(published, vault, grant.tenant);
      return { name, ...shownVersion(publication), unchanged, changes, credentials_missing };
    },
  },
  {
    method: "POST",
    path: "/connectors/:name/rollback",
    about: "Serves an older version again.",
    body: object({
      version: { type: "integer", minimum: 1, description: "Default: the version before the served one." },
    }),
    async answer({ grant, params: { name = "" }, body }) {
      const { version } = body as { version?: number };
      return { name, ...shownVersion(await library.forTenant(grant.tenant).rollback(name, grant.keyId, version)) };
    },
  },
  {
    method: "POST",
    path: "/connectors/:name/unpublish",
    about: "Stops serving the connector. Its versions are kept.",
    status: 204,
    answer: ({ grant, params: { name = "" } }) => library.forTenant(grant.tenant).unpublish(name, grant.keyId),
  },
  {
    method: "GET",
    path: "/connectors/:name/export",
    about: "Returns the document, without secrets.",
    query: VERSION_QUERY,
    answer: async ({ grant, params: { name = "" }, query }) =>
      keyless(await documentOf(library.forTenant(grant.tenant), name, query["version"])),
  },
];

/** Documents hold no credentials, but a key may have been pasted into a text. */
const keyless = (document: Connector): Connector =>
  JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === "string" ? withoutKeys(value) : value,
  ) as Connector;
