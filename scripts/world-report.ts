/**
 * Searches the generated world and prints what a travel professional would look at: `npm run world:report`. The same options
 * print the same report; nothing is sent over the network.
 */
import { parseArgs } from "node:util";
import { table } from "../bench/table.ts";
import { LIMITS } from "./world-report/limits.ts";
import { judge, reportWorld } from "./world-report/report.ts";

const USAGE = `npm run world:report -- [--searches 1000] [--seed report] [--json] [--check]

--searches  how many searches to sample
--seed      selects another sample of the same world
--json      prints the figures and their cases as JSON
--check     exits with 1 if a figure is outside its limit`;

const { values } = parseArgs({
  options: {
    searches: { type: "string", default: "1000" },
    seed: { type: "string", default: "report" },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const number = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(3));

const print = (searches: number): void => {
  const sections = reportWorld(searches, values.seed);
  const verdicts = judge(sections, LIMITS);
  if (values.json) {
    console.log(
      JSON.stringify(
        sections.map(({ title, figures, cases }) => ({ title, figures, cases })),
        undefined,
        2,
      ),
    );
  } else {
    for (const { title, tables } of sections) console.log(`## ${title}\n\n${tables.join("\n\n")}\n`);
    const rows = verdicts.map(({ limit, value, holds }) => [
      limit.figure,
      limit.least === undefined ? "" : `${limit.least}`,
      limit.most === undefined ? "" : `${limit.most}`,
      number(value),
      holds ? "" : limit.goal ? "to mend" : "broken",
    ]);
    console.log(`## Limits\n\n${table(["figure", "least", "most", "found", ""], rows)}`);
  }
  if (values.check && verdicts.some(({ holds, limit }) => !holds && limit.goal !== true)) process.exitCode = 1;
};

const searches = Number(values.searches);
if (values.help || !Number.isInteger(searches) || searches < 50) {
  console.log(values.help ? USAGE : `--searches is ${values.searches}: give a whole number from 50.\n\n${USAGE}`);
  process.exitCode = values.help ? 0 : 1;
} else print(searches);
