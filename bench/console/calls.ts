import { setTimeout as sleep } from "node:timers/promises";
import {
  ANY_RESULT,
  type Contestant,
  contest,
  costTable,
  type Entry,
  type Measured,
  measure,
} from "../http/contestant.ts";
import { httpRequest } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { openSession } from "../http/session.ts";
import { taxiwayHttp } from "../http/taxiway.ts";
import { searchCall, USUAL_SEARCH } from "../requests.ts";
import { ratio } from "../rounds.ts";
import { median, table } from "../table.ts";
import { type Consoles, type Heard, startConsoles } from "./consoles.ts";
import { mixOfCalls } from "./mix.ts";
import { OPERATOR } from "./operator.ts";

const ROUNDS = 15;
const SECONDS = 3;
const CONSOLES = 5;
const MOST_DROP = 0.05;
/** So that the server has noticed that they are gone. */
const AFTERWARDS_MS = 200;

interface Listened {
  readonly heard: readonly Heard[];
  readonly seconds: number;
}

/** The same load on the same server, while nobody looks and while somebody does. */
const pairOf = (server: HttpServer, entry: Entry, consoles: Consoles, listened: Listened[]): readonly Contestant[] => {
  const { port } = server;
  const alone = contest(server, { ...entry, name: `${entry.name}, no console` }, SECONDS);
  return [
    alone,
    {
      name: `${entry.name}, ${CONSOLES} consoles`,
      async sample() {
        await consoles.open({ port, token: OPERATOR, consoles: CONSOLES });
        const began = performance.now();
        const sample = await alone.sample();
        listened.push({ heard: await consoles.close(), seconds: (performance.now() - began) / 1000 });
        await sleep(AFTERWARDS_MS);
        return sample;
      },
      end: async () => undefined,
    },
  ];
};

const goals = (entries: readonly Entry[], measured: Measured): string =>
  table(
    ["drop in calls/s with five consoles", "at most", "measured", "met"],
    entries.map(({ name }, index) => {
      const drop = 1 - ratio(measured[2 * index + 1] ?? [], measured[2 * index] ?? [], "callsPerSecond");
      return [name, percent(MOST_DROP), percent(drop), drop <= MOST_DROP ? "yes" : "no"];
    }),
  );

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Of one console in a second. */
const streams = (entries: readonly Entry[], listened: readonly (readonly Listened[])[]): string => {
  const figure = (runs: readonly Listened[], name: keyof Heard): number =>
    median(runs.flatMap(({ heard, seconds }) => heard.map((each) => each[name] / seconds)));
  return table(
    ["each console, in a second", "KB", "events", "calls told", "calls left out"],
    entries.map(({ name }, index) => {
      const runs = listened[index] ?? [];
      return [
        name,
        (figure(runs, "bytes") / 1024).toFixed(1),
        ...(["events", "calls", "leftOut"] as const).map((each) => figure(runs, each).toFixed(0)),
      ];
    }),
  );
};

/** What it costs everybody else that people have the console open. */
export const calls = async (folder: string): Promise<string> => {
  const { args, env } = taxiwayHttp({ folder });
  const server = await startHttpServer({ args, env: { ...env, TAXIWAY_ADMIN_TOKEN: OPERATOR } });
  const { port } = server;
  const sessionId = await openSession(port);
  const call = searchCall(USUAL_SEARCH, "legacy");
  const usual = httpRequest({ port, era: "legacy", tool: "searchFlights", call, sessionId });
  const entries: readonly Entry[] = [
    { name: "the same search", requests: [usual], expected: ANY_RESULT },
    { name: "a mix", ...(await mixOfCalls(port)) },
  ];
  const consoles = startConsoles();
  const listened = entries.map((): Listened[] => []);
  const contestants = entries.flatMap((entry, index) => pairOf(server, entry, consoles, listened[index] ?? []));
  const measured = await measure(contestants, ROUNDS).finally(() => consoles.end());
  const names = contestants.map(({ name }) => name);
  return [
    `tools/call while nobody has the console open, and while ${CONSOLES} do, in turns on one server:`,
    costTable(names, measured, { name: "no console", row: (index) => index - (index % 2) }),
    goals(entries, measured),
    "What is sent to them:",
    streams(entries, listened),
  ].join("\n\n");
};
