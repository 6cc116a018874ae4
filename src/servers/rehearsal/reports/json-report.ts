import type { Summary } from "./summary.ts";

/** One JSON document: counts, pass^k, and the verdict of every run. */
export const jsonReport = ({ counts, passK, tasks }: Summary): string => {
  const runs = tasks.flatMap((task) => task.runs.map(({ run, verdict }) => ({ ...run, verdict })));
  const pass_k = Object.fromEntries(passK.map(({ k, mean }) => [k, mean]));
  return `${JSON.stringify({ ...counts, pass_k, runs }, null, 2)}\n`;
};
