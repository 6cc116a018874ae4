import { headersOf } from "../http/http-request.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";
import { toolCall } from "../requests.ts";
import { type Figures, inTurns, type Runner, ratio, typical } from "../rounds.ts";
import { median, table } from "../table.ts";
import { type Callers, type CallTarget, startCallers } from "./callers.ts";
import { drafted, mapped, renamed, xmlRooms } from "./documents.ts";
import { FIND_ROOMS, LIST_ROOMS, startHotelApi } from "./hotel-api.ts";
import { publish, taxiwayWithConnectors } from "./publish.ts";

const ROUNDS = 9;
const SECONDS = 1;
const CALLERS = [1, 16] as const;
const MOST_ADDED_MS = 2;

type Sample = Figures<"callsPerSecond" | "p50" | "p99" | "ownCpu" | "workersCpu">;

interface Entry {
  readonly name: string;
  readonly target: CallTarget;
  /** None: it is the API itself. */
  readonly server?: HttpServer;
  /** The row of the same request sent to the API itself. */
  readonly direct: number;
}

const toApi = (port: number, path: string, rest: Partial<CallTarget>): CallTarget => ({
  ...{ port, path, method: "GET", headers: { accept: "*/*" }, answered: "R3" },
  ...rest,
});

const toConnector = (port: number, connector: string, tool: string, input: object, answered: string): CallTarget => ({
  ...{ port, path: `/mcp/${connector}`, method: "POST", answered },
  headers: { ...headersOf("modern"), "Mcp-Method": "tools/call", "Mcp-Name": tool },
  body: toolCall(tool, input, "modern"),
});

/** What the XML tool sends. */
const XML_REQUEST = `<?xml version="1.0" encoding="UTF-8"?><room_availability><language>1</language><members><member hotel_id="9100"/></members><arrival>2030-01-10</arrival><departure>2030-01-13</departure><rooms><room adults="2"><child age="5"/></room></rooms></room_availability>`;
const XML_PATH = "/RoomAvailability?user=user-of-the-bench&password=password-of-the-bench&system=system-of-the-bench";
const { hotel, arrival, nights, board } = LIST_ROOMS;
const JSON_PATH = `/hotels/${hotel}/rooms?arrival=${arrival}&nights=${nights}&board=${board}`;

const entriesOf = (api: HttpServer, server: HttpServer): readonly Entry[] => {
  const through = (name: string, target: CallTarget, direct: number): Entry => ({ name, target, server, direct });
  const { port } = server;
  return [
    { name: "JSON, the API itself", target: toApi(api.port, JSON_PATH, {}), direct: 0 },
    through("JSON, connector as drafted", toConnector(port, "drafted", "list_rooms", LIST_ROOMS, '"source":"live"'), 0),
    through(
      "JSON, connector with plain mappings",
      toConnector(port, "renamed", "list_rooms", LIST_ROOMS, '"categoryCode":"R3"'),
      0,
    ),
    through(
      "JSON, connector with mappings",
      toConnector(port, "mapped", "list_rooms", LIST_ROOMS, '"text":"13 rooms are free."'),
      0,
    ),
    {
      name: "XML, the API itself",
      target: toApi(api.port, XML_PATH, {
        ...{ method: "POST", headers: { "content-type": "application/xml" }, body: XML_REQUEST },
      }),
      direct: 4,
    },
    through(
      "XML, CapCorn's connector",
      toConnector(port, "xml-rooms", "availability_search", FIND_ROOMS, '"text":"Found 6 room options'),
      4,
    ),
  ];
};

/** Of the server's main process, as it says itself: its workers are the rest of the family. */
const ownCpuSeconds = async ({ port }: HttpServer): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]);
};

const runner = (calling: Callers, callers: number, server: HttpServer | undefined): Runner<Sample> => ({
  async sample() {
    const own = server ? await ownCpuSeconds(server) : Number.NaN;
    const all = server?.cpuSeconds() ?? Number.NaN;
    const { calls, seconds, p50, p99 } = await calling.run({ callers, seconds: SECONDS });
    const allUsed = (server?.cpuSeconds() ?? Number.NaN) - all;
    const ownUsed = server ? (await ownCpuSeconds(server)) - own : Number.NaN;
    const figures = { callsPerSecond: calls / seconds, p50, p99 };
    return { ...figures, ownCpu: ownUsed / calls, workersCpu: Math.max(0, allUsed - ownUsed) / calls };
  },
});

/** The median of the rounds' differences. */
const added = (own: readonly Sample[], direct: readonly Sample[], figure: "p50" | "p99"): number =>
  median(own.map((sample, round) => sample[figure] - (direct[round]?.[figure] ?? Number.NaN)));

interface Row {
  readonly entry: Entry;
  readonly callers: number;
  readonly own: readonly Sample[];
  readonly direct: readonly Sample[];
}

const micros = (seconds: number): string => (Number.isNaN(seconds) ? "" : (seconds * 1e6).toFixed(0));
const ifThrough = (row: Row, figure: () => string): string => (row.entry.server ? figure() : "");

const cells = (row: Row): readonly string[] => {
  const { entry, callers, own, direct } = row;
  return [
    entry.name,
    String(callers),
    Math.round(typical(own, "callsPerSecond")).toString(),
    typical(own, "p50").toFixed(2),
    ifThrough(row, () => ratio(own, direct, "p50").toFixed(2)),
    ifThrough(row, () => added(own, direct, "p50").toFixed(2)),
    typical(own, "p99").toFixed(2),
    ifThrough(row, () => added(own, direct, "p99").toFixed(2)),
    micros(typical(own, "ownCpu")),
    micros(typical(own, "workersCpu")),
  ];
};

const goals = (rows: readonly Row[]): string =>
  table(
    ["goal: one caller, p50 above the API itself, ms", "below", "measured", "met"],
    rows
      .filter(({ entry, callers }) => entry.server && callers === 1)
      .map(({ entry, own, direct }) => {
        const ms = added(own, direct, "p50");
        return [entry.name, MOST_ADDED_MS.toFixed(2), ms.toFixed(2), ms < MOST_ADDED_MS ? "yes" : "no"];
      }),
  );

const report = async (entries: readonly Entry[], calling: readonly Callers[]): Promise<string> => {
  const places = CALLERS.flatMap((callers) => entries.map((entry, index) => ({ entry, index, callers })));
  const measured = await inTurns(
    places.map(({ entry, index, callers }) => runner(calling[index] as Callers, callers, entry.server)),
    ROUNDS,
  );
  const rows = places.map(({ entry, callers }, place): Row => {
    const offset = place - (place % entries.length);
    return { entry, callers, own: measured[place] ?? [], direct: measured[offset + entry.direct] ?? [] };
  });
  return [
    "The same request to an API and to a connector in front of it:",
    table(
      [
        ...["call", "callers", "calls/s", "p50 ms", "× API", "+ ms", "p99 ms", "+ ms"],
        ...["CPU µs/call", "and its workers"],
      ],
      rows.map(cells),
    ),
    goals(rows),
  ].join("\n\n");
};

/** What a connector adds to a call of the API that it stands before. */
export const overhead = async (folder: string): Promise<string> => {
  const api = await startHotelApi();
  const { port } = api;
  await publish(folder, [await drafted(port), await renamed(port), await mapped(port), xmlRooms(port)]);
  const server = await startHttpServer(taxiwayWithConnectors(folder));
  const entries = entriesOf(api, server);
  const calling = entries.map(({ target }) => startCallers(target));
  try {
    return await report(entries, calling);
  } finally {
    for (const callers of calling) callers.end();
    await Promise.all([api.end(), server.end()]);
  }
};
