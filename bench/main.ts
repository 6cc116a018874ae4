import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drafting } from "./connectors/drafting.ts";
import { keys } from "./connectors/keys.ts";
import { many } from "./connectors/many.ts";
import { overhead } from "./connectors/overhead.ts";
import { peers as connectorPeers } from "./connectors/peers.ts";
import { bookings as consoleBookings } from "./console/bookings.ts";
import { calls } from "./console/calls.ts";
import { flights } from "./flights.ts";
import { bookings } from "./http/bookings.ts";
import { peers } from "./http/peers.ts";
import { routes } from "./http/routes.ts";
import { sessions } from "./http/sessions.ts";
import { soak } from "./http/soak.ts";
import { stored } from "./http/stored.ts";
import { workers } from "./http/workers.ts";
import { runs } from "./rehearsal/runs.ts";
import { scaling } from "./scaling/scaling.ts";
import { stdio } from "./stdio.ts";
import { toolbox } from "./toolbox.ts";
import { world } from "./world.ts";

/** Measures in one run everything that is compared, and returns the tables. Files go into the folder. */
type Benchmark = (folder: string) => Promise<string>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, minutes: { type: "string", default: "10" } },
});

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  stdio,
  flights,
  toolbox,
  world,
  "console calls": calls,
  "console bookings": consoleBookings,
  "connectors overhead": overhead,
  "connectors peers": connectorPeers,
  "connectors keys": keys,
  "connectors many": many,
  "connectors drafting": drafting,
  rehearsal: runs,
  scaling,
  "http peers": peers,
  "http bookings": bookings,
  "http workers": workers,
  "http sessions": sessions,
  "http stored": stored,
  "http routes": routes,
  "http soak": (folder) => soak(folder, Number(values.minutes)),
};

const partsOf = (group: string): string =>
  Object.keys(BENCHMARKS)
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => name.slice(group.length + 1))
    .join(", ");

const USAGE = `npm run bench -- <name> [--write]

Names: stdio, flights, toolbox, world, rehearsal, scaling, console, connectors, http, or one part of console: ${partsOf("console")};
or one part of connectors: ${partsOf("connectors")};
or one part of http: ${partsOf("http")}.
The soak runs only when named, for --minutes 10.`;

/** A group stands for all its parts except the soak, which takes too long. */
const matching = (name: string): readonly string[] =>
  name in BENCHMARKS
    ? [name]
    : Object.keys(BENCHMARKS).filter((each) => name !== "" && each.startsWith(`${name} `) && each !== "http soak");

/** Runs a benchmark with a temporary folder. */
const run = async (benchmark: Benchmark): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "taxiway-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await benchmark(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
};

const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim()}), ${process.platform} ${process.arch}, Node ${process.versions.node}`;
};

const pageOf = (name: string): string => (name === "scaling" ? "docs/scaling.md" : "docs/performance.md");

/** Replaces the text between the markers of the benchmark. */
const writeToPage = (name: string, report: string): void => {
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const path = new URL(`../${pageOf(name)}`, import.meta.url);
  const page = readFileSync(path, "utf8");
  const [before, after] = [page.indexOf(start), page.indexOf(end)];
  if (before === -1 || after < before) throw new Error(`${pageOf(name)} has no markers for ${name}.`);
  writeFileSync(path, `${page.slice(0, before + start.length)}\n${report}\n${page.slice(after)}`);
};

// Every server and load adds an exit listener that stops it when the run is interrupted; there are many.
process.setMaxListeners(0);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const names = matching(positionals.join(" "));
if (names.length === 0) {
  console.log(USAGE);
  process.exitCode = positionals.length === 0 ? 0 : 1;
}
for (const name of names) {
  const report = `${new Date().toISOString().slice(0, 10)}, ${machine()}.\n\n${await run(BENCHMARKS[name] as Benchmark)}`;
  console.log(`\n${name}: ${report}`);
  if (values.write) writeToPage(name, report);
}
