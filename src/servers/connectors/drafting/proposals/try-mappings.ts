import { explainSchemaError } from "../../../../mcp/tools/explain-schema-error.ts";
import { loadValidators } from "../../../../mcp/tools/validators.ts";
import { Failure } from "../../../../model/failure.ts";
import type { ConnectorTool } from "../../connector.ts";
import { createNotes, type Draft, type MappingTrial, noEndpoint } from "../draft.ts";
import { leftOut } from "./proposed-tool.ts";

/** Evaluates JSONata over a response, isolated. */
export type EvaluateMapping = (expression: string, response: object) => Promise<unknown>;

/** Leaves out proposed tools whose result is not what their output schema says, for the samples of the document. */
export const tryMappings = async ({ trials = [], ...draft }: Draft, evaluate: EvaluateMapping): Promise<Draft> => {
  const { tools } = draft.connector;
  const failed = new Map<string, string>();
  for (const trial of trials) {
    const tool = tools.find(({ name }) => name === trial.tool);
    const problem = tool && (await problemOf(tool, trial, evaluate));
    if (problem !== undefined) failed.set(trial.tool, problem);
  }
  if (failed.size === 0) return draft;
  const notes = createNotes();
  const candidates = draft.candidates.filter(({ tool, operation }) => {
    const problem = failed.get(tool);
    if (problem !== undefined) notes.note(leftOut(operation, problem));
    return problem === undefined;
  });
  for (const problem of draft.problems) notes.note(problem);
  if (candidates.length === 0) throw noEndpoint(notes.all(), true);
  return {
    ...draft,
    connector: { ...draft.connector, tools: tools.filter(({ name }) => !failed.has(name)) },
    candidates,
    problems: notes.all(),
  };
};

const problemOf = async (
  { response, output }: ConnectorTool,
  { samples }: MappingTrial,
  evaluate: EvaluateMapping,
): Promise<string | undefined> => {
  const validators = await loadValidators({ foreign: true });
  const check = validators.allErrors({ ...output, required: output?.["required"] ?? [] });
  for (const body of samples) {
    try {
      const { mapping } = response ?? {};
      const result =
        mapping === undefined ? body : await evaluate(mapping, { input: {}, body, status: 200, headers: {} });
      const [error] = check(result ?? null) ?? [];
      if (error !== undefined)
        return `Its result for the sample response of the document does not fit its output: ${explainSchemaError(error, "The result").message}`;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return `Its mapping does not work with the sample response of the document. ${error.message}`;
    }
  }
  return undefined;
};
