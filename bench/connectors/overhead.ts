import { join } from "node:path";
import { headersOf } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { toolCall } from "../requests.ts";
import { type Figures, inTurns, type Runner, ratio, typical } from "../rounds.ts";
import { median, table } from "../table.ts";
import { mainProcessCpuSeconds } from "../taxiway.ts";
import { type Callers, type CallTarget, startCallers } from "./callers.ts";
import { drafted, inWorker, mapped, renamed, xmlRooms } from "./documents.ts";
import { FIND_ROOMS, LIST_ROOMS, startHotelApi } from "./hotel-api.ts";
import { publish, taxiwayWithConnectors } from "./publish.ts";

/** BENCH_BEFORE=<dist/main.js of another build> adds rows for that build. */
const before = process.env["BENCH_BEFORE"];
const ROUNDS = 9;
const SECONDS = 1;
/** Time for V8 to compile the code that is called often. */
const WARM_UP_SECONDS = 4;
const CALLERS = [1, 16] as const;
const MAX_ADDED_MS = 2;
const MAX_CPU_OF_BEFORE = 0.88;

type Sample = Figures<"callsPerSecond" | "p50" | "p99" | "ownCpu" | "workersCpu" | "cpu">;

interface Entry {
  readonly name: string;
  readonly target: CallTarget;
  /** Undefined for the API itself. */
  readonly server?: HttpServer;
  /** The index of the row that sends the same request to the API itself. */
  readonly direct: number;
  /** The index of the row that makes the same call of the build to compare with, or that it is such a row. */
  readonly before?: number | "itself";
}

interface ConnectorCall {
  readonly name: string;
  readonly connector: string;
  readonly tool: string;
  readonly input: object;
  /** A text that is in every successful answer. */
  readonly expectedText: string;
}

/** A request to the API, and the connectors that make the same request. */
interface RequestGroup {
  readonly name: string;
  readonly direct: Omit<CallTarget, "port">;
  readonly connectors: readonly ConnectorCall[];
}

const { hotel, arrival, nights, board } = LIST_ROOMS;
const listRooms = { tool: "list_rooms", input: LIST_ROOMS };
const findRooms = { tool: "availability_search", input: FIND_ROOMS };

const FREE = '"text":"13 rooms are free."';

const GROUPS: readonly RequestGroup[] = [
  {
    name: "JSON",
    direct: {
      path: `/hotels/${hotel}/rooms?arrival=${arrival}&nights=${nights}&board=${board}`,
      method: "GET",
      headers: { accept: "application/json" },
      expectedText: '"code":"R3"',
    },
    connectors: [
      { name: "connector as drafted", connector: "drafted", ...listRooms, expectedText: '"code":"R3"' },
      { name: "connector, plain mappings", connector: "renamed", ...listRooms, expectedText: '"categoryCode":"R3"' },
      { name: "connector, mappings that compute", connector: "mapped", ...listRooms, expectedText: FREE },
      { name: "connector, mappings in a worker", connector: "in-worker", ...listRooms, expectedText: FREE },
    ],
  },
  {
    name: "XML",
    direct: {
      path: "/RoomAvailability?user=user-of-the-bench&password=password-of-the-bench&system=system-of-the-bench",
      method: "POST",
      headers: { "content-type": "application/xml" },
      expectedText: "<catc>R3</catc>",
      // The same body as the tool sends.
      body: `<?xml version="1.0" encoding="UTF-8"?><room_availability><language>1</language><members><member hotel_id="9100"/></members><arrival>2030-01-10</arrival><departure>2030-01-13</departure><rooms><room adults="2"><child age="5"/></room></rooms></room_availability>`,
    },
    connectors: [
      {
        name: "CapCorn's connector",
        connector: "xml-rooms",
        ...findRooms,
        expectedText: '"text":"Found 6 room options',
      },
    ],
  },
];

const toConnector = (port: number, { connector, tool, input, expectedText }: ConnectorCall): CallTarget => ({
  port,
  path: `/mcp/${connector}`,
  method: "POST",
  expectedText,
  headers: { ...headersOf("modern"), "Mcp-Method": "tools/call", "Mcp-Name": tool },
  body: toolCall(tool, input, "modern"),
});

const entriesOf = (api: HttpServer, server: HttpServer, earlier: HttpServer | undefined): readonly Entry[] => {
  const entries: Entry[] = [];
  for (const { name: group, direct: request, connectors } of GROUPS) {
    const direct = entries.length;
    entries.push({ name: `${group}, the API itself`, target: { ...request, port: api.port }, direct });
    for (const each of connectors) {
      const name = `${group}, ${each.name}`;
      const entry = { name, target: toConnector(server.port, each), server, direct };
      if (earlier === undefined) {
        entries.push(entry);
        continue;
      }
      const target = toConnector(earlier.port, each);
      entries.push({ ...entry, before: entries.length + 1 });
      entries.push({ name: `${name}, before`, target, server: earlier, direct, before: "itself" });
    }
  }
  return entries;
};

const runner = (calling: Callers, callers: number, server: HttpServer | undefined): Runner<Sample> => ({
  async sample() {
    const own = server ? await mainProcessCpuSeconds(server) : Number.NaN;
    const all = server?.cpuSeconds() ?? Number.NaN;
    const { calls, seconds, p50, p99 } = await calling.run({ callers, seconds: SECONDS });
    const allUsed = (server?.cpuSeconds() ?? Number.NaN) - all;
    const ownUsed = server ? (await mainProcessCpuSeconds(server)) - own : Number.NaN;
    const figures = { callsPerSecond: calls / seconds, p50, p99 };
    const workersUsed = Math.max(0, allUsed - ownUsed);
    return {
      ...figures,
      ownCpu: ownUsed / calls,
      workersCpu: workersUsed / calls,
      cpu: (ownUsed + workersUsed) / calls,
    };
  },
});

/** Returns the median of the rounds' differences. */
const added = (own: readonly Sample[], direct: readonly Sample[], figure: "p50" | "p99"): number =>
  median(own.map((sample, round) => sample[figure] - (direct[round]?.[figure] ?? Number.NaN)));

interface Row {
  readonly entry: Entry;
  readonly callers: number;
  readonly own: readonly Sample[];
  readonly direct: readonly Sample[];
  readonly before: readonly Sample[] | undefined;
}

const micros = (seconds: number): string => (Number.isNaN(seconds) ? "" : (seconds * 1e6).toFixed(0));
const ifConnector = (row: Row, figure: () => string): string => (row.entry.server ? figure() : "");

const cells = (row: Row): readonly string[] => {
  const { entry, callers, own, direct } = row;
  return [
    entry.name,
    String(callers),
    Math.round(typical(own, "callsPerSecond")).toString(),
    typical(own, "p50").toFixed(2),
    ifConnector(row, () => ratio(own, direct, "p50").toFixed(2)),
    ifConnector(row, () => added(own, direct, "p50").toFixed(2)),
    typical(own, "p99").toFixed(2),
    ifConnector(row, () => added(own, direct, "p99").toFixed(2)),
    micros(typical(own, "ownCpu")),
    micros(typical(own, "workersCpu")),
  ];
};

const goals = (rows: readonly Row[]): string =>
  table(
    ["goal: one caller, p50 above the API itself, ms", "below", "measured", "met"],
    rows
      .filter(({ entry, callers }) => entry.server && entry.before !== "itself" && callers === 1)
      .map(({ entry, own, direct }) => {
        const ms = added(own, direct, "p50");
        return [entry.name, MAX_ADDED_MS.toFixed(2), ms.toFixed(2), ms < MAX_ADDED_MS ? "yes" : "no"];
      }),
  );

const comparison = (rows: readonly Row[]): string =>
  table(
    ["goal: CPU/call of before, workers included", "callers", "at most", "measured", "met"],
    rows.flatMap(({ entry, callers, own, before: earlier }) => {
      if (earlier === undefined) return [];
      const times = ratio(own, earlier, "cpu");
      const isMet = times <= MAX_CPU_OF_BEFORE ? "yes" : "no";
      return [[entry.name, String(callers), MAX_CPU_OF_BEFORE.toFixed(2), times.toFixed(2), isMet]];
    }),
  );

const report = async (entries: readonly Entry[], calling: readonly Callers[]): Promise<string> => {
  for (const each of calling) await each.run({ callers: 16, seconds: WARM_UP_SECONDS });
  const places = CALLERS.flatMap((callers) => entries.map((entry, index) => ({ entry, index, callers })));
  const measured = await inTurns(
    places.map(({ entry, index, callers }) => runner(calling[index] as Callers, callers, entry.server)),
    ROUNDS,
  );
  const rows = places.map(({ entry, index, callers }, place): Row => {
    const offset = place - (place % entries.length);
    const samplesOf = (index: number) => measured[offset + index] ?? [];
    return {
      entry,
      callers,
      own: samplesOf(index),
      direct: samplesOf(entry.direct),
      before: typeof entry.before === "number" ? samplesOf(entry.before) : undefined,
    };
  });
  return [
    "The same request to an API and to a connector in front of it:",
    table(
      [
        ...["call", "callers", "calls/s", "p50 ms", "× API", "+ ms", "p99 ms", "+ ms"],
        ...["CPU µs/call", "workers µs/call"],
      ],
      rows.map(cells),
    ),
    goals(rows),
    ...(before === undefined ? [] : [comparison(rows)]),
  ].join("\n\n");
};

/** Measures what a connector adds to a call of its API. */
export const overhead = async (folder: string): Promise<string> => {
  const api = await startHotelApi();
  const { port } = api;
  const mappings = await Promise.all([drafted, renamed, mapped, inWorker].map((make) => make(port)));
  const connectors = [...mappings, xmlRooms(port)];
  const start = async (name: string, program?: string): Promise<HttpServer> => {
    const own = join(folder, name);
    await publish(own, connectors);
    return startHttpServer(taxiwayWithConnectors(own, program));
  };
  const server = await start("now");
  const earlier = before === undefined ? undefined : await start("before", before);
  const entries = entriesOf(api, server, earlier);
  const calling = entries.map(({ target }) => startCallers(target));
  try {
    return await report(entries, calling);
  } finally {
    for (const callers of calling) callers.end();
    await Promise.all([api, server, earlier].map((each) => each?.end()));
  }
};
