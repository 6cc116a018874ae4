import type { Problem } from "../../../api/client.ts";
import { plain } from "../../../format/text.ts";

/** Returns the server's message for a field or something inside it: `problemAt("request.mapping")`. */
export type ProblemAt = (field: string) => string | undefined;

interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export const fieldProblemsOf = (problem: Problem | undefined): readonly FieldProblem[] => {
  if (problem === undefined) return [];
  if (problem.problems !== undefined) return problem.problems;
  return problem.field === undefined ? [] : [{ field: problem.field, message: problem.message }];
};

export const problemsWithin = (problem: Problem | undefined, inside: string): ProblemAt => {
  const start = inside === "" ? "" : `${inside}.`;
  const problems = fieldProblemsOf(problem);
  return (field) => {
    const whole = `${start}${field}`;
    const found = problems.find((each) => each.field === whole || isWithin(each.field, whole));
    return found && plain(found.message.replaceAll(start, ""));
  };
};

const isWithin = (field: string, whole: string): boolean =>
  field.startsWith(whole) && [".", "["].includes(field.charAt(whole.length));

/** Index of the tool that a field path belongs to. */
export const toolIndexOf = (field: string): number | undefined => {
  const found = /^tools\[(\d+)\]/.exec(field) ?? /^\/?tools\/(\d+)/.exec(field);
  return found?.[1] === undefined ? undefined : Number(found[1]);
};
