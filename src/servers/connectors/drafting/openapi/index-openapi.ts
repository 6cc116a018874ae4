import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { documentLine } from "../document-text.ts";
import { createNotes, type Note, tokenCost } from "../draft.ts";
import { chosenOperations } from "../operation-filter.ts";
import type { IndexedOperation, OperationIndex } from "../operation-index.ts";
import { type ApiDocument, readApiDocument } from "./api-document.ts";
import { apiInfo } from "./api-info.ts";
import { askForAuth } from "./ask-for-auth.ts";
import { namesOf, type OpenApiOptions } from "./draft-from-openapi.ts";
import { draftTool } from "./draft-tool.ts";
import { filterable, type Operation, operationsOf } from "./operations.ts";
import { readServers } from "./servers.ts";

const LONGEST_SUMMARY = 200;

/** Lists the operations of an untrusted OpenAPI document. Nothing is compiled, so that it stays cheap. */
export const indexOpenApi = async (
  text: string,
  options: OpenApiOptions = {},
): Promise<Omit<OperationIndex, "format">> => {
  const { note, all } = createNotes();
  const document = await readApiDocument(text, { ...options, note });
  const every = operationsOf(document, note);
  const { base, baseOf } = readServers(document.root["servers"], every, options, note);
  const operations = chosenOperations(every, options.only, filterable).filter((each) => baseOf(each) !== undefined);
  const auth_question = options.auth === undefined ? askForAuth(every, document, base) : undefined;
  return {
    title: apiInfo(document, note).title,
    base_url: base,
    operations: operations.flatMap((operation) => indexed(operation, document, note) ?? []),
    problems: all(),
    ...(auth_question && { auth_question }),
  };
};

/** Undefined, with the reason in the notes, if it cannot become a tool. */
const indexed = (operation: Operation, document: ApiDocument, note: Note): IndexedOperation | undefined => {
  const { method, path, tags, raw } = operation;
  const { operation: label, operation_id } = filterable(operation);
  const notes = createNotes();
  const [name = ""] = namesOf(operation, notes.note);
  // The schemas of responses take most of the time, and clients do not show them to models.
  const asked = { ...operation, raw: { ...raw, responses: describedOnly(raw["responses"], document) } };
  const tool = draftTool(asked, name, { document, auth: [], notes, schemas: { pattern: keepPattern } });
  if (tool === undefined) {
    note(`${label} was left out. ${notes.all().at(-1) ?? ""}`);
    return undefined;
  }
  const line = (text: unknown) => documentLine(text, LONGEST_SUMMARY, label, note);
  return {
    ...{ operation: label, method, path },
    ...(operation_id !== undefined && { operation_id: line(operation_id) }),
    ...{ tags, summary: line(raw["summary"] ?? raw["description"]), risk: tool.risk },
    deprecated: raw["deprecated"] === true,
    token_cost: tokenCost(tool),
  };
};

const describedOnly = (responses: unknown, { references }: ApiDocument): JsonObject =>
  isJsonObject(responses)
    ? Object.fromEntries(
        Object.entries(responses).map(([status, response]) => {
          const { description } = references.follow(response)?.value ?? {};
          return [status, { description }];
        }),
      )
    : {};

const keepPattern = (): undefined => undefined;
