import { invalid } from "../../model/failure.ts";
import { cleanText } from "./clean-text.ts";

/** One problem of an input or a description, written for its sender. */
export interface InputProblem {
  readonly field: string;
  readonly message: string;
  readonly value?: unknown;
  readonly allowed?: readonly unknown[] | string;
  readonly hint?: string;
}

/** Adds a problem; `must` completes the sentence "<field> must …". */
export type ReportProblem = (field: string, must: string, details?: Omit<InputProblem, "field" | "message">) => void;

export const MAX_PROBLEMS = 20;

/** Returns one failure for all problems: the first in full, the others in `problems`. */
export const validationFailure = (problems: readonly InputProblem[]): Error => {
  const shown = problems.slice(0, MAX_PROBLEMS);
  const [{ message, ...details }, ...more] = shown as [InputProblem, ...InputProblem[]];
  const others =
    more.length === 0 ? "" : ` There ${more.length === 1 ? "is 1 more problem" : `are ${more.length} more problems`}.`;
  return invalid(`${message}${others}`, { ...details, problems: shown });
};

/** Returns the text without hidden characters, and reports it if it is empty or longer than `max`. */
export const checkText = (field: string, raw: string, max: number, report: ReportProblem): string => {
  const text = cleanText(raw);
  const allowed = `1 to ${max} characters`;
  if (text === "") report(field, "contain visible text", { value: shortened(raw), allowed });
  if (text.length > max) report(field, `have ${allowed}, got ${text.length}`, { allowed });
  return text;
};

const MAX_SHOWN_LENGTH = 100;

/** Returns a value short enough to repeat in an error: unchanged if it is small, else a description of it. */
export const shortened = (value: unknown): unknown => {
  if (typeof value === "string") {
    return value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}…` : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) && value.length > MAX_SHOWN_LENGTH) return `a list of ${value.length}`;
  const json = JSON.stringify(value);
  if (json.length <= 2 * MAX_SHOWN_LENGTH) return value;
  return Array.isArray(value) ? `a list of ${value.length}` : `an object with ${Object.keys(value).length} fields`;
};
