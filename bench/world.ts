import { join } from "node:path";
import { differentSearch, opening, searchCall, withId } from "./requests.ts";
import { inTurns, type Runner, ratio, typical } from "./rounds.ts";
import { type ServerCommand, startServer } from "./server-process.ts";
import { table } from "./table.ts";
import { taxiwayStdio } from "./taxiway.ts";

const ROUNDS = 15;
const IN_FLIGHT = 8;
/** Each of the 552 routes once, so that every round has the same work. */
const CALLS = 552;

interface Sample {
  readonly cpuPerCall: number;
  readonly bytesPerCall: number;
}

const startRunner = async (command: ServerCommand) => {
  const server = startServer(command);
  await server.ask(opening.legacy.lines, opening.legacy.answers);
  let made = 0;
  const runner: Runner<Sample> = {
    async sample() {
      const first = made;
      made += CALLS;
      const cpu = server.cpuSeconds();
      const request = (id: number) => withId(searchCall(differentSearch(first + id - 1), "legacy"), first + id + 10);
      const { calls, bytes } = await server.pump({ request, inFlight: IN_FLIGHT, calls: CALLS });
      return { cpuPerCall: (server.cpuSeconds() - cpu) / calls, bytesPerCall: bytes / calls };
    },
  };
  return { runner, server };
};

/** Compares what a new search costs with another build, `BENCH_BEFORE=<its dist/main.js>`: the same searches, in turns. */
export const world = async (folder: string): Promise<string> => {
  const before = process.env["BENCH_BEFORE"];
  if (before === undefined) throw new Error("Set BENCH_BEFORE to the dist/main.js of the build to compare with.");
  const now = taxiwayStdio(join(folder, "now"));
  const rows: readonly (readonly [string, ServerCommand])[] = [
    ["before", { ...now, args: [before] }],
    ["before, a second process", { ...now, args: [before] }],
    ["this build", now],
  ];
  const started = await Promise.all(rows.map(([, command]) => startRunner(command)));
  const measured = await inTurns(
    started.map(({ runner }) => runner),
    ROUNDS,
  );
  await Promise.all(started.map(({ server }) => server.end()));
  const baseline = measured[0] ?? [];
  return table(
    ["a new search each time", "CPU µs/call", "× before", "KB/answer"],
    rows.map(([name], index) => {
      const own = measured[index] ?? [];
      return [
        name,
        (typical(own, "cpuPerCall") * 1e6).toFixed(0),
        ratio(own, baseline, "cpuPerCall").toFixed(2),
        (typical(own, "bytesPerCall") / 1024).toFixed(1),
      ];
    }),
  );
};
