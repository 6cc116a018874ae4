import { inTurns, type Runner, ratio, typical } from "../rounds.ts";
import type { ServerCommand } from "../server-process.ts";
import { table } from "../table.ts";
import type { Expected } from "./answer-check.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import { startLoad } from "./load.ts";

interface Sample {
  readonly callsPerSecond: number;
  readonly cpuPerCall: number;
  readonly bytesPerCall: number;
  /** In milliseconds. */
  readonly p99: number;
}

/** The requests that are sent to a server, and the title of the row in the table. */
export interface Workload {
  readonly name: string;
  readonly requests: readonly string[];
  readonly expected: Expected;
}

export interface Candidate extends Runner<Sample> {
  readonly name: string;
  end(): Promise<void>;
}

export const CONNECTIONS = 64;

/** Accepts any result that is longer than an error. */
export const ANY_RESULT: Expected = { shortest: 600 };

/** Puts a load on a running server. */
export const candidateOn = (
  server: HttpServer,
  { name, ...workload }: Workload,
  seconds: number,
  loadCore?: string,
): Candidate => {
  const load = startLoad({ port: server.port, connections: CONNECTIONS, ...workload }, loadCore);
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

/** Starts a server for this workload alone. */
export const startCandidate = async (
  command: ServerCommand,
  prepare: (port: number) => Promise<Workload>,
  seconds: number,
): Promise<Candidate> => {
  const server = await startHttpServer(command);
  return candidateOn(server, await prepare(server.port), seconds);
};

/** Makes one after the other, because servers that start at the same time on one core slow each other down. */
export const inSequence = async <From, To>(
  from: readonly From[],
  make: (from: From, index: number) => Promise<To>,
): Promise<readonly To[]> => {
  const made: To[] = [];
  for (const [index, each] of from.entries()) made.push(await make(each, index));
  return made;
};

export type Measured = readonly (readonly Sample[])[];

/** Measures the candidates in turns, and ends them. */
export const measure = async (candidates: readonly Candidate[], rounds: number): Promise<Measured> => {
  try {
    return await inTurns(candidates, rounds);
  } finally {
    await Promise.all(candidates.map((candidate) => candidate.end()));
  }
};

/** Returns the cost of each row, absolute and relative to its baseline row. */
export const costTable = (
  names: readonly string[],
  measured: Measured,
  { name, row }: { readonly name: string; readonly row: (index: number) => number },
): string =>
  table(
    ["server", "calls/s", `× ${name}`, "CPU µs/call", `× ${name}`, "KB/answer", "p99 ms"],
    names.map((rowName, index) => {
      const own = measured[index] ?? [];
      const baseline = measured[row(index)] ?? [];
      return [
        rowName,
        Math.round(typical(own, "callsPerSecond")).toString(),
        ratio(own, baseline, "callsPerSecond").toFixed(2),
        (typical(own, "cpuPerCall") * 1e6).toFixed(0),
        ratio(own, baseline, "cpuPerCall").toFixed(2),
        (typical(own, "bytesPerCall") / 1024).toFixed(1),
        typical(own, "p99").toFixed(1),
      ];
    }),
  );
