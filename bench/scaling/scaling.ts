import { readFileSync } from "node:fs";
import { table } from "../table.ts";
import { type Constants, type Cost, KINDS, type Kind, measureConstants } from "./constants.ts";
import { drawer, percentile, simulate } from "./queue.ts";

/** Assumed: what the tables below cannot know. */
const THINKING_SECONDS = 5;
const PEAK = 3;
const NETWORK_SECONDS = 0.0002;
const KEPT_DAYS = 7;
const COMPOSED = 256;
const REQUESTS = 20_000;
/** Requests of an episode. */
const MIX: Readonly<Record<Kind, number>> = { start: 1, search: 4, list: 3, book: 1, finish: 1, close: 1 };
const MIXED = KINDS.flatMap((kind) => Array.from({ length: MIX[kind] }, () => kind));

interface Load {
  readonly name: string;
  readonly episodesPerSecond: number;
  readonly openRuns: number;
  readonly perDay: number;
}

const episodeSeconds = MIXED.length * THINKING_SECONDS;
const ofAgents = (count: number): Load => ({
  name: `${count.toLocaleString("en")} agents at once`,
  ...{ episodesPerSecond: count / episodeSeconds, openRuns: count, perDay: (count / episodeSeconds) * 86_400 },
});
const LOADS: readonly Load[] = [
  ofAgents(1_000),
  {
    name: "1,000,000 episodes a day",
    ...{ episodesPerSecond: (1e6 / 86_400) * PEAK, openRuns: (1e6 / 86_400) * PEAK * episodeSeconds, perDay: 1e6 },
  },
  ofAgents(100_000),
];

const DEPLOYMENTS = [
  { name: "one node, LMDB", nodes: 1, shards: 0 },
  { name: "ten nodes, one Valkey", nodes: 10, shards: 1 },
  { name: "cluster: 100 nodes, 12 shards", nodes: 100, shards: 12 },
];

/** From docs/performance.md: HTTP and a repeated search, which is more than HTTP alone. */
const httpSeconds = (): number => {
  const page = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");
  const micros = Number(/^\| Taxiway, modern +\| +\d+ \| +[\d.]+ \| +(\d+) \|/m.exec(page)?.[1]);
  if (!(micros > 0)) throw new Error("docs/performance.md has no row for Taxiway, modern.");
  return micros / 1e6;
};

const mean = (of: (kind: Kind) => number): number => MIXED.reduce((sum, kind) => sum + of(kind), 0) / MIXED.length;
const percent = (share: number): string => `${Math.ceil(share * 100)} %`;
const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;

const rowOf = (
  load: Load,
  { name, nodes, shards }: (typeof DEPLOYMENTS)[number],
  constants: Constants,
  http: number,
) => {
  const costs = shards === 0 ? constants.lmdb : constants.valkey;
  const perNode = (load.episodesPerSecond * MIXED.length) / nodes;
  const missing = Math.max(0, 1 - COMPOSED / (load.openRuns / nodes));
  // A run that is spread over nodes is composed at each; here each run stays at its node.
  const node = (kind: Kind) => costs[kind].node + http + (kind === "start" ? 0 : missing * constants.composing);
  const perShard = shards === 0 ? 0 : (perNode * nodes) / shards;
  const loads = { node: perNode * mean(node), store: perShard * mean((kind) => costs[kind].store) };
  const stored = load.openRuns * constants.openBytes + load.perDay * KEPT_DAYS * constants.closedBytes;
  const nodesNeeded = Math.ceil((nodes * loads.node) / 0.7);
  const served = loads.node < 1 && loads.store < 1;
  const times = served ? timesOf({ perNode, perShard, node, costs, trips: shards > 0 }) : [];
  const milliseconds = (share: number) => (served ? (percentile(times, share) * 1e3).toFixed(1) : "none");
  return [
    ...[`${load.name}, ${name}`, (perNode * nodes).toFixed(0), percent(loads.node), shards ? percent(loads.store) : ""],
    ...[milliseconds(0.5), milliseconds(0.99), gigabytes(stored), String(nodesNeeded)],
  ];
};

interface Serving {
  readonly perNode: number;
  readonly perShard: number;
  node(kind: Kind): number;
  readonly costs: Readonly<Record<Kind, Cost>>;
  readonly trips: boolean;
}

/** Seconds of requests: at the queue of a node, at that of a shard, and on the way between them. */
const timesOf = ({ perNode, perShard, node, costs, trips }: Serving): readonly number[] => {
  const kindOf = (draw: () => number): Kind => MIXED[Math.floor(draw() * MIXED.length)] as Kind;
  const queue = (arrivalsPerSecond: number, of: (kind: Kind) => number, seed: number) =>
    simulate({ arrivalsPerSecond, servers: 1, service: (draw) => of(kindOf(draw)), requests: REQUESTS, seed }).times;
  const atNode = queue(perNode, node, 1);
  if (!trips) return atNode;
  const atShard = queue(perShard, (kind) => costs[kind].store, 2);
  const draw = drawer(3);
  return atNode.map((time, i) => time + (atShard[i] ?? 0) + costs[kindOf(draw)].trips * NETWORK_SECONDS);
};

const constantsTable = ({ lmdb, valkey }: Constants): string =>
  table(
    ["request", "node µs, LMDB", "node µs, Valkey", "Valkey µs", "operations", "trips"],
    KINDS.map((kind) => {
      const micros = (seconds: number) => (seconds * 1e6).toFixed(0);
      const { node, store, operations, trips } = valkey[kind];
      return [kind, micros(lmdb[kind].node), micros(node), micros(store), String(operations), String(trips)];
    }),
  );

/** What nodes and stores serve, computed from constants that are measured in the same run. */
export const scaling = async (folder: string): Promise<string> => {
  const constants = await measureConstants(folder);
  const http = httpSeconds();
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  const others = [
    ["HTTP of a request (performance.md, Taxiway, modern)", `${(http * 1e6).toFixed(0)} µs`],
    ["composing a run again, CPU", `${(constants.composing * 1e6).toFixed(0)} µs`],
    ["an open run with a booking, in Valkey", kilobytes(constants.openBytes)],
    ["a closed run, in Valkey", kilobytes(constants.closedBytes)],
    ["a composed run, heap of its node", kilobytes(constants.composedBytes)],
  ];
  const heads = [
    "load, deployment",
    "requests/s",
    "node CPU",
    "Valkey CPU",
    "p50 ms",
    "p99 ms",
    "stored",
    "nodes at 70 %",
  ];
  const rows = LOADS.flatMap((load) => DEPLOYMENTS.map((one) => rowOf(load, one, constants, http)));
  return [constantsTable(constants), table(["", "measured"], others), table(heads, rows)].join("\n\n");
};
