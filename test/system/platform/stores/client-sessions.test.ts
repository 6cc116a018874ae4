import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createClientSessions } from "../../../../src/mcp/sessions/client-sessions.ts";
import { createSessions } from "../../../../src/mcp/sessions/sessions.ts";
import { openLmdbStore } from "../../../../src/platform/stores/lmdb.ts";
import { createLocalBus } from "../../../../src/platform/stores/local-bus.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { openValkeyBus } from "../../../../src/platform/stores/valkey-bus.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { startValkey, startValkeyCluster } from "../../../fixtures/valkey.ts";
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
    (now) => openLmdbStore({ path, now, realTime: now }),
    () => rm(path, { recursive: true, force: true }),
  );
});
describeClientSessions("a Valkey server", async () => onValkey(await startValkey()));
describeClientSessions("a Valkey cluster", async () => onValkey(await startValkeyCluster()));

describe("while Valkey hangs,", () => {
  it("sessions fail cleanly, and catch up with earlier and later updates afterwards", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const server = await startValkey();
    const address = parseValkeyUrl(server.url);
    const [store, bus] = [await openValkeyStore({ address }), await openValkeyBus({ address })];
    const clock = { now: Date.now, configured: false };
    const options = { store, bus, clock, log: quiet, timeoutMs: 60_000, connectionTtlMs: 60_000 };
    const [clientSessions, sessions] = [createClientSessions(options), createSessions(options)];
    const owner = { tenant: "default", sessionId: randomUUID(), opened: true } as const;
    const session = await clientSessions.open(owner, facts, { address: "192.0.2.7", userAgent: "curl" });

    server.signal("SIGSTOP");
    clientSessions.touch(session);
    sessions.countSearch(owner, search);
    const away = { kind: "unavailable", details: { retryable: true } };
    const unknown = { tenant: "default", sessionId: randomUUID() };
    await Promise.all([
      expect(clientSessions.find(unknown, "gds")).rejects.toMatchObject(away),
      expect(clientSessions.open(unknown, facts, { address: "192.0.2.8", userAgent: "curl" })).rejects.toMatchObject(
        away,
      ),
      expect(clientSessions.end(unknown)).rejects.toMatchObject(away),
      expect(clientSessions.change(session, { logLevel: "error" })).rejects.toMatchObject(away),
      expect(clientSessions.counts()).rejects.toMatchObject(away),
      expect(sessions.current(owner)).rejects.toMatchObject(away),
      expect(sessions.listBooking(owner, "TEST-ABC234")).rejects.toMatchObject(away),
    ]);
    clientSessions.touch(session);
    server.signal("SIGCONT");

    await vi.waitFor(() => store.ping(), { timeout: 20_000 });
    expect(await sessions.current(owner)).toMatchObject({ searchCount: 1, bookingCount: 0 });
    expect((await clientSessions.find(owner, "gds"))?.connectionId).toBe(session.connectionId);
    await Promise.all([clientSessions.close(), sessions.close()]);
    expect((await store.get(`connection:${session.connectionId}`))?.value).toMatchObject({ requestCount: 3 });
    await Promise.all([store.close(), bus.close()]);
    expect(unhandled).not.toHaveBeenCalled();
    process.off("unhandledRejection", unhandled);
    await server.stop();
  });
});

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const facts = { server: "gds", protocolVersion: "2025-11-25", capabilities: {}, logLevel: "info", subscriptions: [] };
const search = { id: "s1", type: "flight", timestamp: 1, parameters: {}, resultCount: 3, responseTime: 1 } as const;
