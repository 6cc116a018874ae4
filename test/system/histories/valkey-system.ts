import { onTestFinished } from "vitest";
import { openStore } from "../../../src/platform/stores/open-store.ts";
import { parseValkeyUrl } from "../../../src/platform/stores/valkey-url.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { callAt } from "../nodes/many-calls.ts";
import { openSession } from "../nodes/remote-session.ts";
import { httpEndpoint } from "./endpoints.ts";
import { startProxy, type ValkeyProxy } from "./proxy.ts";
import { untilStarted } from "./restart.ts";
import { stutter } from "./stutter.ts";
import { type FaultKind, type System, settings, worldTime } from "./system.ts";

const NODES = [0, 1, 2] as const;
/** Its packets to Valkey are held back for moments, so that others write between its reads and its writes. */
const HESITANT = 2;
const SLOW_MS = 30;

/** Three nodes on a durable Valkey, each behind its own proxy. */
export const startValkeySystem = async (): Promise<System> => {
  const valkey = await startValkey({ appendonly: "yes", appendfsync: "always" });
  onTestFinished(() => valkey.stop());
  const proxies = await Promise.all(NODES.map(() => startProxy(valkey.port)));
  onTestFinished(() => {
    for (const proxy of proxies) proxy.close();
  });
  const launch = (index: number, port: number): Promise<HttpTaxiway> =>
    launchHttpTaxiway({
      ...settings(),
      HTTP_PORT: String(port),
      VALKEY_URL: `valkey://127.0.0.1:${(proxies[index] as ValkeyProxy).port}`,
    });
  const nodes = await Promise.all(NODES.map((index) => launch(index, 0)));
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  const ended: HttpTaxiway[] = [];

  const nodeAt = (index: number): HttpTaxiway => nodes[index] as HttpTaxiway;
  const proxyAt = (index: number): ValkeyProxy => proxies[index] as ValkeyProxy;
  const nameOf = (index: number): string => `node ${index + 1}`;

  const killNode: FaultKind = {
    name: "kill -9",
    lasts: [0, 1_000],
    async begin(random) {
      const index = random.pick(NODES);
      const node = nodeAt(index);
      await node.stop("SIGKILL");
      ended.push(node);
      return {
        target: nameOf(index),
        async heal() {
          // Not before Valkey answers: a node that cannot reach its store at the start exits.
          nodes[index] = await untilStarted(() => launch(index, node.port));
        },
      };
    },
  };
  const pauseNode: FaultKind = {
    name: "SIGSTOP",
    lasts: [1_000, 8_000],
    async begin(random) {
      const index = random.pick(NODES);
      const { child } = nodeAt(index);
      child.kill("SIGSTOP");
      return { target: nameOf(index), heal: () => void child.kill("SIGCONT") };
    },
  };
  const onProxies = (
    name: string,
    lasts: FaultKind["lasts"],
    begin: (proxy: ValkeyProxy) => void,
    end: (proxy: ValkeyProxy) => void,
  ): FaultKind => ({
    name,
    lasts,
    async begin(random) {
      const hit = random.chance(0.3) ? NODES : [random.pick(NODES)];
      for (const index of hit) begin(proxyAt(index));
      return {
        target: hit.map(nameOf).join(", "),
        heal() {
          for (const index of hit) end(proxyAt(index));
        },
      };
    },
  });
  const onValkey = (name: string, lasts: FaultKind["lasts"], begin: () => unknown, end: () => unknown): FaultKind => ({
    name,
    lasts,
    async begin() {
      await begin();
      return { target: "Valkey", heal: async () => void (await end()) };
    },
  });

  const fullValkey = onValkey(
    "full",
    [1_500, 4_000],
    () => valkey.cli("config", "set", "maxmemory", "1"),
    () => valkey.cli("config", "set", "maxmemory", "0"),
  );

  return {
    store: "Valkey",
    endpoints: NODES.map((index) => httpEndpoint(nameOf(index), () => nodeAt(index).port, index === HESITANT)),
    faults: [
      [
        killNode,
        pauseNode,
        stutter((random) => {
          const index = random.pick(NODES);
          return { pid: nodeAt(index).child.pid as number, target: nameOf(index) };
        }),
      ],
      [
        onValkey("killed", [200, 2_000], valkey.kill, valkey.start),
        onValkey(
          "paused",
          [1_000, 5_000],
          () => valkey.signal("SIGSTOP"),
          () => valkey.signal("SIGCONT"),
        ),
        fullValkey,
        onProxies(
          "requests to Valkey delivered late",
          [500, 6_000],
          (proxy) => proxy.holdRequests(),
          (proxy) => proxy.releaseRequests(),
        ),
        onProxies(
          "answers of Valkey lost",
          [300, 3_000],
          (proxy) => proxy.holdAnswers(),
          (proxy) => proxy.cut(),
        ),
        onProxies(
          "slow network to Valkey",
          [1_500, 4_000],
          (proxy) => proxy.delay(SLOW_MS),
          (proxy) => proxy.delay(0),
        ),
        onProxies(
          "connections to Valkey cut",
          [0, 100],
          (proxy) => proxy.cut(),
          () => undefined,
        ),
      ],
    ],
    lastFault: fullValkey,
    pause() {
      const proxy = proxyAt(HESITANT);
      proxy.holdRequests();
      return { end: () => proxy.releaseRequests() };
    },
    async ask(tool, input) {
      const node = nodeAt(0);
      return callAt(node, (await openSession(node)).id, tool, input);
    },
    openStore: () => openStore({ kind: "valkey", address: parseValkeyUrl(valkey.url), now: worldTime }),
    logs: () => [...ended, ...nodes].map((node) => `--- ${node.url}\n${node.stderr()}`).join("\n"),
  };
};
