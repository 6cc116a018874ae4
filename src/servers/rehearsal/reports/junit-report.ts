import type { Rehearsed } from "../command/rehearse-trials.ts";
import { oneLine } from "../journal/story.ts";
import { failedChecks, groupedBy, type Summary } from "./summary.ts";
import { whyLines } from "./text-report.ts";

/** JUnit XML, as GitLab and Jenkins read it: a suite for each category, a case for each run. */
export const junitReport = ({ tasks, counts }: Summary): string => {
  const suites = [...groupedBy(tasks, ({ category }) => category)].map(([category, inside]) => ({
    category,
    runs: inside.flatMap(({ runs }) => runs),
  }));
  const all = tasks.flatMap(({ runs }) => runs);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="taxiway" tests="${all.length}" failures="${counts.fail}" errors="${counts.error + counts.invalid}" time="${timeOf(all)}">`,
    ...suites.flatMap(({ category, runs }) => [
      `  <testsuite name="${xml(category)}" tests="${runs.length}" failures="${count(runs, ["fail"])}" errors="${count(runs, ["error", "invalid"])}" skipped="0" time="${timeOf(runs)}">`,
      ...runs.map(caseOf),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
};

const caseOf = (rehearsed: Rehearsed): string => {
  const { scenario, trial, verdict, run, seconds } = rehearsed;
  const name = `${scenario.id} (trial ${trial})`;
  const open = `    <testcase classname="${xml(scenario.category)}" name="${xml(name)}" time="${seconds.toFixed(3)}"`;
  if (verdict === "pass") return `${open}/>`;
  const tag = verdict === "fail" ? "failure" : "error";
  const message = run.error ?? failedChecks(rehearsed)[0]?.name ?? verdict;
  const why = whyLines(rehearsed).join("\n");
  return `${open}>\n      <${tag} type="${verdict}" message="${xml(oneLine(message))}">${xml(why)}</${tag}>\n    </testcase>`;
};

const count = (runs: readonly Rehearsed[], kinds: readonly string[]): number =>
  runs.filter(({ verdict }) => kinds.includes(verdict)).length;

const timeOf = (runs: readonly Rehearsed[]): string => runs.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Characters that XML cannot have, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const xml = (text: string): string =>
  text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"']/g, (letter) => ESCAPES[letter] as string);
