import { setTimeout as sleep } from "node:timers/promises";
import {
  ANY_RESULT,
  type Candidate,
  candidateOn,
  costTable,
  type Measured,
  measure,
  type Workload,
} from "../http/candidate.ts";
import { httpRequest } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { openSession } from "../http/session.ts";
import { searchCall, USUAL_SEARCH } from "../requests.ts";
import { ratio } from "../rounds.ts";
import { median, table } from "../table.ts";
import { ADMIN_TOKEN, taxiwayHttp } from "../taxiway.ts";
import { type Consoles, type Received, startConsoles } from "./consoles.ts";
import { mixOfCalls } from "./mix.ts";

const ROUNDS = 15;
const SECONDS = 3;
const CONSOLES = 5;
const MAX_DROP = 0.05;
/** Time for the server to notice that the consoles have disconnected. */
const SETTLE_MS = 200;

interface Recording {
  readonly received: readonly Received[];
  readonly seconds: number;
}

/** The same load on the same server, without and with open consoles. */
const pairOf = (
  server: HttpServer,
  workload: Workload,
  consoles: Consoles,
  recordings: Recording[],
): readonly Candidate[] => {
  const { port } = server;
  const alone = candidateOn(server, { ...workload, name: `${workload.name}, no console` }, SECONDS);
  return [
    alone,
    {
      name: `${workload.name}, ${CONSOLES} consoles`,
      async sample() {
        await consoles.open({ port, token: ADMIN_TOKEN, consoles: CONSOLES });
        const startedAt = performance.now();
        const sample = await alone.sample();
        recordings.push({ received: await consoles.close(), seconds: (performance.now() - startedAt) / 1000 });
        await sleep(SETTLE_MS);
        return sample;
      },
      end: async () => undefined,
    },
  ];
};

const goals = (workloads: readonly Workload[], measured: Measured): string =>
  table(
    ["drop in calls/s with five consoles", "at most", "measured", "met"],
    workloads.map(({ name }, index) => {
      const drop = 1 - ratio(measured[2 * index + 1] ?? [], measured[2 * index] ?? [], "callsPerSecond");
      return [name, percent(MAX_DROP), percent(drop), drop <= MAX_DROP ? "yes" : "no"];
    }),
  );

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Returns what one console receives per second. */
const streams = (workloads: readonly Workload[], recordings: readonly (readonly Recording[])[]): string => {
  const figure = (runs: readonly Recording[], name: keyof Received): number =>
    median(runs.flatMap(({ received, seconds }) => received.map((each) => each[name] / seconds)));
  return table(
    ["per console and second", "KB", "events", "calls reported", "calls omitted"],
    workloads.map(({ name }, index) => {
      const runs = recordings[index] ?? [];
      return [
        name,
        (figure(runs, "bytes") / 1024).toFixed(1),
        ...(["events", "calls", "omitted"] as const).map((each) => figure(runs, each).toFixed(0)),
      ];
    }),
  );
};

/** Measures what open consoles cost MCP clients. */
export const calls = async (folder: string): Promise<string> => {
  const server = await startHttpServer(taxiwayHttp({ folder, env: { TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN } }));
  const { port } = server;
  const sessionId = await openSession(port);
  const call = searchCall(USUAL_SEARCH, "legacy");
  const usual = httpRequest({ port, era: "legacy", tool: "searchFlights", call, sessionId });
  const workloads: readonly Workload[] = [
    { name: "the same search", requests: [usual], expected: ANY_RESULT },
    { name: "a mix", ...(await mixOfCalls(port)) },
  ];
  const consoles = startConsoles();
  const recordings = workloads.map((): Recording[] => []);
  const candidates = workloads.flatMap((workload, index) =>
    pairOf(server, workload, consoles, recordings[index] ?? []),
  );
  const measured = await measure(candidates, ROUNDS).finally(() => consoles.end());
  const names = candidates.map(({ name }) => name);
  return [
    `tools/call without an open console and with ${CONSOLES}, in turns on one server:`,
    costTable(names, measured, { name: "no console", row: (index) => index - (index % 2) }),
    goals(workloads, measured),
    "What a console receives:",
    streams(workloads, recordings),
  ].join("\n\n");
};
