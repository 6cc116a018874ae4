import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { connectorParts } from "./connectors.ts";
import { consoleParts } from "./console.ts";
import { flights } from "./flights.ts";
import { httpParts } from "./http.ts";
import { stdio } from "./stdio.ts";
import { toolbox } from "./toolbox.ts";

/** Each returns the tables of one run; what is compared runs side by side in it. */
type Benchmark = () => Promise<string>;

const PAGE = new URL("../docs/performance.md", import.meta.url);

const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim()}), ${process.platform} ${process.arch}, Node ${process.versions.node}`;
};

/** Replaces what stands between the benchmark's marks on the page. */
const writeToPage = (name: string, report: string): void => {
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.indexOf(start), page.indexOf(end)];
  if (before === -1 || after < before) throw new Error(`docs/performance.md has no place for ${name}`);
  writeFileSync(PAGE, `${page.slice(0, before + start.length)}\n${report}\n${page.slice(after)}`);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, minutes: { type: "string", default: "10" } },
});

const parts = httpParts(Number(values.minutes));
const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map([
  ["stdio", stdio],
  ["flights", flights],
  ["toolbox", toolbox],
  ...Object.entries(consoleParts).map(([part, run]) => [`console ${part}`, run] as const),
  ...Object.entries(connectorParts).map(([part, run]) => [`connectors ${part}`, run] as const),
  ...Object.entries(parts).map(([part, run]) => [`http ${part}`, run] as const),
]);

const USAGE = `npm run bench -- <name> [--write]

Names: stdio, flights, toolbox, console, connectors, http, or one part of console: ${Object.keys(consoleParts).join(", ")};
or one part of connectors: ${Object.keys(connectorParts).join(", ")};
or one part of http: ${Object.keys(parts).join(", ")}.
The soak runs only when named, for --minutes 10.`;

/** Without a part, all but the soak, which takes too long to come along unasked. */
const chosen = (name: string): readonly string[] =>
  BENCHMARKS.has(name)
    ? [name]
    : [...BENCHMARKS.keys()].filter((each) => name !== "" && each.startsWith(`${name} `) && each !== "http soak");

// A run that is broken off still ends its servers and removes its files, and there are many of them.
process.setMaxListeners(0);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const names = chosen(positionals.join(" "));
if (names.length === 0) {
  console.log(USAGE);
  process.exitCode = positionals.length === 0 ? 0 : 1;
}
for (const name of names) {
  const report = `${new Date().toISOString().slice(0, 10)}, ${machine()}.\n\n${await BENCHMARKS.get(name)?.()}`;
  console.log(`\n${name}: ${report}`);
  if (values.write) writeToPage(name, report);
}
