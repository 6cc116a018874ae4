import { setImmediate as nextTurn } from "node:timers/promises";
import { createPatternCheck } from "../../../../mcp/tools/check-schema.ts";
import { invalid } from "../../../../model/failure.ts";
import { isJsonObject } from "../../../../model/json.ts";
import type { ConnectorTool } from "../../connector.ts";
import { looksLikeInstruction } from "../document-text.ts";
import {
  type Candidate,
  type ConnectorFrame,
  checkDraftedConnector,
  checkDraftedTool,
  createNotes,
  type Draft,
  type Notes,
  tokenCost,
} from "../draft.ts";
import { fitSchema } from "../fit-schema.ts";
import { chosenOperations } from "../operation-filter.ts";
import type { DraftOptions, MainDocument } from "../source.ts";
import { createUniqueNames } from "../tool-name.ts";
import { type ApiDocument, readApiDocument } from "./api-document.ts";
import { apiInfo } from "./api-info.ts";
import { askForAuth } from "./ask-for-auth.ts";
import { draftTool, type ToolOptions } from "./draft-tool.ts";
import { wantedNames } from "./operation-texts.ts";
import { filterable, type Operation, operationsOf } from "./operations.ts";
import { listOf } from "./references.ts";
import { createSecurity, NO_SECURITY, type Security } from "./security.ts";
import { readServers } from "./servers.ts";
import { type Drafted, withinLimits } from "./within-limits.ts";

export type OpenApiOptions = Partial<Omit<MainDocument, "text">> & DraftOptions;

/** Sizes of schemas, tried in order if a tool does not pass the checks. */
const SIMPLER_BYTES = [8_192, 2_048, 512];
/** Token cost above which a tool gets a remark. */
const HIGH_TOKEN_COST = 2_000;

/** Drafts candidate tools from an untrusted OpenAPI 2.0, 3.0 or 3.1 document. */
export const draftFromOpenApi = async (text: string, options: OpenApiOptions = {}): Promise<Draft> => {
  const notes = createNotes();
  const document = await readApiDocument(text, { ...options, note: notes.note });
  const all = operationsOf(document, notes.note);
  const { base, baseOf } = readServers(document.root["servers"], all, options, notes.note);
  const security = options.auth === undefined ? createSecurity(document, base, notes.note) : NO_SECURITY;
  const operations = chosenOperations(all, options.only, filterable);
  const uniqueName = createUniqueNames();
  const { linearRegExp } = await import("../../../../mcp/tools/foreign-schemas.ts");
  const pattern = () => createPatternCheck(linearRegExp);

  const drafted: Drafted[] = [];
  for (const operation of operations) {
    const at = baseOf(operation);
    if (at === undefined) continue;
    const name = uniqueName(namesOf(operation, notes.note));
    const made = await draftOperation(operation, name, {
      ...{ document, security, base, pattern },
      ...(at !== base && { ownBase: at }),
    });
    if (typeof made === "string") notes.note(`${operation.label} was left out. ${made}`);
    else drafted.push(made);
    await nextTurn();
  }
  if (drafted.length === 0) {
    throw invalid("The document has no operation that can become a tool.", { problems: notes.all() });
  }
  const { kept, remark } = withinLimits(drafted);
  if (remark !== undefined) notes.note(remark);
  const order = ordered(kept, document);
  const about = { ...frame(base, security), ...apiInfo(document, notes.note) };
  const auth_question = askForAuth(all, document, base);
  return {
    connector: await checkDraftedConnector(
      about,
      order.map(({ tool }) => tool),
    ),
    candidates: order.map(({ candidate }) => candidate),
    problems: notes.all(),
    ...(auth_question && { auth_question }),
  };
};

interface Context {
  readonly document: ApiDocument;
  readonly security: Security;
  readonly base: string;
  readonly ownBase?: string;
  pattern(): ToolOptions["schemas"]["pattern"];
}

/** Names for its tool, the preferred one first. */
export const namesOf = ({ raw, method, documented, label }: Operation, note: Notes["note"]): readonly string[] => {
  const id = typeof raw["operationId"] === "string" ? raw["operationId"] : "";
  const isInstruction = looksLikeInstruction(id);
  if (isInstruction) note(`The operationId of ${label} looks like an instruction to a model and was ignored.`);
  return wantedNames(isInstruction ? "" : id, method, documented).map((name) =>
    /^[a-z]/.test(name) ? name : `${method.toLowerCase()}_${name}`,
  );
};

/** Returns the drafted tool, or a sentence that says why there is none. */
const draftOperation = async (
  operation: Operation,
  name: string,
  { document, security, base, ownBase, pattern }: Context,
): Promise<Drafted | string> => {
  const notes = createNotes();
  const auth = security.stepsOf(operation, notes.note);
  const made = draftTool(operation, name, { document, ownBase, auth, notes, schemas: { pattern: pattern() } });
  if (made === undefined) return notes.all().at(-1) ?? "";
  let checked = await checkDraftedTool(made, frame(base, security));
  for (const maxBytes of SIMPLER_BYTES) {
    if (typeof checked !== "string") break;
    notes.note(`Its schemas were shortened, because of this: ${checked}`);
    checked = await checkDraftedTool(simpler(made, maxBytes), frame(base, security));
  }
  if (typeof checked === "string") return checked;
  return { tool: checked, candidate: candidateOf(operation, checked, notes) };
};

const simpler = ({ input, output, ...tool }: ConnectorTool, maxBytes: number): ConnectorTool => {
  const shorter = output && fitSchema(output, maxBytes)?.schema;
  return {
    ...tool,
    input: fitSchema(input, maxBytes)?.schema ?? input,
    ...(shorter !== undefined && { output: shorter }),
  };
};

const candidateOf = ({ label, tags, raw }: Operation, tool: ConnectorTool, notes: Notes): Candidate => {
  const cost = tokenCost(tool);
  if (cost > HIGH_TOKEN_COST) notes.note(`It adds about ${cost} tokens to every conversation that lists it.`);
  return {
    tool: tool.name,
    operation: label,
    risk: tool.risk,
    token_cost: cost,
    problems: notes.all(),
    tags,
    deprecated: raw["deprecated"] === true,
  };
};

const frame = (base: string, security: Security): ConnectorFrame => {
  const credentials = security.slots();
  return {
    connector: 1,
    name: "api",
    title: "API",
    description: "An API.",
    base_url: base,
    ...(credentials.length > 0 && { credentials }),
  };
};

const RISKS = ["read", "write", "destructive"];

/** Groups tools by tag, in the document's order; read-only tools come first in each group. */
const ordered = (drafted: readonly Drafted[], { root }: ApiDocument): Drafted[] => {
  const listed = listOf(root["tags"]).flatMap((tag) => (isJsonObject(tag) ? [String(tag["name"])] : []));
  const tags = [...new Set([...listed, ...drafted.map(({ candidate }) => candidate.tags[0] ?? "")])];
  const rank = ({ candidate }: Drafted): number =>
    tags.indexOf(candidate.tags[0] ?? "") * RISKS.length + RISKS.indexOf(candidate.risk);
  return [...drafted].sort((a, b) => rank(a) - rank(b));
};
