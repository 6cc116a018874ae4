import { invalid } from "../../model/failure.ts";
import type { Misfit } from "./explain-misfit.ts";

export const MOST_PROBLEMS = 20;

/** What is wrong with a description from outside: the first problem in full, the others beside it. */
export const refusal = (problems: readonly Misfit[]): Error => {
  const told = problems.slice(0, MOST_PROBLEMS);
  const [{ message, ...details }, ...more] = told as [Misfit, ...Misfit[]];
  const others =
    more.length === 0 ? "" : ` There ${more.length === 1 ? "is 1 more problem" : `are ${more.length} more problems`}.`;
  return invalid(`${message}${others}`, { ...details, problems: told });
};
