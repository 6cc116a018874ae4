import { type AdminRoute, flag, object } from "../../../model/admin-route.ts";
import { invalid } from "../../../model/failure.ts";
import type { DocumentWorkers } from "../documents/document-workers.ts";
import type { Library } from "../library/library.ts";
import { remarksOf } from "../library/remarks.ts";
import { draftBody, MOST_BODY_BYTES } from "./draft-body.ts";
import type { Drafting } from "./drafting.ts";
import { shownDraft } from "./shown-draft.ts";

const document = { type: ["object", "string"], description: "The connector: an object, or its YAML or JSON as text." };

export const draftRoutes = (
  library: Library,
  drafting: Drafting,
  documents: Pick<DocumentWorkers, "readConnectorText">,
): readonly AdminRoute[] => [
  {
    method: "POST",
    path: "/drafts",
    about: "Drafts tools from an API's documentation and saves them as a draft. No tool is approved.",
    body: draftBody,
    maxBodyBytes: MOST_BODY_BYTES,
    status: 201,
    async answer({ grant, body, signal }) {
      const drafted = await drafting.draft(body, { client: grant.tenant, signal });
      const remarks = remarksOf(drafted);
      const saved = await library.forTenant(grant.tenant).saveDraft(drafted.connector, grant.keyId, { remarks });
      return { ...(await shownDraft(saved)), candidates: drafted.candidates };
    },
  },
  {
    method: "POST",
    path: "/drafts/operations",
    about: "Lists the operations of an API's documentation, to choose from. Saves nothing.",
    body: draftBody,
    maxBodyBytes: MOST_BODY_BYTES,
    answer: ({ grant, body, signal }) => drafting.operations(body, { client: grant.tenant, signal }),
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
