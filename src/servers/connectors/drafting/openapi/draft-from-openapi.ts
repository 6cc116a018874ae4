import { setImmediate as nextTurn } from "node:timers/promises";
import { createPatternCheck } from "../../../../mcp/tools/check-pattern.ts";
import { invalid } from "../../../../model/failure.ts";
import { isJsonObject } from "../../../../model/json.ts";
import type { ConnectorTool } from "../../connector.ts";
import { MOST_BYTES, MOST_TOOLS } from "../../connector-schema.ts";
import { speaksToModels } from "../document-text.ts";
import {
  type Candidate,
  checkDrafted,
  checkFrame,
  createNotes,
  type Draft,
  type Frame,
  type Notes,
  tokenCost,
} from "../draft.ts";
import { createUniqueNames, nameOfPath, snakeCase } from "../tool-name.ts";
import { aboutApi, baseUrl, isServedAt } from "./about-api.ts";
import { type ApiDocument, readApiDocument } from "./api-document.ts";
import { draftTool, type ToolOptions } from "./draft-tool.ts";
import { listOf } from "./object-shape.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { createSecurity, type Security } from "./security.ts";

export interface OpenApiOptions {
  /** Reads another file of the same bundle, by its path relative to the document; absent: references stay inside it. */
  readonly fetch?: (path: string) => Promise<string>;
  /** Where the document came from: servers may be told relative to it. */
  readonly url?: string;
}

/** How much of its schemas a tool shows; the next is tried where the one before is too much. */
const DETAILS = [
  { deepest: 12, longestText: 500 },
  { deepest: 6, longestText: 150 },
  { deepest: 4, longestText: 60 },
  { deepest: 2, longestText: 0 },
  { deepest: 1, longestText: 0 },
] as const;
const DEAR = 2_000;
/** For what a connector has beside its tools, and the last of them. */
const ROOM = 600_000;

/** Candidate tools of an OpenAPI 2.0, 3.0 or 3.1 document, whoever wrote it. */
export const draftFromOpenApi = async (text: string, { fetch, url }: OpenApiOptions = {}): Promise<Draft> => {
  const notes = createNotes();
  const document = await readApiDocument(text, { fetch, note: notes.note });
  const base = baseUrl(document.root["servers"], url, notes.note);
  const security = createSecurity(document, base, notes.note);
  const operations = operationsOf(document, notes.note);
  const uniqueName = createUniqueNames();
  const { linearRegExp } = await import("../../../../mcp/tools/foreign-schemas.ts");
  const pattern = () => createPatternCheck(linearRegExp);

  const drafted: Drafted[] = [];
  let bytes = 0;
  for (const operation of operations) {
    if (drafted.length >= MOST_TOOLS || bytes > MOST_BYTES - ROOM) {
      notes.note(
        `Only the first ${drafted.length} of ${operations.length} operations were drafted: there is no room for more.`,
      );
      break;
    }
    if (!isServedAt(operation.servers, base, url)) {
      notes.note(`${operation.label} was left out: it is served elsewhere.`);
      continue;
    }
    const name = uniqueName(wantedName(operation, notes.note));
    const made = await draftOperation(operation, name, { document, security, base, pattern });
    if (typeof made === "string") notes.note(`${operation.label} was left out. ${made}`);
    else {
      drafted.push(made);
      bytes += Buffer.byteLength(JSON.stringify(made.tool));
    }
    await nextTurn();
  }
  if (drafted.length === 0) {
    throw invalid("There is no operation in the document that could become a tool.", { problems: notes.all() });
  }
  const order = ordered(drafted, document);
  const about = { ...frame(base, security), ...aboutApi(document, notes.note) };
  return {
    connector: await checkFrame(
      about,
      order.map(({ tool }) => tool),
    ),
    candidates: order.map(({ candidate }) => candidate),
    problems: notes.all(),
  };
};

interface Drafted {
  readonly tool: ConnectorTool;
  readonly candidate: Candidate;
}

interface Context {
  readonly document: ApiDocument;
  readonly security: Security;
  readonly base: string;
  pattern(): ToolOptions["schemas"]["pattern"];
}

const wantedName = ({ raw, method, path, label }: Operation, note: Notes["note"]): string => {
  const id = typeof raw["operationId"] === "string" ? raw["operationId"] : "";
  const speaks = speaksToModels(id);
  if (speaks) note(`The operationId of ${label} reads like an instruction to a model, and was left out.`);
  const name = speaks ? "" : snakeCase(id);
  const made = name === "" ? nameOfPath(method, path) : name;
  return /^[a-z]/.test(made) ? made : `${method.toLowerCase()}_${made}`;
};

/** Or why there is no tool, as a sentence. */
const draftOperation = async (
  operation: Operation,
  name: string,
  { document, security, base, pattern }: Context,
): Promise<Drafted | string> => {
  let problem = "";
  for (const detail of DETAILS) {
    const notes = createNotes();
    const auth = security.stepsOf(operation, notes.note);
    const made = draftTool(operation, name, { document, auth, notes, schemas: { ...detail, pattern: pattern() } });
    if (made === undefined) return notes.all().at(-1) ?? "";
    const checked = await checkDrafted(made, frame(base, security));
    if (typeof checked !== "string") return { tool: checked, candidate: candidateOf(operation, checked, notes) };
    problem = checked;
  }
  return problem;
};

const candidateOf = ({ label, tags, raw }: Operation, tool: ConnectorTool, notes: Notes): Candidate => {
  const cost = tokenCost(tool);
  if (cost > DEAR) notes.note(`It costs about ${cost} tokens in every conversation that lists it.`);
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

const frame = (base: string, security: Security): Frame => {
  const credentials = security.slots();
  const hosts = new Set(
    [base, ...credentials.flatMap(({ token_url }) => token_url ?? [])].map((url) => new URL(url).host),
  );
  return {
    connector: 1,
    name: "api",
    title: "API",
    description: "An API.",
    base_url: base,
    ...(hosts.size > 1 && { allow: [...hosts] }),
    ...(credentials.length > 0 && { credentials }),
  };
};

const RISKS = ["read", "write", "destructive"];

/** Those of one tag together, in the document's order of tags; what only reads comes first. */
const ordered = (drafted: readonly Drafted[], { root }: ApiDocument): Drafted[] => {
  const listed = listOf(root["tags"]).flatMap((tag) => (isJsonObject(tag) ? [String(tag["name"])] : []));
  const tags = [...new Set([...listed, ...drafted.map(({ candidate }) => candidate.tags[0] ?? "")])];
  const rank = ({
    candidate: {
      tags: [tag = ""],
      risk,
    },
  }: Drafted): number => tags.indexOf(tag) * RISKS.length + RISKS.indexOf(risk);
  return [...drafted].sort((a, b) => rank(a) - rank(b));
};
