import type { Problem } from "../../../api/client.ts";
import { isObject } from "../../../format/json.ts";
import { jsonErrorPosition, lineNumberAt, positionInJson } from "./json-position.ts";

/** A problem with the entered text, and its position. */
export interface RegistrationProblem {
  readonly message: string;
  readonly field?: string;
  readonly hint?: string;
  readonly allowed?: string;
  /** Position in the text. */
  readonly at?: number;
  readonly line?: number;
}

interface ParsedTool {
  readonly tool: unknown;
  /** Path to the tool inside the pasted text. */
  readonly wrapperPath: readonly string[];
}

/** Accepts a tool alone or wrapped in a registry message. */
const unwrapTool = (value: unknown): ParsedTool => {
  if (!isObject(value)) return { tool: value, wrapperPath: [] };
  const { params, tool } = value;
  if (isObject(params) && params["tool"] !== undefined)
    return { tool: params["tool"], wrapperPath: ["params", "tool"] };
  return isObject(tool) ? { tool, wrapperPath: ["tool"] } : { tool: value, wrapperPath: [] };
};

/** Parses the entered text into a tool, or returns the problem. */
export const parseTool = (text: string): ParsedTool | RegistrationProblem => {
  if (text.trim() === "") return { message: "Enter a tool to register." };
  try {
    return unwrapTool(JSON.parse(text));
  } catch (error) {
    const at = jsonErrorPosition(text);
    const reason = error instanceof Error ? error.message : "";
    return { message: `Invalid JSON: ${reason}`, at, line: lineNumberAt(text, at) };
  }
};

/** The server's problems with their lines in the text. */
export const registrationProblems = (
  problem: Problem,
  text: string,
  wrapperPath: readonly string[],
): readonly RegistrationProblem[] => {
  const { message, field, hint, allowed, problems = [] } = problem;
  const first: RegistrationProblem = {
    message,
    ...(hint !== undefined && { hint }),
    ...(allowed !== undefined && { allowed: typeof allowed === "string" ? allowed : allowed.map(String).join(", ") }),
    ...locate(field, text, wrapperPath),
  };
  const others = problems.filter((each) => each.message !== message || each.field !== field);
  return [first, ...others.map((each) => ({ message: each.message, ...locate(each.field, text, wrapperPath) }))];
};

/** The server's paths start at `tool`, regardless of the wrapper. */
const locate = (field: string | undefined, text: string, wrapperPath: readonly string[]) => {
  if (field === undefined) return {};
  const steps = field.split(/[.[\]/]+/).filter(Boolean);
  const at = positionInJson(text, [...wrapperPath, ...(steps[0] === "tool" ? steps.slice(1) : steps)]);
  return { field, at, line: lineNumberAt(text, at) };
};
