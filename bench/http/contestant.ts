import { inTurns, type Runner, ratio, typical } from "../rounds.ts";
import type { ServerCommand } from "../server-process.ts";
import { table } from "../table.ts";
import type { Expected } from "./answer-check.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import { startLoad } from "./load.ts";

export interface Sample {
  readonly callsPerSecond: number;
  readonly cpuPerCall: number;
  readonly bytesPerCall: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** What is sent to a server, under a name for the table. */
export interface Entry {
  readonly name: string;
  readonly requests: readonly string[];
  readonly expected: Expected;
}

export interface Contestant extends Runner<Sample> {
  readonly name: string;
  end(): Promise<void>;
}

export const CONNECTIONS = 64;

/** The shortest result that is none of an error. */
export const ANY_RESULT: Expected = { shortest: 600 };

/** A load on a server that is up. */
export const contest = (
  server: HttpServer,
  { name, ...entry }: Entry,
  seconds: number,
  loadCore?: string,
): Contestant => {
  const load = startLoad({ port: server.port, connections: CONNECTIONS, ...entry }, loadCore);
  return {
    name,
    async sample() {
      const cpu = server.cpuSeconds();
      const report = await load.run({ seconds });
      return {
        callsPerSecond: report.calls / report.seconds,
        cpuPerCall: (server.cpuSeconds() - cpu) / report.calls,
        bytesPerCall: report.bytes / report.calls,
        p99: report.p99,
      };
    },
    async end() {
      load.end();
      await server.end();
    },
  };
};

/** Starts a server for this entry alone. */
export const enter = async (
  command: ServerCommand,
  prepare: (port: number) => Promise<Entry>,
  seconds: number,
): Promise<Contestant> => {
  const server = await startHttpServer(command);
  return contest(server, await prepare(server.port), seconds);
};

/** Servers that start at the same time on the same core keep each other from starting. */
export const oneByOne = async <From, To>(
  from: readonly From[],
  make: (from: From, index: number) => Promise<To>,
): Promise<readonly To[]> => {
  const made: To[] = [];
  for (const [index, each] of from.entries()) made.push(await make(each, index));
  return made;
};

export type Measured = readonly (readonly Sample[])[];

/** Lets them take turns, and ends them. */
export const measure = async (contestants: readonly Contestant[], rounds: number): Promise<Measured> => {
  try {
    return await inTurns(contestants, rounds);
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.end()));
  }
};

/** Of each row what it took, and how that compares with the yardstick's row. */
export const costTable = (
  names: readonly string[],
  measured: Measured,
  { name, row }: { readonly name: string; readonly row: (index: number) => number },
): string =>
  table(
    ["server", "calls/s", `× ${name}`, "CPU µs/call", `× ${name}`, "KB/answer", "p99 ms"],
    names.map((rowName, index) => {
      const own = measured[index] ?? [];
      const yardstick = measured[row(index)] ?? [];
      return [
        rowName,
        Math.round(typical(own, "callsPerSecond")).toString(),
        ratio(own, yardstick, "callsPerSecond").toFixed(2),
        (typical(own, "cpuPerCall") * 1e6).toFixed(0),
        ratio(own, yardstick, "cpuPerCall").toFixed(2),
        (typical(own, "bytesPerCall") / 1024).toFixed(1),
        typical(own, "p99").toFixed(1),
      ];
    }),
  );
