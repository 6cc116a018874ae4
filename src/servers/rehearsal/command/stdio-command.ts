import { writeFile } from "node:fs/promises";
import { failed } from "../../../model/failure.ts";
import { DEFAULT_TENANT } from "../../../model/keys.ts";
import type { Terminal } from "../../module.ts";
import { checkReports } from "../reports/write-reports.ts";
import type { Runs } from "../runs/runs.ts";
import { shownRun } from "../runs/shown-run.ts";
import type { Scenario } from "../scenario/scenario.ts";

interface Options {
  readonly runs: Runs;
  readonly terminal: Terminal;
  /** A file for the verdict. */
  readonly verdict: string | undefined;
}

/** One run for the client on stdin, judged when it leaves. */
export const stdioCommand = async (scenario: Scenario, { runs, terminal, verdict }: Options): Promise<number> => {
  // Before the run, as its verdict would be lost.
  if (verdict !== undefined) await checkReports([{ kind: "json", path: verdict }]);
  const { run, token } = await runs.start(DEFAULT_TENANT, scenario, { label: "stdio" });
  const opened = await runs.opened(token);
  if (opened === undefined) throw failed("The run has ended before its first call.");
  await terminal.serve(opened.dispatcher, opened.grant);
  const closed = await runs.close(DEFAULT_TENANT, run.id, {});
  const text = `${JSON.stringify(shownRun(closed, Date.now()), null, 2)}\n`;
  if (verdict !== undefined) await writeFile(verdict, text);
  terminal.tell(`${closed.verdict?.verdict}: ${scenario.id}`);
  return 0;
};
