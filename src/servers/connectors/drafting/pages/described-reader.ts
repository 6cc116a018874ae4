import type { ConnectorTool } from "../../connector.ts";
import { documentLine, documentText } from "../document-text.ts";
import {
  type Candidate,
  type ConnectorFrame,
  createNotes,
  type Draft,
  type Evidence,
  type MappingTrial,
  NO_ENDPOINT,
  type Note,
  type Notes,
  noEndpoint,
  PLACEHOLDER_URL,
  tokenCost,
} from "../draft.ts";
import { draftFromOpenApi } from "../openapi/draft-from-openapi.ts";
import { indexOpenApi } from "../openapi/index-openapi.ts";
import { leftOut } from "../proposals/proposed-tool.ts";
import { withoutSampleSecrets, withoutSecretExamples } from "../sample-secrets.ts";
import type { DraftOptions, MainDocument, ModelAnswers, Reader } from "../source.ts";
import { createUniqueNames, slugOf } from "../tool-name.ts";
import { describedOpenApi } from "./described-openapi.ts";
import type { DescribedApi, DescribedOperation } from "./described-operation.ts";
import { evidenceOf } from "./evidence.ts";
import { withProposedParts } from "./proposed-parts.ts";
import { withXmlSamples } from "./xml-samples.ts";

interface Extras {
  /** Of a model that was asked about the document. */
  readonly answers?: ModelAnswers | undefined;
  readonly note: Note;
}

/** Makes a reader of a function that describes the API of a document. */
export const describedReader = (
  describe: (document: MainDocument, extras: Extras) => Promise<DescribedApi>,
): Reader & Required<Pick<Reader, "operations">> => ({
  // A document is not served by the API, so its address says nothing about the API's.
  async draft(document, options, answers) {
    const notes = createNotes();
    const api = await describe(document, { answers, note: notes.note });
    for (const problem of api.problems) notes.note(problem);
    if (api.operations.length === 0) throw noEndpoint(notes.all(), answers !== undefined);
    const draft = await draftFromOpenApi(JSON.stringify(describedOpenApi(api)), withNew(options, api));
    const made = await withDetails(draft, { ...api, problems: notes.all() });
    if (made.connector.tools.length === 0) throw noEndpoint(made.problems, answers !== undefined);
    return made;
  },
  async operations(document, options) {
    const api = await describe(document, { note: () => undefined });
    if (api.operations.length === 0) {
      const { title, base, problems } = api;
      const base_url = base?.url ?? PLACEHOLDER_URL;
      return {
        title: documentLine(title, 200, "the title", () => undefined),
        base_url,
        operations: [],
        problems: [NO_ENDPOINT, ...problems],
      };
    }
    const index = await indexOpenApi(JSON.stringify(describedOpenApi(api)), options);
    return { ...index, problems: [...index.problems, ...api.problems] };
  },
});

/** Filters choose among what was listed, and endpoints that a model found were not. */
const withNew = (options: DraftOptions, { operations }: DescribedApi): DraftOptions => {
  const { only } = options;
  if (only === undefined || only.length === 0) return options;
  const added = operations.filter(({ proposal }) => proposal?.isNew === true);
  return { ...options, only: [...only, ...added.map(({ method, path }) => `operation:${method} ${path}`)] };
};

/** Adds what OpenAPI has no words for: samples in XML, fixed headers, evidence and excerpts. */
const withDetails = async (draft: Draft, api: DescribedApi): Promise<Draft> => {
  const { tools, ...frame } = draft.connector;
  const operations = new Map(api.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const notes = createNotes();
  for (const problem of [...api.problems, ...draft.problems]) notes.note(problem);
  const detailed: Detailed[] = [];
  for (const [index, tool] of tools.entries()) {
    const candidate = draft.candidates[index] as Candidate;
    const operation = operations.get(candidate.operation);
    const made =
      operation === undefined ? { tool, candidate } : await detailedTool(tool, candidate, operation, api, frame);
    if (typeof made === "string")
      notes.note(
        operation?.proposal?.isNew
          ? leftOut(candidate.operation, made)
          : `${candidate.operation} was left out. ${made}`,
      );
    else detailed.push(made);
  }
  const docs = docsOf(api);
  const trials = detailed.flatMap(({ trial }) => trial ?? []);
  return {
    ...draft,
    connector: { ...frame, ...(docs.length > 0 && { docs }), tools: detailed.map(({ tool }) => tool) },
    candidates: detailed.map(({ candidate }) => candidate),
    problems: notes.all(),
    ...(trials.length > 0 && { trials }),
  };
};

interface Detailed {
  readonly tool: ConnectorTool;
  readonly candidate: Candidate;
  readonly trial?: MappingTrial;
}

const detailedTool = async (
  drafted: ConnectorTool,
  candidate: Candidate,
  operation: DescribedOperation,
  api: DescribedApi,
  frame: ConnectorFrame,
): Promise<Detailed | string> => {
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
  const completed = await completedTool(made.tool, operation, frame, notes);
  if (typeof completed === "string") return completed;
  const { trial } = completed;
  const whole = { ...completed.tool, input: withoutSecretExamples(completed.tool.input) };
  const evidence = evidenceOf(whole, operation, api, made.origins);
  if (whole.proposed) noteMissing(evidence, notes.note);
  return {
    tool: whole,
    candidate: {
      ...candidate,
      risk: whole.risk,
      token_cost: tokenCost(whole),
      problems: notes.all(),
      evidence,
    },
    ...(trial !== undefined && { trial }),
  };
};

/** An endpoint that the rules found stays without what cannot be used. */
const completedTool = async (
  tool: ConnectorTool,
  operation: DescribedOperation,
  frame: ConnectorFrame,
  { note }: Notes,
): Promise<Pick<Detailed, "tool" | "trial"> | string> => {
  const completed = await withProposedParts(tool, operation, frame, note);
  if (typeof completed !== "string" || operation.proposal?.isNew) return completed;
  note(`What the model proposed for it was left out. ${completed}`);
  return { tool };
};

const noteMissing = (evidence: readonly Evidence[], note: Note): void => {
  const missing = evidence.filter(({ quote }) => quote === undefined).map(({ field }) => field.replace(/^input\./, ""));
  if (missing.length > 0) note(`Not found in the document: ${missing.join(", ")}.`);
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
    const shown = documentText(withoutSampleSecrets(text), LONGEST_DOC, "an excerpt", () => undefined);
    const name = uniqueName(slugOf(title, "page", 40)).replaceAll("_", "-");
    return shown === ""
      ? []
      : [{ name, title: documentLine(title, 200, "an excerpt", () => undefined) || "Page", text: shown }];
  });
};
