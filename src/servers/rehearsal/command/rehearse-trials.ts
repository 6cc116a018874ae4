import { Failure } from "../../../model/failure.ts";
import { DEFAULT_TENANT } from "../../../model/keys.ts";
import { canaryNamed } from "../agents/canaries.ts";
import type { JournalLine } from "../journal/journal-line.ts";
import { NoSolution, playScripted } from "../proof/prove-scenario.ts";
import { openToScript } from "../proof/start-scripted-run.ts";
import type { LastWords, Runs, StartedRun } from "../runs/runs.ts";
import { type ShownRun, shownRun } from "../runs/shown-run.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { VerdictKind } from "../verdict/verdict.ts";
import { runCommandAgent } from "./command-agent.ts";
import type { AgentChoice } from "./rehearse-options.ts";

/** One attempt, and what came of it. */
export interface Rehearsed {
  readonly scenario: Scenario;
  /** 1 for the first. */
  readonly trial: number;
  readonly run: ShownRun;
  readonly verdict: VerdictKind;
  readonly journal: readonly JournalLine[];
  /** Real time. */
  readonly seconds: number;
}

interface Parts {
  readonly runs: Runs;
  /** Of Taxiway. */
  readonly version: string;
  address(): string;
  readonly agent: AgentChoice;
  readonly timeoutMs: number;
  readonly seed: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ended: AbortSignal;
}

interface Trial {
  readonly scenario: Scenario;
  readonly trial: number;
}

/** Undefined if a scripted agent does the same as gold in this scenario, or is unknown there. */
export const rehearseTrial = async (parts: Parts, { scenario, trial }: Trial): Promise<Rehearsed | undefined> => {
  const { runs, seed } = parts;
  const begun = performance.now();
  const started = await runs
    .start(DEFAULT_TENANT, scenario, { seed, label: `trial ${trial}` })
    .catch((error: unknown) => {
      if (error instanceof Failure) throw new UnplayableScenario(scenario, error);
      throw error;
    });
  const { id } = started.run;
  let words: LastWords | undefined;
  let defect: string | undefined;
  try {
    words = await play(parts, scenario, started);
    await runs.close(DEFAULT_TENANT, id, words ?? {});
  } catch (error) {
    defect = error instanceof Error ? error.message : String(error);
  }
  if (words === undefined && defect === undefined) return undefined;
  const record = await runs.require(DEFAULT_TENANT, id);
  const verdict = defect === undefined ? (record.verdict?.verdict ?? "invalid") : "invalid";
  const run = shownRun(record, Date.now());
  return {
    ...{ scenario, trial, verdict },
    run: defect === undefined ? run : { ...run, verdict, error: defect },
    journal: await runs.journal(record),
    seconds: (performance.now() - begun) / 1_000,
  };
};

const play = async (parts: Parts, scenario: Scenario, started: StartedRun): Promise<LastWords | undefined> => {
  const { agent, runs, version } = parts;
  if ("command" in agent) {
    const mcpUrl = `${parts.address()}/runs/${started.token}/mcp`;
    return runCommandAgent({ mcpUrl, brief: started.brief }, { ...parts, command: agent.command });
  }
  const scripted = agent.scripted === "gold" ? agent.scripted : canaryNamed(agent.scripted, scenario);
  if (scripted === undefined) return undefined;
  const opened = await openToScript({ runs, version }, started);
  const isDistinct = await playScripted(scenario, scripted, opened).catch((error: unknown) => {
    // The verdict says so.
    if (error instanceof NoSolution) return true;
    throw error;
  });
  return isDistinct ? {} : undefined;
};

/** A run of the scenario cannot even begin: a given booking cannot be made, for example. */
export class UnplayableScenario extends Error {
  readonly scenario: Scenario;
  constructor(scenario: Scenario, cause: Failure) {
    super([cause.message, cause.details.hint].filter(Boolean).join(" "), { cause });
    this.scenario = scenario;
  }
}
