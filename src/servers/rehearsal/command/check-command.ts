import { Failure } from "../../../model/failure.ts";
import { DEFAULT_TENANT } from "../../../model/keys.ts";
import type { Terminal } from "../../module.ts";
import { clockWarnings } from "../proof/clock-warnings.ts";
import { NoSolution, proveScenario } from "../proof/prove-scenario.ts";
import { startScriptedRun } from "../proof/start-scripted-run.ts";
import type { Runs } from "../runs/runs.ts";
import type { ReadScenario } from "./read-targets.ts";

interface Parts {
  readonly runs: Runs;
  readonly version: string;
  readonly terminal: Terminal;
}

/** Proves that scenarios tell right from wrong, and prints what is wrong with them. Returns the exit code. */
export const checkCommand = async (
  scenarios: readonly ReadScenario[],
  { runs, version, terminal: { print, ended } }: Parts,
): Promise<number> => {
  const start = startScriptedRun({ runs, tenant: DEFAULT_TENANT, version });
  let wrong = 0;
  for (const { from, scenario } of scenarios) {
    if (ended.aborted) return 1;
    const { problems, canaries, remarks } = await proveScenario(scenario, start).catch((error: unknown) => {
      if (error instanceof NoSolution || error instanceof Failure)
        return { problems: [error.message], canaries: [], remarks: [] };
      throw error;
    });
    if (problems.length > 0) wrong += 1;
    print(problems.length > 0 ? `wrong  ${from}` : `ok     ${from}: gold passes, ${canaries.length} canaries fail`);
    for (const problem of problems) print(`         ${problem}`);
    for (const warning of [...remarks, ...clockWarnings(scenario)]) print(`         warning: ${warning}`);
  }
  print(`${scenarios.length} checked, ${wrong} wrong`);
  return wrong > 0 ? 2 : 0;
};
