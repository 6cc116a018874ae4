import { setImmediate as nextTurn } from "node:timers/promises";
import { type AdminRoute, flag, object, text } from "../../../model/admin-route.ts";
import { invalid } from "../../../model/failure.ts";
import type { ConnectorTool } from "../connector.ts";
import type { DocumentWorkers } from "../documents/document-workers.ts";
import { type Draft as Candidates, tokenCost } from "../drafting/draft.ts";
import type { Approval, Draft, Library } from "../library/library.ts";
import type { Drafting } from "./drafting.ts";

const document = { type: ["object", "string"], description: "The connector: an object, or its YAML or JSON as text." };

const shownDraft = async ({ connector, revision, savedAt, savedBy, approvals }: Draft) => {
  const tools: object[] = [];
  for (const tool of connector.tools) {
    tools.push(shownTool(tool, Object.hasOwn(approvals, tool.name) ? approvals[tool.name] : undefined));
    // Estimating a tool takes a millisecond, and there may be a thousand: let other requests run in between.
    await nextTurn();
  }
  return { connector, revision, saved_at: new Date(savedAt).toISOString(), saved_by: savedBy, tools };
};

const shownTool = (tool: ConnectorTool, { by, at }: Partial<Approval> = {}) => ({
  name: tool.name,
  method: tool.request.method,
  path: tool.request.path,
  risk: tool.risk,
  token_cost: tokenCost(tool),
  approved: tool.approved === true,
  ...(tool.proposed && { proposed: true }),
  ...(at !== undefined && { approved_by: by, approved_at: new Date(at).toISOString() }),
});

/** What drafting reports besides the document. */
const shownCandidates = ({ candidates, problems }: Candidates) => ({ candidates, problems });

export const draftRoutes = (
  library: Library,
  drafting: Drafting,
  documents: Pick<DocumentWorkers, "readConnectorText">,
): readonly AdminRoute[] => [
  {
    method: "POST",
    path: "/drafts",
    about: "Drafts tools from an API's documentation and saves them as a draft. No tool is approved.",
    body: {
      ...object({
        openapi: text("An OpenAPI 2.0, 3.0 or 3.1 document, JSON or YAML."),
        url: text("URL of the document; with openapi, the URL it came from."),
        xml_samples: {
          type: "object",
          additionalProperties: { type: "string" },
          description: "Requests and responses of an XML API, by file name.",
        },
        name: text("Name of the connector. Default: derived from the document."),
        base_url: text("Base URL of the API, if the document does not name it."),
        propose: flag("Lets the configured model propose better names and descriptions, marked as proposed."),
      }),
      anyOf: [{ required: ["openapi"] }, { required: ["url"] }, { required: ["xml_samples"] }],
    },
    status: 201,
    async answer({ grant, body, signal }) {
      const drafted = await drafting.draft(body, { client: grant.tenant, signal });
      const saved = await library.forTenant(grant.tenant).saveDraft(drafted.connector, grant.keyId);
      return { ...(await shownDraft(saved)), ...shownCandidates(drafted) };
    },
  },
  {
    method: "POST",
    path: "/import",
    about: "Saves a connector document as a draft under its name.",
    body: object({ document }, ["document"]),
    status: 201,
    async answer({ grant, body }) {
      const connector = await connectorIn(body["document"], { documents, client: grant.tenant });
      return shownDraft(await library.forTenant(grant.tenant).saveDraft(connector, grant.keyId));
    },
  },
  {
    method: "GET",
    path: "/connectors/:name/draft",
    about: "Returns the draft, and who approved which of its tools when.",
    answer: async ({ grant, params: { name = "" } }) => shownDraft(await library.forTenant(grant.tenant).draft(name)),
  },
  {
    method: "PUT",
    path: "/connectors/:name/draft",
    about: "Saves the draft. Unchanged tools stay approved.",
    body: object(
      {
        document,
        revision: {
          type: "integer",
          minimum: 0,
          description: "Saves only if the draft still has this revision; 0 if there must be no draft.",
        },
      },
      ["document"],
    ),
    async answer({ grant, params: { name = "" }, body }) {
      const connector = await connectorIn(body["document"], { documents, client: grant.tenant });
      if (connector.name !== name) {
        throw invalid(
          `The document is for '${String(connector.name).slice(0, 40)}', but this is the draft of '${name}'.`,
          {
            field: "document.name",
            value: connector.name,
            allowed: [name],
            hint: "Import it to save it under its own name.",
          },
        );
      }
      const { revision } = body as { revision?: number };
      const options = revision === undefined ? {} : { ifRevision: revision };
      return shownDraft(await library.forTenant(grant.tenant).saveDraft(connector, grant.keyId, options));
    },
  },
  {
    method: "DELETE",
    path: "/connectors/:name/draft",
    about: "Deletes the draft. Published versions stay.",
    status: 204,
    answer: ({ grant, params: { name = "" } }) => library.forTenant(grant.tenant).deleteDraft(name),
  },
  {
    method: "POST",
    path: "/connectors/:name/approve",
    about: "Approves the named tools of the draft, or all of them.",
    body: object({
      tools: {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        maxItems: 1_000,
        description: "Names of the tools.",
      },
      approved: flag("false revokes the approval."),
    }),
    async answer({ grant, params: { name = "" }, body }) {
      return shownDraft(await library.forTenant(grant.tenant).approve(name, grant.keyId, body));
    },
  },
];

/** The document is checked when it is saved. */
const connectorIn = async (
  document: unknown,
  { documents, client }: { readonly documents: Pick<DocumentWorkers, "readConnectorText">; readonly client: string },
): Promise<{ readonly name: unknown }> =>
  typeof document === "string"
    ? documents.readConnectorText(document, { client })
    : (document as { readonly name: unknown });
