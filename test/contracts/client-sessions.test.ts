import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openLmdbStore } from "../../src/stores/lmdb.ts";
import { createLocalBus } from "../../src/stores/local-bus.ts";
import { createMemoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { openValkeyStore } from "../../src/stores/valkey.ts";
import { openValkeyBus } from "../../src/stores/valkey-bus.ts";
import { parseValkeyUrl } from "../../src/stores/valkey-url.ts";
import { startValkey, startValkeyCluster } from "../fixtures/valkey.ts";
import { describeClientSessions, type SessionNodes } from "./client-sessions.ts";

const onOneMachine = async (
  openStore: (now: () => number) => Store | Promise<Store>,
  cleanUp?: () => Promise<void>,
): Promise<SessionNodes> => {
  let instant = Date.now();
  const node = { store: await openStore(() => instant), bus: createLocalBus() };
  return {
    nodes: [node, node],
    now: () => instant,
    async pass(milliseconds) {
      instant += milliseconds;
    },
    async close() {
      await node.store.close();
      await cleanUp?.();
    },
  };
};

const onValkey = async (server: { readonly url: string; stop(): Promise<void> }): Promise<SessionNodes> => {
  const address = parseValkeyUrl(server.url);
  const openNode = async () => ({ store: await openValkeyStore({ address }), bus: await openValkeyBus({ address }) });
  const nodes = [await openNode(), await openNode()] as const;
  return {
    nodes,
    now: Date.now,
    pass: (milliseconds) => wait(milliseconds + 1),
    async close() {
      for (const { store, bus } of nodes) await Promise.all([store.close(), bus.close()]);
      await server.stop();
    },
  };
};

describeClientSessions("memory", () => onOneMachine((now) => createMemoryStore({ now })));
describeClientSessions("LMDB", async () => {
  const path = await mkdtemp(join(tmpdir(), "taxiway-sessions-"));
  return onOneMachine(
    (now) => openLmdbStore({ path, now }),
    () => rm(path, { recursive: true, force: true }),
  );
});
describeClientSessions("a Valkey server", async () => onValkey(await startValkey()));
describeClientSessions("a Valkey cluster", async () => onValkey(await startValkeyCluster()));
