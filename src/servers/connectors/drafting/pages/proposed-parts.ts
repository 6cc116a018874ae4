import { isDeepStrictEqual } from "node:util";
import { explainSchemaError } from "../../../../mcp/tools/explain-schema-error.ts";
import { refusedByProviders } from "../../../../mcp/tools/provider-rules.ts";
import { loadValidators } from "../../../../mcp/tools/validators.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { placeholdersOf } from "../../check-request.ts";
import type { Binding, ConnectorTool, RequestStep } from "../../connector.ts";
import { bodyPath } from "../../execution/build-request.ts";
import { listedTool } from "../../tool-schemas.ts";
import { type ConnectorFrame, checkDraftedTool, type MappingTrial, type Note } from "../draft.ts";
import type { DescribedOperation, OperationProposal } from "./described-operation.ts";

interface Completed {
  readonly tool: ConnectorTool;
  readonly trial?: MappingTrial;
}

/** By the method alone: a name that a model chose must not make a request look harmless. */
const RISKS: Readonly<Record<RequestStep["method"], ConnectorTool["risk"]>> = {
  GET: "read",
  HEAD: "read",
  POST: "write",
  PUT: "write",
  PATCH: "write",
  DELETE: "destructive",
};

const MOST_TRIALS = 3;

/**
 * Adds what a model proposed to a drafted tool: all of it where the rules did not find the endpoint, else the arguments or
 * the result that they did not find. Returns a sentence that says why it cannot be used.
 */
export const withProposedParts = async (
  drafted: ConnectorTool,
  { proposal, xml }: DescribedOperation,
  frame: ConnectorFrame,
  note: Note,
): Promise<Completed | string> => {
  if (proposal === undefined) return { tool: drafted };
  const { tool: proposed, isNew } = proposal;
  const isXml = xml.requests.length + xml.responses.length > 0;
  const takesInput = !isXml && Object.keys(propertiesOf(proposed.input)).length > 0 && (isNew || isBare(drafted));
  const takesOutput = !isXml && proposed.output !== undefined && (isNew || drafted.output === undefined);
  if (!isNew && !takesInput && !takesOutput) return { tool: drafted };
  const input = takesInput ? inputOf(drafted, proposal) : {};
  const { response: _, output: __, ...rest } = drafted;
  const { output, mapping } = proposed;
  const made: ConnectorTool = {
    ...(takesOutput && output !== undefined
      ? { ...rest, parse: { format: "json" }, ...(mapping !== undefined && { response: { mapping } }), output }
      : drafted),
    ...input,
    ...(isNew && {
      title: proposed.title,
      description: proposed.description,
      risk: RISKS[drafted.request.method],
    }),
    approved: false,
    proposed: true,
  };
  const tool = await checkDraftedTool(made, frame);
  if (typeof tool === "string") return tool;
  if (takesInput && tool.request.method === "GET" && tool.request.body !== undefined)
    return "It would send a body with GET.";
  const [refused] = refusedByProviders(listedTool({ ...frame, tools: [tool] }, tool), frame.name);
  if (refused !== undefined) {
    const { path, problem: why, providers } = refused;
    return `Some model APIs refuse it${path.length > 0 ? ` for ${path.join(".")} in its input` : ""}: it ${why} (${providers.join(", ")}).`;
  }
  const problem = takesInput ? await requestProblem(tool, proposal) : undefined;
  if (problem !== undefined) return problem;
  noteParts(note, { isNew, takesInput, takesOutput, isXml, proposal });
  const samples = proposal.responses.slice(0, MOST_TRIALS);
  return takesOutput && samples.length > 0 ? { tool, trial: { tool: tool.name, samples } } : { tool };
};

interface Parts {
  readonly isNew: boolean;
  readonly takesInput: boolean;
  readonly takesOutput: boolean;
  readonly isXml: boolean;
  readonly proposal: OperationProposal;
}

const noteParts = (note: Note, { isNew, takesInput, takesOutput, isXml, proposal }: Parts): void => {
  const { method } = proposal.tool;
  if (isNew) note("A model proposed this tool: compare it with the documentation before approving it.");
  else
    note(
      `A model proposed its ${[takesInput && "arguments", takesOutput && "result"].filter(Boolean).join(" and ")}: compare them with the documentation before approving it.`,
    );
  if (isXml) note("Its arguments and its result are those of the samples in XML, not those that the model proposed.");
  if (isNew && !proposal.sentences.some((sentence) => new RegExp(`\\b${method}\\b`).test(sentence)))
    note(`The method ${method} was not found in the document.`);
  if (takesInput && method !== "GET" && proposal.requests.length === 0)
    note("The document has no sample of its request: its arguments were not compared with one.");
  if (takesOutput && proposal.responses.length === 0)
    note("The document has no sample of its response: its result was not tried.");
};

const propertiesOf = (schema: Schema): JsonObject => (isJsonObject(schema["properties"]) ? schema["properties"] : {});

/** Whether the rules found no arguments but those in the path. */
const isBare = ({ request: { path, bindings = [], mapping } }: ConnectorTool): boolean =>
  mapping === undefined && bindings.length <= placeholdersOf(path).length;

/** The path is the document's, so names in braces may differ from those of the model. */
const inputOf = ({ request }: ConnectorTool, { tool }: OperationProposal): Pick<ConnectorTool, "input" | "request"> => {
  const [own, other] = [placeholdersOf(request.path), placeholdersOf(tool.path)];
  const bindings = tool.bindings.map((binding): Binding => {
    const { name = binding.argument } = binding;
    const found = binding.in === "path" ? own[other.indexOf(name)] : undefined;
    return found === undefined ? binding : { ...binding, name: found };
  });
  const { body: _, bindings: __, mapping: ___, ...rest } = request;
  return {
    input: tool.input,
    request: { ...rest, bindings, ...(tool.body !== undefined && { body: tool.body }) },
  };
};

type Path = readonly string[];

/** Why the tool could not make the requests that the document shows. */
const requestProblem = async (
  { input, request: { bindings = [] } }: ConnectorTool,
  { requests, query }: OperationProposal,
): Promise<string | undefined> => {
  const unasked = query.find((name) => !bindings.some((each) => each.in === "query" && nameOf(each) === name));
  if (unasked !== undefined) return `It has no argument for ${unasked}, which the sample of the document has.`;
  const inBody = bindings
    .filter((binding) => binding.in === "body")
    .map((binding) => ({ argument: binding.argument, path: bodyPath(nameOf(binding)) }));
  for (const sample of requests) {
    const missing = leavesOf(sample).find(
      (leaf) => !inBody.some(({ path }) => isDeepStrictEqual(path, leaf.slice(0, path.length))),
    );
    if (missing !== undefined)
      return `It has no argument for ${missing.join(".") || "the body"}, which the sample request of the document has.`;
    const given = inBody.flatMap(({ argument, path }): [string, unknown][] => {
      const value = valueAt(sample, path);
      // A placeholder.
      return value === undefined || value === "" ? [] : [[argument, value]];
    });
    const problem = await misfit(input, Object.fromEntries(given), new Set(inBody.map(({ argument }) => argument)));
    if (problem !== undefined) return `The sample request of the document does not fit its input: ${problem}`;
  }
  return undefined;
};

const nameOf = ({ name, argument }: Binding): string => name ?? argument;

/** Lists are leaves. */
const leavesOf = (value: unknown, above: Path = []): readonly Path[] =>
  isJsonObject(value) && Object.keys(value).length > 0 && above.length < 20
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...above, name]))
    : [above];

const valueAt = (value: unknown, [step, ...rest]: Path): unknown => {
  if (step === undefined) return value;
  return isJsonObject(value) && Object.hasOwn(value, step) ? valueAt(value[step], rest) : undefined;
};

/** Arguments outside of the body are not in the sample. */
const misfit = async (input: Schema, given: JsonObject, inBody: ReadonlySet<string>): Promise<string | undefined> => {
  const required = Array.isArray(input["required"]) ? (input["required"] as unknown[]) : [];
  const schema = { ...input, required: required.filter((name) => inBody.has(String(name))) };
  const { allErrors } = await loadValidators({ foreign: true });
  const [error] = allErrors(schema)(structuredClone(given)) ?? [];
  return error && explainSchemaError(error, "The sample").message;
};
