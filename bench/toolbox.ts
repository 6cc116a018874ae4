import { startLoad } from "./http/load.ts";
import { inTurns, ratio, typical } from "./rounds.ts";
import { table } from "./table.ts";
import { type Contestant, type Entry, enter, type Sample } from "./toolbox/contestant.ts";
import { echoCall, mcpCalculation, mcpEcho, mcpList, rpcList } from "./toolbox/messages.ts";
import { openWard, SICKNESSES, type Ward } from "./toolbox/ward.ts";

const ROUNDS = 5;
const CALLS_PER_SECOND = 400;
const LISTS_PER_SECOND = 20;
/** Calls of sick tools, each of a caller that waits for two seconds. */
const TRICKLE = 20;
const MOST_P99 = 1.5;

/** No answer to a call is shorter than that, and no list of two hundred tools than that. */
const A_CALL = { shortest: 80 };
const A_LIST = { shortest: 50_000 };

/** One after another for as long as it is told to; nobody expects anything of them. */
const startTrickle = ({ server: { port }, sick }: Ward) => {
  const requests = sick.map((name) => echoCall(port, "/rpc", name, { timeout: 2 }));
  const load = startLoad({ port, requests, expected: {}, connections: 64, yields: true });
  return { flow: (seconds: number) => load.run({ seconds, rate: TRICKLE }, "counted"), end: load.end };
};

const entriesOf = (healthy: Ward, mixed: Ward, flow: (seconds: number) => Promise<unknown>): readonly Entry[] => {
  const at = ({ server: { port, cpuSeconds } }: Ward) => ({ port, cpuSeconds });
  const calls = { expected: A_CALL, rate: CALLS_PER_SECOND };
  const lists = { expected: A_LIST, rate: LISTS_PER_SECOND };
  const echoes = ({ server: { port }, well }: Ward) => well.map((tool) => mcpEcho(port, tool));
  const [service = 0] = healthy.services.ports;
  const direct = healthy.well.map((tool) => echoCall(service, "/", tool));
  const throughRpc = healthy.well.map((tool) => echoCall(healthy.server.port, "/rpc", tool));
  return [
    { name: "a healthy tool among 200 healthy ones", ...at(healthy), ...calls, requests: echoes(healthy) },
    { name: "a healthy tool, 150 of 200 sick", ...at(mixed), ...calls, requests: echoes(mixed), meanwhile: flow },
    { name: "tools/list, 200 healthy", ...at(healthy), ...lists, requests: [mcpList(healthy.server.port)] },
    {
      name: "tools/list, 150 of 200 sick",
      ...{ ...at(mixed), ...lists, requests: [mcpList(mixed.server.port)], meanwhile: flow },
    },
    { name: "tools/list at /rpc, 200 healthy", ...at(healthy), ...lists, requests: [rpcList(healthy.server.port)] },
    {
      name: "tools/list at /rpc, 150 of 200 sick",
      ...{ ...at(mixed), ...lists, requests: [rpcList(mixed.server.port)], meanwhile: flow },
    },
    {
      name: "the service itself, past Taxiway",
      ...calls,
      port: service,
      cpuSeconds: () => Number.NaN,
      requests: direct,
    },
    { name: "the same through /rpc", ...at(healthy), ...calls, requests: throughRpc },
    { name: "calculator__calculate", ...at(healthy), ...calls, requests: [mcpCalculation(healthy.server.port)] },
  ];
};

/** The row that each is compared with. */
const YARDSTICKS = [0, 0, 2, 2, 4, 4, 6, 6, 6] as const;
/** The first row once more, beside the service itself. */
const COSTS = [6, 7, 0, 8] as const;

const tableOf = (
  names: readonly string[],
  measured: readonly (readonly Sample[])[],
  rows: readonly number[],
  yardstick: (row: number) => number,
): string =>
  table(
    ["what", "calls/s", "×", "p50 ms", "×", "p99 ms", "×", "CPU µs/call"],
    rows.map((row) => {
      const own = measured[row] ?? [];
      const other = measured[yardstick(row)] ?? [];
      const cpu = typical(own, "cpuPerCall");
      return [
        names[row] ?? "",
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

const reportOf = (contestants: readonly Contestant[], measured: readonly (readonly Sample[])[]): string => {
  const names = contestants.map(({ name }) => name);
  const p99 = ratio(measured[1] ?? [], measured[0] ?? [], "p99");
  return [
    `Ten tools of one healthy service, called in turn; latency at ${CALLS_PER_SECOND} calls/s and ${LISTS_PER_SECOND} lists/s:`,
    tableOf(names, measured, [0, 1, 2, 3, 4, 5], (row) => YARDSTICKS[row] ?? row),
    table(
      ["goal", "below", "measured", "met"],
      [
        [
          "p99 of a healthy tool × without sick ones",
          MOST_P99.toFixed(2),
          p99.toFixed(2),
          p99 < MOST_P99 ? "yes" : "no",
        ],
      ],
    ),
    "What the registry costs, beside the service itself:",
    tableOf(names, measured, COSTS, () => COSTS[0]),
  ].join("\n\n");
};

/** Whether sick tools are noticed by those who call healthy ones, and what the registry costs. */
export const toolbox = async (): Promise<string> => {
  const healthy = await openWard();
  const mixed = await openWard(SICKNESSES);
  const trickle = startTrickle(mixed);
  const contestants = entriesOf(healthy, mixed, trickle.flow).map(enter);
  try {
    return reportOf(contestants, await inTurns(contestants, ROUNDS));
  } finally {
    for (const contestant of contestants) contestant.end();
    trickle.end();
    await Promise.all([healthy.end(), mixed.end()]);
  }
};
