import type { Booking } from "../../../model/booking.ts";
import { type AgentClient, type Habits, play } from "../agents/agent.ts";
import { canariesOf, canaryOf } from "../agents/canaries.ts";
import { goldOf, knownAtStart } from "../agents/gold.ts";
import { type CanaryName, COMMON_CANARIES, type OwnCanary } from "../scenario/gold-schema.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { SolverWorld } from "../solver/solve.ts";
import type { CheckResult, Judgement } from "../verdict/verdict.ts";
import { isMeant } from "./meant-checks.ts";

/** A run that has begun, for a scripted agent. */
export interface ScriptedRun {
  readonly client: AgentClient;
  readonly world: SolverWorld;
  readonly given: Readonly<Record<string, Booking>>;
}

interface OpenRun extends ScriptedRun {
  close(): Promise<Judgement>;
}

export type StartRun = (scenario: Scenario) => Promise<OpenRun>;

interface CanaryProof {
  readonly name: string;
  /** Required checks that failed. */
  readonly failed: readonly string[];
}

export interface Proof {
  readonly ok: boolean;
  readonly gold: readonly CheckResult[];
  readonly canaries: readonly CanaryProof[];
  /** Why the scenario does not tell right from wrong, as sentences. */
  readonly problems: readonly string[];
  /** What would make it sharper: wishes that change nothing, and checks that no wrong agent fails alone. */
  readonly remarks: readonly string[];
}

/** Plays one scripted agent in a run of its own. Undefined if the scenario cannot tell it from gold. */
const rehearseScripted = async (
  scenario: Scenario,
  agent: ScriptedAgent,
  start: StartRun,
): Promise<Judgement | undefined> => {
  const run = await start(scenario);
  const isDistinct = await playScripted(scenario, agent, run);
  const judgement = await run.close();
  return isDistinct ? judgement : undefined;
};

export type ScriptedAgent = "gold" | CanaryName | OwnCanary;

/** Plays one scripted agent. False if it would do the same as gold, and so did nothing. */
export const playScripted = async (
  scenario: Scenario,
  agent: ScriptedAgent,
  { client, world, given }: ScriptedRun,
): Promise<boolean> => {
  const gold = await goldOf(scenario, world);
  if (gold === undefined) throw new NoSolution(scenario.id);
  const acting =
    agent === "gold" ? { steps: gold.steps, habits: PATIENT } : await canaryOf(agent, { scenario, gold, world });
  if (acting === undefined) return false;
  await play(acting.steps, client, acting.habits, knownAtStart(given, gold.facts));
  return true;
};

const PATIENT: Habits = { repeats: "same" };

/** The solver finds nothing that the scenario asks for. */
export class NoSolution extends Error {
  constructor(id: string) {
    super(`Nothing in the world of ${id} fits what gold looks for.`);
  }
}

/**
 * Proves that a scenario tells right from wrong: gold passes, and every canary that it names, or that every scenario has,
 * fails by the check that is meant for it. Remarks on canaries for each wish of the task, and on checks that no canary
 * fails alone, so that one of them would pass without the check.
 */
export const proveScenario = async (scenario: Scenario, start: StartRun): Promise<Proof> => {
  const problems: string[] = [];
  const remarks: string[] = [];
  const gold = await rehearseScripted(scenario, "gold", start);
  const checks = gold?.checks ?? [];
  for (const { name, expected, found } of failedOf(gold)) {
    problems.push(`Gold fails ${name}: expected ${expected}, found ${found}.`);
  }
  const required: readonly (CanaryName | OwnCanary)[] = [...COMMON_CANARIES, ...(scenario.canaries ?? [])];
  const canaries: CanaryProof[] = [];
  for (const canary of canariesOf(scenario)) {
    const name = typeof canary === "string" ? canary : canary.name;
    const judgement = await rehearseScripted(scenario, canary, start);
    const failed = failedOf(judgement).map((check) => check.name);
    if (judgement !== undefined) canaries.push({ name, failed });
    const wrong = judgement === undefined ? SAME : failed.length === 0 ? "passes." : otherCheck(canary, failed);
    if (wrong !== undefined) (required.includes(canary) ? problems : remarks).push(`The canary ${name} ${wrong}`);
  }
  for (const name of unneeded(checks, canaries)) {
    remarks.push(`No canary passes without the check ${name}: add one, or remove the check.`);
  }
  return { ok: problems.length === 0, gold: checks, canaries, problems, remarks };
};

const SAME = "does the same as gold, so the scenario does not ask for what it ignores.";

const otherCheck = (canary: CanaryName | OwnCanary, failed: readonly string[]): string | undefined =>
  failed.some((check) => isMeant(canary, check))
    ? undefined
    : `fails by ${failed.join(", ")}, and not by the check that is meant for it.`;

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
