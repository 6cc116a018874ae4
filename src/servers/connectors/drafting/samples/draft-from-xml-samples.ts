import { invalid } from "../../../../model/failure.ts";
import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { placeholdersOf } from "../../check-request.ts";
import type { Binding, ConnectorTool } from "../../connector.ts";
import {
  type Candidate,
  type ConnectorFrame,
  checkDraftedConnector,
  checkDraftedTool,
  createNotes,
  type Draft,
  type Notes,
  PLACEHOLDER_URL,
  tokenCost,
} from "../draft.ts";
import { riskByName } from "../risk.ts";
import { withoutSecretExamples } from "../sample-secrets.ts";
import { slugOf } from "../tool-name.ts";
import { readRequest, readResponse, type SampledRequest } from "./read-samples.ts";
import { type SampleFile, type SampleSet, sortSamples } from "./sample-files.ts";
import { readNotes, type SampleNotes, type ToolNotes } from "./sample-notes.ts";
import { valueSchema, valueType } from "./value-schema.ts";

/** API details given along with the samples; they override the notes file. */
export type ApiDetails = Pick<SampleNotes, "name" | "base_url">;

/** Drafts candidate tools from sample requests and responses, one per name, with details from a notes file. */
export const draftFromXmlSamples = async (files: readonly SampleFile[], details: ApiDetails = {}): Promise<Draft> => {
  const notes = createNotes();
  const { sets, notes: source } = sortSamples(files, notes.note);
  const known = { ...(await readNotes(source)), ...details };
  const frame = frameOf(known, notes);
  const drafted: { readonly tool: ConnectorTool; readonly candidate: Candidate }[] = [];
  for (const set of sets) {
    const own = createNotes();
    const tool = await checkDraftedTool(await draftSet(set, notesOf(known, set.name), own), frame);
    if (typeof tool === "string") notes.note(`${set.name} was left out. ${tool}`);
    else drafted.push({ tool, candidate: candidateOf(tool, own) });
  }
  if (drafted.length === 0) {
    throw invalid("No sample can become a tool.", {
      problems: notes.all(),
      hint: "Name the files after the tool, such as search.request.xml and search.response.xml.",
    });
  }
  return {
    connector: await checkDraftedConnector(
      frame,
      drafted.map(({ tool }) => tool),
    ),
    candidates: drafted.map(({ candidate }) => candidate),
    problems: notes.all(),
  };
};

const frameOf = ({ name, title, description, base_url, credentials }: SampleNotes, { note }: Notes): ConnectorFrame => {
  if (base_url === undefined) note("The API's address is missing: set base_url, here or in notes.yaml.");
  const apiTitle = title ?? name ?? "API";
  return {
    connector: 1,
    name: slugOf(name ?? apiTitle, "api"),
    title: apiTitle,
    description: description ?? apiTitle,
    base_url: base_url ?? PLACEHOLDER_URL,
    ...(credentials !== undefined && { credentials }),
  };
};

const notesOf = ({ tools = {} }: SampleNotes, name: string): ToolNotes =>
  Object.hasOwn(tools, name) ? (tools[name] ?? {}) : {};

const draftSet = async (set: SampleSet, known: ToolNotes, notes: Notes): Promise<ConnectorTool> => {
  const reading = { notes: known, note: notes.note };
  const request = await readRequest(set.request, reading);
  const answer = await readResponse(set, reading);
  const method = known.method ?? (request === undefined ? "GET" : "POST");
  const path = known.path ?? `/${set.name}`;
  if (known.path === undefined) notes.note(`Its path is not given: ${path} is a guess.`);
  if (known.description === undefined) notes.note("It has no description: write one before approving it.");
  const { bindings, input } = argumentsOf(request, path, known);
  return {
    name: set.name,
    ...(known.title !== undefined && { title: known.title }),
    description: known.description ?? `Calls ${method} ${path}.`,
    risk: known.risk ?? riskByName(method, set.name, notes.note),
    approved: false,
    input: withoutSecretExamples(input),
    request: {
      method,
      path,
      ...(bindings.length > 0 && { bindings }),
      ...(request?.mapping !== undefined && { mapping: request.mapping }),
      ...(request !== undefined && { body: request.body }),
    },
    ...(known.auth !== undefined && { auth: known.auth }),
    parse: answer.parse,
    ...(answer.mapping !== undefined && { response: { mapping: answer.mapping } }),
    ...(answer.schema !== undefined && { output: answer.schema }),
  };
};

/** Combines the arguments of body, path and query. */
const argumentsOf = (
  request: SampledRequest | undefined,
  path: string,
  { query = {}, fields = {} }: ToolNotes,
): { readonly bindings: readonly Binding[]; readonly input: Schema } => {
  const schema = request?.schema ?? { type: "object", properties: {} };
  const inBody = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const others = [
    ...placeholdersOf(path).map((name) => ({ name, in: "path" as const, schema: { type: "string" } })),
    ...Object.entries(query).map(([name, sample]) => ({
      name,
      in: "query" as const,
      schema: valueSchema(valueType(name, [String(sample)]), [String(sample)]),
    })),
  ].map((each) => ({ ...each, argument: Object.hasOwn(inBody, each.name) ? `${each.name}__${each.in}` : each.name }));
  const body = request?.body.format === "json" ? Object.keys(inBody) : [];
  return {
    bindings: [
      ...others.map(({ argument, name, in: place }) => ({ argument, in: place, ...(argument !== name && { name }) })),
      ...body.map((argument) => ({ argument, in: "body" as const, ...(request?.isWhole && { name: "" }) })),
    ],
    input: {
      ...schema,
      properties: {
        ...Object.fromEntries(
          others.map((each) => {
            const description = Object.hasOwn(fields, each.name) ? fields[each.name] : undefined;
            return [each.argument, { ...each.schema, ...(description !== undefined && { description }) }];
          }),
        ),
        ...inBody,
      },
      required: [
        ...others.map(({ argument }) => argument),
        ...(Array.isArray(schema["required"]) ? schema["required"] : []),
      ],
    },
  };
};

const candidateOf = (tool: ConnectorTool, notes: Notes): Candidate => ({
  tool: tool.name,
  operation: `${tool.request.method} ${tool.request.path}`,
  risk: tool.risk,
  token_cost: tokenCost(tool),
  problems: notes.all(),
  tags: [],
  deprecated: false,
});
