import { invalid } from "../../../../model/failure.ts";
import type { ConnectorTool } from "../../connector.ts";
import { documentLine, documentText } from "../document-text.ts";
import { type Candidate, createNotes, type Draft, tokenCost } from "../draft.ts";
import { draftFromOpenApi } from "../openapi/draft-from-openapi.ts";
import { indexOpenApi } from "../openapi/index-openapi.ts";
import type { MainDocument, Reader } from "../source.ts";
import { createUniqueNames, slugOf } from "../tool-name.ts";
import { describedOpenApi } from "./described-openapi.ts";
import type { DescribedApi, DescribedOperation } from "./described-operation.ts";
import { evidenceOf } from "./evidence.ts";
import { withXmlSamples } from "./xml-samples.ts";

/** Makes a reader of a function that describes the API of a document. */
export const describedReader = (describe: (document: MainDocument) => Promise<DescribedApi>): Reader => {
  const described = async (document: MainDocument): Promise<DescribedApi> => {
    const api = await describe(document);
    if (api.operations.length > 0) return api;
    throw invalid("No endpoint was found in the document.", {
      field: "document",
      problems: api.problems,
      hint: "Taxiway looks for lines such as `GET /pets`, curl commands, and tables with a method and a path. Name the endpoints like that, or send an OpenAPI document.",
    });
  };
  return {
    async draft(document, options) {
      const api = await described(document);
      const text = JSON.stringify(describedOpenApi(api));
      return withDetails(await draftFromOpenApi(text, { ...fromOf(document), ...options }), api);
    },
    async operations(document, options) {
      const api = await described(document);
      const index = await indexOpenApi(JSON.stringify(describedOpenApi(api)), { ...fromOf(document), ...options });
      return { ...index, problems: [...index.problems, ...api.problems] };
    },
  };
};

/** A page is not served by the API, so its address says nothing about the API's. */
const fromOf = (_: MainDocument): Record<string, never> => ({});

/** Adds what OpenAPI has no words for: samples in XML, fixed headers, evidence and excerpts. */
const withDetails = async (draft: Draft, api: DescribedApi): Promise<Draft> => {
  const { tools, ...frame } = draft.connector;
  const operations = new Map(api.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const notes = createNotes();
  for (const problem of [...api.problems, ...draft.problems]) notes.note(problem);
  const detailed: { readonly tool: ConnectorTool; readonly candidate: Candidate }[] = [];
  for (const [index, tool] of tools.entries()) {
    const candidate = draft.candidates[index] as Candidate;
    const operation = operations.get(candidate.operation);
    const made =
      operation === undefined ? { tool, candidate } : await detailedTool(tool, candidate, operation, api, frame);
    if (typeof made === "string") notes.note(`${candidate.operation} was left out. ${made}`);
    else detailed.push(made);
  }
  const docs = docsOf(api);
  return {
    ...draft,
    connector: { ...frame, ...(docs.length > 0 && { docs }), tools: detailed.map(({ tool }) => tool) },
    candidates: detailed.map(({ candidate }) => candidate),
    problems: notes.all(),
  };
};

const detailedTool = async (
  drafted: ConnectorTool,
  candidate: Candidate,
  operation: DescribedOperation,
  api: DescribedApi,
  frame: Parameters<typeof withXmlSamples>[2],
): Promise<{ readonly tool: ConnectorTool; readonly candidate: Candidate } | string> => {
  const notes = createNotes();
  for (const problem of operation.problems) notes.note(problem);
  const headers = { ...drafted.request.headers, ...operation.headers };
  const given = Object.keys(headers).length > 0 ? { ...drafted, request: { ...drafted.request, headers } } : drafted;
  const tool = operation.fixed === undefined ? given : withFixed(given, operation.fixed);
  const made = await withXmlSamples(tool, operation, frame, notes);
  if (typeof made === "string") return made;
  const isReplaced = made.origins !== undefined;
  // What OpenAPI drafting says about a body that it did not see is not true.
  for (const problem of candidate.problems)
    if (!isReplaced || !/\b(?:response|body)\b/i.test(problem)) notes.note(problem);
  const evidence = evidenceOf(made.tool, operation, api, made.origins);
  return {
    tool: made.tool,
    candidate: {
      ...candidate,
      risk: made.tool.risk,
      token_cost: tokenCost(made.tool),
      problems: notes.all(),
      evidence,
    },
  };
};

/** Takes arguments from the caller. */
const withFixed = (tool: ConnectorTool, fixed: Readonly<Record<string, unknown>>): ConnectorTool => {
  const { properties, required, ...input } = tool.input;
  const isOpen = (name: string): boolean => !Object.hasOwn(fixed, name);
  const left = Array.isArray(required) ? (required as string[]).filter(isOpen) : [];
  return {
    ...tool,
    input: {
      ...input,
      properties: Object.fromEntries(Object.entries((properties ?? {}) as object).filter(([name]) => isOpen(name))),
      ...(left.length > 0 && { required: left }),
    },
    fixed: { ...tool.fixed, ...fixed },
  };
};

const LONGEST_DOC = 20_000;

const docsOf = ({ docs }: DescribedApi): NonNullable<Draft["connector"]["docs"]> => {
  const uniqueName = createUniqueNames(40);
  return docs.flatMap(({ title, text }) => {
    const shown = documentText(text, LONGEST_DOC, "an excerpt", () => undefined);
    const name = uniqueName(slugOf(title, "page", 40)).replaceAll("_", "-");
    return shown === ""
      ? []
      : [{ name, title: documentLine(title, 200, "an excerpt", () => undefined) || "Page", text: shown }];
  });
};
