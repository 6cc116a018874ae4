import { createLatencyCandidate, type LatencySample, type LatencyWorkload } from "./http/latency-candidate.ts";
import { startLoad } from "./http/load.ts";
import { inTurns, ratio, typical } from "./rounds.ts";
import { table } from "./table.ts";
import { echoCall, mcpCalculation, mcpEcho, mcpList, rpcList } from "./toolbox/messages.ts";
import { FAILURES, openToolRegistry, type ToolRegistry } from "./toolbox/tool-registry.ts";

const CALLS_PER_SECOND = 400;
const LISTS_PER_SECOND = 20;
/** Calls of failing tools, with a timeout of two seconds. */
const FAILING_CALLS_PER_SECOND = 20;
const MAX_P99 = 1.5;

/** Every call has at least 80 bytes, and every list of two hundred tools at least 50,000. */
const calls = { expected: { shortest: 80 }, rate: CALLS_PER_SECOND, connections: 32 };
const lists = { expected: { shortest: 50_000 }, rate: LISTS_PER_SECOND, connections: 8 };

interface Registries {
  readonly healthy: ToolRegistry;
  readonly mixed: ToolRegistry;
  /** Calls failing tools for this many seconds and ignores the answers. */
  callFailing(seconds: number): Promise<unknown>;
}

const at = ({ server: { port, cpuSeconds } }: ToolRegistry) => ({ port, cpuSeconds });
const echoes = ({ server: { port }, healthyTools }: ToolRegistry) => healthyTools.map((tool) => mcpEcho(port, tool));

const callsNextToFailing = ({ healthy, mixed, callFailing }: Registries): readonly LatencyWorkload[] => [
  { name: "a healthy tool among 200 healthy ones", ...at(healthy), ...calls, requests: echoes(healthy) },
  {
    name: "a healthy tool, 150 of 200 failing",
    ...at(mixed),
    ...calls,
    requests: echoes(mixed),
    meanwhile: callFailing,
  },
];

const listsNextToFailing = ({ healthy, mixed, callFailing }: Registries): readonly LatencyWorkload[] =>
  Object.entries({ "tools/list": mcpList, "tools/list at /rpc": rpcList }).flatMap(([name, list]) => [
    { name: `${name}, 200 healthy`, ...at(healthy), ...lists, requests: [list(healthy.server.port)] },
    {
      name: `${name}, 150 of 200 failing`,
      ...at(mixed),
      ...lists,
      requests: [list(mixed.server.port)],
      meanwhile: callFailing,
    },
  ]);

const costs = ({ healthy }: Registries): readonly LatencyWorkload[] => {
  const { server, services, healthyTools } = healthy;
  const [service = 0] = services.ports;
  const direct = { port: service, cpuSeconds: () => Number.NaN };
  return [
    {
      name: "the service itself",
      ...direct,
      ...calls,
      requests: healthyTools.map((tool) => echoCall(service, "/", tool)),
    },
    {
      name: "through /rpc",
      ...at(healthy),
      ...calls,
      requests: healthyTools.map((tool) => echoCall(server.port, "/rpc", tool)),
    },
    { name: "through /mcp/toolbox", ...at(healthy), ...calls, requests: echoes(healthy) },
    { name: "calculator__calculate", ...at(healthy), ...calls, requests: [mcpCalculation(server.port)] },
  ];
};

type Measured = readonly (readonly LatencySample[])[];

const measure = async (workloads: readonly LatencyWorkload[], rounds: number): Promise<Measured> => {
  const candidates = workloads.map(createLatencyCandidate);
  try {
    return await inTurns(candidates, rounds);
  } finally {
    for (const candidate of candidates) candidate.end();
  }
};

/** Compares each row with its baseline row. */
const tableOf = (
  workloads: readonly LatencyWorkload[],
  measured: Measured,
  baseline: (row: number) => number,
): string =>
  table(
    ["what", "calls/s", "×", "p50 ms", "×", "p99 ms", "×", "CPU µs/call"],
    workloads.map(({ name }, row) => {
      const own = measured[row] ?? [];
      const other = measured[baseline(row)] ?? [];
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

const healthyRow = (row: number): number => row - (row % 2);

const report = async (registries: Registries): Promise<string> => {
  const nextToFailing = [callsNextToFailing(registries), listsNextToFailing(registries)] as const;
  const [callsBeside, listsBeside] = [await measure(nextToFailing[0], 15), await measure(nextToFailing[1], 7)];
  const costing = costs(registries);
  const cost = await measure(costing, 7);
  const [healthy = [], mixed = []] = callsBeside;
  const p99 = ratio(mixed, healthy, "p99");
  const goal = ["p99 of a healthy tool × without failing ones", MAX_P99.toFixed(2), p99.toFixed(2)];
  return [
    `Next to failing tools; latency at ${CALLS_PER_SECOND} calls/s and ${LISTS_PER_SECOND} lists/s:`,
    tableOf(nextToFailing.flat(), [...callsBeside, ...listsBeside], healthyRow),
    table(["goal", "below", "measured", "met"], [[...goal, p99 < MAX_P99 ? "yes" : "no"]]),
    "What the registry adds to a call of the service itself:",
    tableOf(costing, cost, () => 0),
  ].join("\n\n");
};

/** Measures whether failing tools affect the callers of healthy ones, and what the registry adds to a call. */
export const toolbox = async (): Promise<string> => {
  const healthy = await openToolRegistry();
  const mixed = await openToolRegistry(FAILURES);
  const { port } = mixed.server;
  const requests = mixed.failingTools.map((name) => echoCall(port, "/rpc", name, { timeout: 2 }));
  const load = startLoad({ port, requests, expected: {}, connections: 64, yields: true });
  const callFailing = (seconds: number) => load.run({ seconds, rate: FAILING_CALLS_PER_SECOND }, "counted");
  try {
    return await report({ healthy, mixed, callFailing });
  } finally {
    load.end();
    await Promise.all([healthy.end(), mixed.end()]);
  }
};
