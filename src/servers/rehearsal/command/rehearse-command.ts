import { failed, invalid } from "../../../model/failure.ts";
import type { Terminal } from "../../module.ts";
import { canaryNamed } from "../agents/canaries.ts";
import { type Summary, summaryOf } from "../reports/summary.ts";
import { textReport } from "../reports/text-report.ts";
import { checkReports, writeReports } from "../reports/write-reports.ts";
import type { Runs } from "../runs/runs.ts";
import { CANARIES } from "../scenario/gold-schema.ts";
import type { ScenarioLibrary } from "../scenario/scenario-library.ts";
import { type ReadScenario, readTargets } from "./read-targets.ts";
import { type RehearseOptions, rehearseOptions } from "./rehearse-options.ts";
import { type Rehearsed, rehearseTrial } from "./rehearse-trials.ts";

interface Parts {
  readonly runs: Runs;
  readonly library: ScenarioLibrary;
  readonly version: string;
  address(): string;
  readonly terminal: Terminal;
}

/** Plays every scenario as often as asked for, reports, and returns the exit code. */
export const rehearseCommand = async (args: readonly string[], parts: Parts): Promise<number> => {
  const options = rehearseOptions(args);
  const { print, env, ended } = parts.terminal;
  const scenarios = await readTargets(options, parts.library);
  requireKnownAgent(options, scenarios);
  await checkReports(options.reports);
  const rehearsed = await rehearseAll(
    scenarios.flatMap(({ scenario }) => Array.from({ length: options.trials }, (_, i) => ({ scenario, trial: i + 1 }))),
    options,
    parts,
  );
  if (ended.aborted) throw failed("Interrupted: nothing was judged.");
  if (rehearsed.length === 0) {
    throw invalid("This canary does the same as gold in every scenario, so it was not played.");
  }
  const summary = summaryOf(rehearsed);
  print(textReport(summary));
  await writeReports(options.reports, summary, env["GITHUB_STEP_SUMMARY"]);
  return exitCodeOf(summary, options);
};

const requireKnownAgent = ({ agent }: RehearseOptions, scenarios: readonly ReadScenario[]): void => {
  if ("command" in agent || agent.scripted === "gold") return;
  if (scenarios.some(({ scenario }) => canaryNamed(agent.scripted, scenario) !== undefined)) return;
  throw invalid(`There is no canary '${agent.scripted.slice(0, 40)}'.`, { allowed: CANARIES });
};

type Trial = Parameters<typeof rehearseTrial>[1];

/** So many at once as asked for. The order of the results is that of the trials. */
const rehearseAll = async (
  trials: readonly Trial[],
  { agent, timeoutMs, jobs, seed }: RehearseOptions,
  { runs, version, address, terminal }: Parts,
): Promise<readonly Rehearsed[]> => {
  const { tell, env, ended } = terminal;
  const results: (Rehearsed | undefined)[] = [];
  const shared = { runs, version, address, agent, timeoutMs, seed, env, ended };
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < trials.length && !ended.aborted) {
      const place = next++;
      const trial = trials[place] as Trial;
      const rehearsed = await rehearseTrial(shared, trial);
      results[place] = rehearsed;
      const outcome = rehearsed?.verdict ?? "skipped, as it would do the same as gold";
      tell(`[${++done}/${trials.length}] ${trial.scenario.id} #${trial.trial}: ${outcome}`);
    }
  };
  const workers = Array.from({ length: Math.min(jobs, trials.length) }, work);
  await Promise.all(workers);
  return results.filter((result) => result !== undefined);
};

const INVALID = 3;

const exitCodeOf = ({ counts, passK }: Summary, { failUnder }: RehearseOptions): number => {
  if (counts.invalid > 0) return INVALID;
  // Rounding must not fail a share that is exactly what was asked for.
  return (passK[0]?.mean ?? 0) + 1e-9 >= failUnder ? 0 : 1;
};
