import type { Booking } from "../../../model/booking.ts";
import { type AgentClient, play } from "../agents/agent.ts";
import { canariesOf, canaryOf } from "../agents/canaries.ts";
import { type Gold, goldOf, knownAtStart } from "../agents/gold.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { CanaryName, OwnCanary } from "../scenario/scenario-schema.ts";
import type { SolverWorld } from "../solver/solve.ts";
import type { CheckResult, Judgement } from "../verdict/verdict.ts";
import { isMeant } from "./meant-checks.ts";

/** A run that has begun, for a scripted agent. */
export interface OpenRun {
  readonly client: AgentClient;
  readonly world: SolverWorld;
  readonly given: Readonly<Record<string, Booking>>;
  close(): Promise<Judgement>;
}

export type StartRun = (scenario: Scenario) => Promise<OpenRun>;

export interface CanaryProof {
  readonly name: string;
  /** Required checks that failed. */
  readonly failed: readonly string[];
}

export interface Proof {
  readonly ok: boolean;
  readonly gold: readonly CheckResult[];
  readonly canaries: readonly CanaryProof[];
  /** What is wrong with the scenario, as sentences. */
  readonly problems: readonly string[];
}

/** Plays one scripted agent in a run of its own. Undefined if the scenario cannot tell it from gold. */
export const rehearseScripted = async (
  scenario: Scenario,
  agent: "gold" | CanaryName | OwnCanary,
  start: StartRun,
): Promise<Judgement | undefined> => {
  const run = await start(scenario);
  const gold = await goldOf(scenario, run.world);
  if (gold === undefined) throw new NoSolution(scenario.id);
  const acting = agent === "gold" ? { steps: gold.steps, habits: { repeats: "same" as const } } : await canary(agent);
  if (acting !== undefined) await play(acting.steps, run.client, acting.habits, knownAtStart(run.given, gold.facts));
  const judgement = await run.close();
  return acting && judgement;

  function canary(name: CanaryName | OwnCanary) {
    return canaryOf(name, { scenario, gold: gold as Gold, world: run.world });
  }
};

/** The solver finds nothing that the scenario asks for. */
export class NoSolution extends Error {
  constructor(id: string) {
    super(`Nothing in the world of ${id} fits what gold looks for.`);
  }
}

/**
 * Proves that a scenario tells right from wrong: gold passes, every canary fails by the check that is meant for it, and
 * each required check is needed, as some canary fails by it alone.
 */
export const proveScenario = async (scenario: Scenario, start: StartRun): Promise<Proof> => {
  const problems: string[] = [];
  const gold = await rehearseScripted(scenario, "gold", start);
  const checks = gold?.checks ?? [];
  for (const { name, expected, found } of failedOf(gold)) {
    problems.push(`Gold fails ${name}: expected ${expected}, found ${found}.`);
  }
  const canaries: CanaryProof[] = [];
  for (const canary of canariesOf(scenario)) {
    const name = typeof canary === "string" ? canary : canary.name;
    const judgement = await rehearseScripted(scenario, canary, start);
    if (judgement === undefined) {
      problems.push(`The canary ${name} does the same as gold, so the scenario does not ask for what it ignores.`);
      continue;
    }
    const failed = failedOf(judgement).map((check) => check.name);
    canaries.push({ name, failed });
    if (failed.length === 0) problems.push(`The canary ${name} passes.`);
    else if (!failed.some((check) => isMeant(canary, check))) {
      problems.push(`The canary ${name} fails by ${failed.join(", ")}, and not by the check that is meant for it.`);
    }
  }
  for (const name of unneeded(checks, canaries)) {
    problems.push(`No canary passes without the check ${name}: add one, or remove the check.`);
  }
  return { ok: problems.length === 0, gold: checks, canaries, problems };
};

const failedOf = (judgement: Judgement | undefined): readonly CheckResult[] =>
  (judgement?.checks ?? []).filter(({ ok, level }) => !ok && level === "must");

/** Fields that say which journey, stay or booking is meant. Without them the others have nothing to judge. */
const IDENTIFIES =
  /^end\.bookings\[\d+\](?:\.(?:flights|hotels|cars|extras))?(?:\[\d+\](?:\.(?:from|to|city|code|checkIn|checkOut|pickup|dropoff|guests|kind|flight))?)?$/;

const unneeded = (checks: readonly CheckResult[], canaries: readonly CanaryProof[]): readonly string[] =>
  checks
    .filter(({ level, name }) => level === "must" && !IDENTIFIES.test(name))
    .map(({ name }) => name)
    .filter((name) => !canaries.some(({ failed }) => failed.length === 1 && failed[0] === name));
