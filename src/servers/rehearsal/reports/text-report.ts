import type { Rehearsed } from "../command/rehearse-trials.ts";
import { oneLine, storyOf } from "../journal/story.ts";
import type { CheckResult } from "../verdict/verdict.ts";
import { countsText, failedChecks, isFlaky, type Summary, shareText, type TaskSummary } from "./summary.ts";

/** For the terminal: a line for each run, and for a run that did not pass why, with its story. */
export const textReport = (summary: Summary): string => {
  const { tasks, passK } = summary;
  const flaky = tasks.filter(isFlaky);
  return [
    ...tasks.flatMap((task) => task.runs.flatMap((run) => runLines(task, run))),
    "",
    ...flaky.map(({ id, passed, judged }) => `flaky: ${id} passed ${passed} of ${judged}`),
    countsText(summary),
    ...passK.map((one) => `pass^${one.k} ${shareText(one)}`),
  ].join("\n");
};

const runLines = (task: TaskSummary, rehearsed: Rehearsed): readonly string[] => {
  const { verdict, trial, run } = rehearsed;
  const number = task.runs.length > 1 ? ` #${trial}` : "";
  const calls = `${run.calls} ${run.calls === 1 ? "call" : "calls"}`;
  const line = `${verdict.padEnd(7)} ${task.id}${number}  ${calls}, ${rehearsed.seconds.toFixed(1)} s, ${run.id}`;
  return verdict === "pass" ? [line] : [line, ...whyLines(rehearsed).map((why) => `        ${why}`)];
};

/** Why a run did not pass: its failed checks, and what happened around them. */
export const whyLines = (rehearsed: Rehearsed): readonly string[] => {
  const { run, journal } = rehearsed;
  const failed = failedChecks(rehearsed);
  const decisive = failed.flatMap(({ line }) => line ?? []);
  return [
    ...(run.error === undefined ? [] : [oneLine(run.error)]),
    ...(run.defect === undefined ? [] : [`${run.defect} failed by a defect of Taxiway.`]),
    ...failed.map(checkText),
    ...(journal.length === 0 ? ["No call was made."] : storyOf(journal, decisive)),
  ];
};

const checkText = ({ name, level, expected, found, line }: CheckResult): string =>
  `${level === "should" ? "should " : ""}${name}: expected ${oneLine(expected)}, found ${oneLine(found)}${line === undefined ? "" : ` (line ${line})`}`;
