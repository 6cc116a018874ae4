import { type AdminRoute, flag, object } from "../../../model/admin-route.ts";
import { invalid, notFound } from "../../../model/failure.ts";
import { withoutKeys } from "../../../model/redact.ts";
import type { Connector } from "../connector.ts";
import type { Library, ListedConnector, TenantLibrary, VersionSummary } from "../library/library.ts";

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
  ...(draft && {
    draft: { tools: draft.tools, approved: draft.approved, saved_at: instant(draft.savedAt) },
  }),
});

const versionIn = (value: string): number => {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw invalid("A version is a number.", {
    field: "version",
    value: value.slice(0, 40),
    allowed: "1, 2, 3 and so on",
  });
};

/** The draft, a version, or what is served. */
export const documentOf = async (
  tenantLibrary: TenantLibrary,
  name: string,
  version: string | undefined,
): Promise<Connector> => {
  if (version === "draft") return (await tenantLibrary.draft(name)).connector;
  if (version !== undefined) return tenantLibrary.version(name, versionIn(version));
  const served = await tenantLibrary.active(name);
  if (served) return served.connector;
  throw notFound(`Nothing is served under the name '${name.slice(0, 40)}'.`, {
    field: "name",
    value: name.slice(0, 40),
    hint: "Name a version, or draft.",
  });
};

const VERSION_QUERY = { version: "A number, or draft; left out: what is served." };

export const versionRoutes = (library: Library): readonly AdminRoute[] => [
  {
    method: "GET",
    path: "/connectors",
    about: "All connectors of the tenant: drafts, what is served, what ships with Taxiway.",
    answer: async ({ grant }) => ({
      connectors: (await library.forTenant(grant.tenant).list()).map(shownListed),
    }),
  },
  {
    method: "GET",
    path: "/connectors/:name/versions",
    about: "Every version there was, oldest first, and which one is served.",
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
    about: "What publishing the draft would change for callers, and what would stay behind unapproved.",
    async answer({ grant, params: { name = "" } }) {
      const { changes, breaking, left_out } = await library.forTenant(grant.tenant).preview(name);
      return { changes, breaking, left_out };
    },
  },
  {
    method: "POST",
    path: "/connectors/:name/publish",
    about: "The approved tools of the draft become a version that never changes again, and is served at once.",
    body: object({ allow_breaking: flag("Publish although callers may have to change something.") }),
    status: 201,
    async answer({ grant, params: { name = "" }, body }) {
      const allowBreaking = body["allow_breaking"] === true;
      const publication = await library.forTenant(grant.tenant).publish(name, grant.keyId, { allowBreaking });
      const { unchanged, changes } = publication;
      return { name, ...shownVersion(publication), unchanged, changes };
    },
  },
  {
    method: "POST",
    path: "/connectors/:name/rollback",
    about: "Serves an older version again, at once.",
    body: object({ version: { type: "integer", minimum: 1, description: "Left out: the one before the one served." } }),
    async answer({ grant, params: { name = "" }, body }) {
      const { version } = body as { version?: number };
      return {
        name,
        ...shownVersion(await library.forTenant(grant.tenant).rollback(name, grant.keyId, version)),
      };
    },
  },
  {
    method: "POST",
    path: "/connectors/:name/unpublish",
    about: "Serves nothing under the name any more. Its versions stay.",
    status: 204,
    answer: ({ grant, params: { name = "" } }) => library.forTenant(grant.tenant).unpublish(name, grant.keyId),
  },
  {
    method: "GET",
    path: "/connectors/:name/export",
    about: "The document, for a file. There is no secret in it.",
    query: VERSION_QUERY,
    answer: async ({ grant, params: { name = "" }, query }) =>
      keyless(await documentOf(library.forTenant(grant.tenant), name, query["version"])),
  },
];

/** Credentials are not in documents, but a key may have been pasted into one. */
const keyless = (document: Connector): Connector =>
  JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === "string" ? withoutKeys(value) : value,
  ) as Connector;
