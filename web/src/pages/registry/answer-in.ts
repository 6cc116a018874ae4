import { isObject } from "../../components/schema-form/schema.ts";
import { outcomeOf, type ToolProblem } from "../explore/call/outcome.ts";

export interface Answer {
  /** What to look at: the data where there is some, else all of it. */
  readonly shown: unknown;
  readonly problem?: ToolProblem;
}

/** Of a JSON-RPC response, in the form of MCP or in the registry's own, whose result has its `data`. */
export const answerIn = (response: unknown): Answer => {
  const outcome = outcomeOf({ response });
  const { result, error } = isObject(response) ? response : {};
  if (outcome.kind === "problem") return { shown: result ?? error, problem: outcome.problem };
  if (isObject(result) && "data" in result && !("content" in result)) return { shown: result["data"] };
  if (outcome.kind === "question") return { shown: outcome.raw };
  return { shown: outcome.structured ?? result };
};
