import { setImmediate as nextTurn } from "node:timers/promises";
import { type AdminRoute, flag, object, text } from "../../../model/admin-route.ts";
import { invalid } from "../../../model/failure.ts";
import type { ConnectorTool } from "../connector.ts";
import type { DocumentWorkers } from "../documents/document-workers.ts";
import { type Draft as Candidates, tokenCost } from "../drafting/draft.ts";
import type { Approval, Draft, Library } from "../library/library.ts";
import type { Drafting } from "./drafting.ts";

const document = {
  type: ["object", "string"],
  description: "The connector: an object, or its YAML or JSON as text.",
};

const shownDraft = async ({ connector, revision, savedAt, savedBy, approvals }: Draft) => {
  const tools: object[] = [];
  for (const tool of connector.tools) {
    tools.push(shownTool(tool, Object.hasOwn(approvals, tool.name) ? approvals[tool.name] : undefined));
    // What a tool costs takes a millisecond to estimate, and there may be a thousand; others get a turn in between.
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

/** What is known beyond the document only while it is drafted. */
const shownCandidates = ({ candidates, problems }: Candidates) => ({ candidates, problems });

export const draftRoutes = (
  library: Library,
  drafting: Drafting,
  documents: Pick<DocumentWorkers, "readConnectorText">,
): readonly AdminRoute[] => [
  {
    method: "POST",
    path: "/drafts",
    about: "Makes candidate tools of an API's documentation and keeps them as a draft. Nothing is approved.",
    body: {
      ...object({
        openapi: text("An OpenAPI 2.0, 3.0 or 3.1 document, JSON or YAML."),
        url: text("Where the document is; with openapi, where it came from."),
        xml_samples: {
          type: "object",
          additionalProperties: { type: "string" },
          description: "Requests and answers of an XML API, by the names of their files.",
        },
        name: text("Of the connector; left out: made from the document."),
        base_url: text("Of the API, where the document does not say."),
        propose: flag("Have a configured model propose better names and descriptions, marked as proposed."),
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
    about: "Keeps a connector's document as a draft under its name.",
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
    about: "The draft, with who approved which of its tools and when.",
    answer: async ({ grant, params: { name = "" } }) => shownDraft(await library.forTenant(grant.tenant).draft(name)),
  },
  {
    method: "PUT",
    path: "/connectors/:name/draft",
    about: "Saves the draft. Tools that stay as they were stay approved.",
    body: object(
      {
        document,
        revision: { type: "integer", minimum: 0, description: "Only if the draft still has it; 0: if there is none." },
      },
      ["document"],
    ),
    async answer({ grant, params: { name = "" }, body }) {
      const connector = await connectorIn(body["document"], { documents, client: grant.tenant });
      if (connector.name !== name) {
        throw invalid(
          `The document is of '${String(connector.name).slice(0, 40)}', and this is the draft of '${name}'.`,
          {
            field: "document.name",
            value: connector.name,
            allowed: [name],
            hint: "Import it to keep it under its own name.",
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
    about: "Throws the draft away. What is published stays.",
    status: 204,
    answer: ({ grant, params: { name = "" } }) => library.forTenant(grant.tenant).deleteDraft(name),
  },
  {
    method: "POST",
    path: "/connectors/:name/approve",
    about: "Approves tools of the draft; all of them when none are named.",
    body: object({
      tools: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 1_000, description: "By name." },
      approved: flag("false takes an approval back."),
    }),
    async answer({ grant, params: { name = "" }, body }) {
      return shownDraft(await library.forTenant(grant.tenant).approve(name, grant.keyId, body));
    },
  },
];

/** Its form is checked when it is saved. */
const connectorIn = async (
  document: unknown,
  { documents, client }: { readonly documents: Pick<DocumentWorkers, "readConnectorText">; readonly client: string },
): Promise<{ readonly name: unknown }> =>
  typeof document === "string"
    ? documents.readConnectorText(document, { client })
    : (document as { readonly name: unknown });
