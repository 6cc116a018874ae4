import type { Rehearsed } from "../command/rehearse-trials.ts";
import { countsText, isFlaky, type Summary, type TaskSummary } from "./summary.ts";
import { whyLines } from "./text-report.ts";

/** Of the pages that GitHub shows. */
const MOST_STORIES = 50;
const MARKS = { pass: "✅", fail: "❌", error: "💥", invalid: "⚠️" } as const;

/** For $GITHUB_STEP_SUMMARY: numbers, a row for each task, and the story of each run that did not pass. */
export const markdownReport = (summary: Summary): string => {
  const { tasks, passK } = summary;
  const lost = tasks.flatMap(({ runs }) => runs.filter(({ verdict }) => verdict !== "pass"));
  const more = lost.length - MOST_STORIES;
  return [
    `## Rehearsal: ${countsText(summary)}`,
    "",
    "| | mean over tasks | 95 % interval |",
    "| --- | --- | --- |",
    ...passK.map(
      ({ k, mean, low, high }) => `| pass^${k} | ${mean.toFixed(2)} | ${low.toFixed(2)} to ${high.toFixed(2)} |`,
    ),
    "",
    "| task | passed | runs |",
    "| --- | --- | --- |",
    ...tasks.map(taskRow),
    "",
    ...lost.slice(0, MOST_STORIES).flatMap(story),
    ...(more > 0 ? [`${more} more runs did not pass.`, ""] : []),
  ].join("\n");
};

const taskRow = (task: TaskSummary): string => {
  const { id, title, passed, judged, runs } = task;
  const marks = runs.map(({ verdict }) => MARKS[verdict]).join("");
  return `| \`${id}\`${isFlaky(task) ? " (flaky)" : ""} ${plain(title)} | ${passed}/${judged} | ${marks} |`;
};

const story = (rehearsed: Rehearsed): readonly string[] => {
  const { scenario, trial, verdict } = rehearsed;
  const lines = whyLines(rehearsed);
  // A fence that nothing in the story can close.
  const longest = Math.max(
    2,
    ...(lines
      .join("\n")
      .match(/`+/g)
      ?.map(({ length }) => length) ?? []),
  );
  const fence = "`".repeat(longest + 1);
  const summary = `<code>${scenario.id}</code> trial ${trial}: ${verdict}`;
  return [`<details><summary>${summary}</summary>`, "", `${fence}text`, ...lines, fence, "", "</details>", ""];
};

/** Text of a file in a table, without Markdown. */
const plain = (text: string): string =>
  text.replace(/[\\`*_[\]|<>&\n]/g, (letter) => (letter === "\n" ? " " : `\\${letter}`));
