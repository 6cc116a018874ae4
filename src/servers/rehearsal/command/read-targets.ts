import { Failure, notFound } from "../../../model/failure.ts";
import { DEFAULT_TENANT } from "../../../model/keys.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { ScenarioLibrary } from "../scenario/scenario-library.ts";
import { shippedScenarios } from "../scenario/shipped-scenarios.ts";
import { findScenarios } from "./find-scenarios.ts";

export interface ReadScenario {
  readonly from: string;
  readonly scenario: Scenario;
}

interface Choice {
  readonly targets: readonly string[];
  readonly category?: string | undefined;
}

/** Reads all scenarios before the first is played. Throws UnreadableScenarios with the problems of all files. */
export const readTargets = async (
  { targets, category }: Choice,
  library: ScenarioLibrary,
): Promise<readonly ReadScenario[]> => {
  const read: ReadScenario[] = [];
  const problems: string[] = [];
  for (const target of targets) {
    const found = await findScenarios(target, shippedScenarios);
    for (const { from, text } of found) {
      try {
        read.push({ from, scenario: await library.keep(DEFAULT_TENANT, text) });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        problems.push(...problemsOf(from, error));
      }
    }
  }
  if (problems.length > 0) throw new UnreadableScenarios(problems);
  const chosen = read.filter(({ scenario }) => category === undefined || scenario.category === category);
  if (chosen.length > 0) return chosen;
  throw notFound(`No scenario has the category '${(category ?? "").slice(0, 40)}'.`, {
    allowed: [...new Set(read.map(({ scenario }) => scenario.category))],
  });
};

/** One line for each problem: `file:line: what is wrong with which field`. */
export class UnreadableScenarios extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

interface Located {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

const problemsOf = (from: string, { message, details }: Failure): readonly string[] => {
  const problems = (details["problems"] ?? []) as readonly Located[];
  if (problems.length === 0) return [`${from}: ${message}`];
  return problems.map(({ line, field, message: why }) => {
    const named = field === "" || why.includes(field) ? why : `${field}: ${why}`;
    return `${from}:${line}: ${named}`;
  });
};
