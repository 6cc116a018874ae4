import { startLoad } from "./http/load.ts";
import { inTurns, ratio, typical } from "./rounds.ts";
import { table } from "./table.ts";
import { type Entry, enter, type Sample } from "./toolbox/contestant.ts";
import { echoCall, mcpCalculation, mcpEcho, mcpList, rpcList } from "./toolbox/messages.ts";
import { openWard, SICKNESSES, type Ward } from "./toolbox/ward.ts";

const CALLS_PER_SECOND = 400;
const LISTS_PER_SECOND = 20;
/** Calls of sick tools, each of a caller that waits for two seconds. */
const TRICKLE = 20;
const MOST_P99 = 1.5;

/** No call is answered with less, and no list of two hundred tools. */
const calls = { expected: { shortest: 80 }, rate: CALLS_PER_SECOND, connections: 32 };
const lists = { expected: { shortest: 50_000 }, rate: LISTS_PER_SECOND, connections: 8 };

interface Wards {
  readonly healthy: Ward;
  readonly mixed: Ward;
  /** Calls of the sick ones for as long as it is told to; nobody expects anything of them. */
  trickle(seconds: number): Promise<unknown>;
}

const at = ({ server: { port, cpuSeconds } }: Ward) => ({ port, cpuSeconds });
const echoes = ({ server: { port }, well }: Ward) => well.map((tool) => mcpEcho(port, tool));

const neighbours = ({ healthy, mixed, trickle }: Wards): readonly Entry[] => [
  { name: "a healthy tool among 200 healthy ones", ...at(healthy), ...calls, requests: echoes(healthy) },
  { name: "a healthy tool, 150 of 200 sick", ...at(mixed), ...calls, requests: echoes(mixed), meanwhile: trickle },
];

const listings = ({ healthy, mixed, trickle }: Wards): readonly Entry[] =>
  Object.entries({ "tools/list": mcpList, "tools/list at /rpc": rpcList }).flatMap(([name, list]) => [
    { name: `${name}, 200 healthy`, ...at(healthy), ...lists, requests: [list(healthy.server.port)] },
    {
      ...{ name: `${name}, 150 of 200 sick`, ...at(mixed), ...lists },
      ...{ requests: [list(mixed.server.port)], meanwhile: trickle },
    },
  ]);

const costs = ({ healthy }: Wards): readonly Entry[] => {
  const { server, services, well } = healthy;
  const [service = 0] = services.ports;
  const past = { port: service, cpuSeconds: () => Number.NaN };
  return [
    { name: "the service itself", ...past, ...calls, requests: well.map((tool) => echoCall(service, "/", tool)) },
    {
      ...{ name: "through /rpc", ...at(healthy), ...calls },
      requests: well.map((tool) => echoCall(server.port, "/rpc", tool)),
    },
    { name: "through /mcp/toolbox", ...at(healthy), ...calls, requests: echoes(healthy) },
    { name: "calculator__calculate", ...at(healthy), ...calls, requests: [mcpCalculation(server.port)] },
  ];
};

type Measured = readonly (readonly Sample[])[];

const measure = async (entries: readonly Entry[], rounds: number): Promise<Measured> => {
  const contestants = entries.map(enter);
  try {
    return await inTurns(contestants, rounds);
  } finally {
    for (const contestant of contestants) contestant.end();
  }
};

/** Each row beside the one that `yardstick` names. */
const tableOf = (entries: readonly Entry[], measured: Measured, yardstick: (row: number) => number): string =>
  table(
    ["what", "calls/s", "×", "p50 ms", "×", "p99 ms", "×", "CPU µs/call"],
    entries.map(({ name }, row) => {
      const own = measured[row] ?? [];
      const other = measured[yardstick(row)] ?? [];
      const cpu = typical(own, "cpuPerCall");
      return [
        name,
        Math.round(typical(own, "callsPerSecond")).toString(),
        ratio(own, other, "callsPerSecond").toFixed(2),
        ...(["p50", "p99"] as const).flatMap((figure) => [
          typical(own, figure).toFixed(2),
          ratio(own, other, figure).toFixed(2),
        ]),
        Number.isNaN(cpu) ? "" : (cpu * 1e6).toFixed(0),
      ];
    }),
  );

const healthyOne = (row: number): number => row - (row % 2);

const report = async (wards: Wards): Promise<string> => {
  const sickness = [neighbours(wards), listings(wards)] as const;
  const [callsBeside, listsBeside] = [await measure(sickness[0], 15), await measure(sickness[1], 7)];
  const costing = costs(wards);
  const cost = await measure(costing, 7);
  const [healthy = [], mixed = []] = callsBeside;
  const p99 = ratio(mixed, healthy, "p99");
  const goal = ["p99 of a healthy tool × without sick ones", MOST_P99.toFixed(2), p99.toFixed(2)];
  return [
    `Beside sick tools; latency at ${CALLS_PER_SECOND} calls/s and ${LISTS_PER_SECOND} lists/s:`,
    tableOf(sickness.flat(), [...callsBeside, ...listsBeside], healthyOne),
    table(["goal", "below", "measured", "met"], [[...goal, p99 < MOST_P99 ? "yes" : "no"]]),
    "What the registry costs, beside the service itself:",
    tableOf(costing, cost, () => 0),
  ].join("\n\n");
};

/** Whether sick tools are noticed by those who call healthy ones, and what the registry costs. */
export const toolbox = async (): Promise<string> => {
  const healthy = await openWard();
  const mixed = await openWard(SICKNESSES);
  const { port } = mixed.server;
  const requests = mixed.sick.map((name) => echoCall(port, "/rpc", name, { timeout: 2 }));
  const load = startLoad({ port, requests, expected: {}, connections: 64, yields: true });
  const trickle = (seconds: number) => load.run({ seconds, rate: TRICKLE }, "counted");
  try {
    return await report({ healthy, mixed, trickle });
  } finally {
    load.end();
    await Promise.all([healthy.end(), mixed.end()]);
  }
};
