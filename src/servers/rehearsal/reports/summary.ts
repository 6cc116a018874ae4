import type { Rehearsed } from "../command/rehearse-trials.ts";
import type { CheckResult, VerdictKind } from "../verdict/verdict.ts";
import { type PassK, passK } from "./pass-k.ts";

/** What all reports are written from. */
export interface Summary {
  /** Those that passed and failed first, then those that never passed. */
  readonly tasks: readonly TaskSummary[];
  readonly counts: Readonly<Record<VerdictKind, number>>;
  readonly passK: readonly PassK[];
}

export interface TaskSummary {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly runs: readonly Rehearsed[];
  readonly passed: number;
  /** Runs without invalid ones, which say nothing about the agent. */
  readonly judged: number;
}

export const summaryOf = (rehearsed: readonly Rehearsed[]): Summary => {
  const byTask = groupedBy(rehearsed, ({ scenario }) => `${scenario.id} ${scenario.digest}`);
  const tasks = [...byTask.values()].map(taskOf);
  const count = (kind: VerdictKind): number => rehearsed.filter(({ verdict }) => verdict === kind).length;
  return {
    tasks: tasks.toSorted((a, b) => rankOf(a) - rankOf(b)),
    counts: { pass: count("pass"), fail: count("fail"), error: count("error"), invalid: count("invalid") },
    passK: passK(tasks.map(({ passed, judged }) => ({ passed, runs: judged }))),
  };
};

const taskOf = (runs: readonly Rehearsed[]): TaskSummary => {
  const { id, title, category } = (runs[0] as Rehearsed).scenario;
  const judged = runs.filter(({ verdict }) => verdict !== "invalid");
  const passed = judged.filter(({ verdict }) => verdict === "pass").length;
  return { id, title, category, runs, passed, judged: judged.length };
};

export const isFlaky = ({ passed, judged }: TaskSummary): boolean => passed > 0 && passed < judged;

const rankOf = (task: TaskSummary): number => (isFlaky(task) ? 0 : task.passed === 0 ? 1 : 2);

/** Checks that did not hold, the required ones first. */
export const failedChecks = ({ run }: Rehearsed): readonly CheckResult[] =>
  ("checks" in run ? run.checks : [])
    .filter(({ ok }) => !ok)
    .toSorted((a, b) => Number(a.level === "should") - Number(b.level === "should"));

/** `0.91, 95 %: 0.80 to 0.96` */
export const shareText = ({ mean, low, high }: PassK): string =>
  `${mean.toFixed(2)}, 95 %: ${low.toFixed(2)} to ${high.toFixed(2)}`;

/** `33 runs: 30 pass, 2 fail, 1 error` */
export const countsText = ({ counts }: Summary): string => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).filter(([kind, count]) => count > 0 || kind === "pass");
  return `${total} ${total === 1 ? "run" : "runs"}: ${parts.map(([kind, count]) => `${count} ${kind}`).join(", ")}`;
};

/** Map.groupBy, which Node 20 does not have. */
export const groupedBy = <T>(list: readonly T[], keyOf: (entry: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const entry of list) {
    const group = groups.get(keyOf(entry));
    if (group === undefined) groups.set(keyOf(entry), [entry]);
    else group.push(entry);
  }
  return groups;
};
