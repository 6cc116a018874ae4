import type { Problem } from "../../../api/client.ts";
import { isObject } from "../../../components/schema-form/schema.ts";
import { lineAt, mistakeIn, placeInJson } from "./json-position.ts";

/** Something that is wrong with what was typed, and where. */
export interface Remark {
  readonly message: string;
  readonly field?: string;
  readonly hint?: string;
  readonly allowed?: string;
  /** In the text. */
  readonly at?: number;
  readonly line?: number;
}

interface Wrapped {
  readonly tool: unknown;
  /** What stands around it in the text. */
  readonly around: readonly string[];
}

/** The tool alone, or as the registry's messages have it: people paste both. */
export const unwrapped = (value: unknown): Wrapped => {
  if (!isObject(value)) return { tool: value, around: [] };
  const { params, tool } = value;
  if (isObject(params) && params["tool"] !== undefined) return { tool: params["tool"], around: ["params", "tool"] };
  return isObject(tool) ? { tool, around: ["tool"] } : { tool: value, around: [] };
};

/** What can be sent, or why not. */
export const toolIn = (text: string): Wrapped | Remark => {
  if (text.trim() === "") return { message: "There is nothing to register." };
  try {
    return unwrapped(JSON.parse(text));
  } catch (error) {
    const at = mistakeIn(text);
    const said = error instanceof Error ? error.message : "";
    return { message: `This is not JSON: ${said}`, at, line: lineAt(text, at) };
  }
};

/** What the server said, beside the lines it is about. */
export const remarksOf = (problem: Problem, text: string, around: readonly string[]): readonly Remark[] => {
  const { message, field, hint, allowed, problems = [] } = problem;
  const first: Remark = {
    message,
    ...(hint !== undefined && { hint }),
    ...(allowed !== undefined && { allowed: typeof allowed === "string" ? allowed : allowed.map(String).join(", ") }),
    ...placed(field, text, around),
  };
  const others = problems.filter((each) => each.message !== message || each.field !== field);
  return [first, ...others.map((each) => ({ message: each.message, ...placed(each.field, text, around) }))];
};

/** The server counts from `tool` on, whatever stands around it here. */
const placed = (field: string | undefined, text: string, around: readonly string[]) => {
  if (field === undefined) return {};
  const steps = field.split(/[.[\]/]+/).filter(Boolean);
  const at = placeInJson(text, [...around, ...(steps[0] === "tool" ? steps.slice(1) : steps)]);
  return { field, at, line: lineAt(text, at) };
};
