import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type ClientFacts,
  type ClientSessions,
  createClientSessions,
} from "../../../../src/mcp/sessions/client-sessions.ts";
import { createSessions, type SearchRecord, type Sessions } from "../../../../src/mcp/sessions/sessions.ts";
import type { Bus } from "../../../../src/platform/stores/bus.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";

/** Two nodes, each with its own connection to the shared store. */
export interface SessionNodes {
  readonly nodes: readonly [SessionNode, SessionNode];
  now(): number;
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}
interface SessionNode {
  readonly store: Store;
  readonly bus: Bus;
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const peer = { address: "192.0.2.7", userAgent: "curl/8\u0000\n\u0085 (x)" };
const facts: ClientFacts = {
  server: "gds",
  protocolVersion: "2025-11-25",
  capabilities: { elicitation: {} },
  logLevel: "info",
  subscriptions: [],
};
const search: SearchRecord = {
  ...{ id: "s1", type: "flight", timestamp: 1, parameters: {}, resultCount: 3, responseTime: 1 },
};

/** Lists and counts a booking like a real one: listed before it is confirmed, counted after. */
const book = async (sessions: Sessions, owner: Parameters<Sessions["countBooking"]>[0], pnr: string) => {
  await sessions.listBooking(owner, pnr);
  sessions.countBooking(owner);
  return sessions.current(owner);
};

/** The contract of `src/mcp/sessions/client-sessions.ts`, run on every store. */
export function describeClientSessions(name: string, open: () => Promise<SessionNodes>): void {
  describe(`sessions of remote clients on ${name}`, () => {
    let under: SessionNodes;
    let [here, there] = [undefined, undefined] as unknown as [ClientSessions, ClientSessions];
    const timeoutMs = 60_000;
    const connectionTtlMs = 120_000;

    const start = ({ store, bus }: SessionNode, options = {}): ClientSessions =>
      createClientSessions({
        ...{ store, bus, log: quiet, timeoutMs, connectionTtlMs, clock: { now: under.now, configured: false } },
        ...options,
      });
    const startSessions = (options = {}) =>
      createSessions({
        ...{ store: under.nodes[1].store, log: quiet, timeoutMs, clock: { now: under.now, configured: false } },
        ...options,
      });
    const newOwner = () => ({ tenant: "default", sessionId: randomUUID() });
    const recordOf = async ({ sessionId }: { sessionId: string }) =>
      (await under.nodes[1].store.get(`gds:session:${sessionId}`))?.value;
    const connectionOf = async (id: string) => (await under.nodes[1].store.get(`connection:${id}`))?.value;

    beforeAll(async () => {
      under = await open();
      here = start(under.nodes[0]);
      there = start(under.nodes[1]);
    });
    afterAll(async () => {
      await Promise.all([here.close(), there.close()]);
      await under.close();
    });

    it("one opened here is known there, by its own tenant only", async () => {
      const owner = newOwner();
      expect(await there.find(owner, "gds")).toBeUndefined();
      const session = await here.open(owner, facts, peer);
      expect(session).toEqual({ ...owner, connectionId: expect.any(String), facts });
      expect(await there.find(owner, "gds")).toEqual(session);
      expect(await there.find({ ...owner, tenant: "acme" }, "gds")).toBeUndefined();
      expect(await recordOf(owner)).toMatchObject({ id: owner.sessionId, searchCount: 0, bookingCount: 0 });
    });

    it("one is found at once, without the store, by who saw it a moment ago", async () => {
      const owner = newOwner();
      const session = await here.open(owner, facts, peer);
      expect(here.find(owner, "gds")).toEqual(session);
      const read = vi.spyOn(under.nodes[1].store, "get");
      const finds = [there.find(owner, "gds"), there.find(owner, "gds")];
      for (const find of finds) expect(find).toBeInstanceOf(Promise);
      expect(read).toHaveBeenCalledTimes(1);
      read.mockRestore();
      await Promise.all(finds);
      expect(there.find(owner, "gds")).toEqual(session);
    });

    it("one has a connection, as operators look for it, from its first request", async () => {
      const owner = newOwner();
      const { connectionId } = await here.open(owner, facts, peer);
      const connection = await connectionOf(connectionId);
      expect(connection).toEqual({
        connectionId,
        sessionId: owner.sessionId,
        remoteIP: "192.0.2.7",
        connectedAt: expect.any(Number),
        lastActivityAt: connection?.["connectedAt"],
        transportType: "http",
        userAgent: "curl/8 (x)",
        requestCount: 1,
      });
      const long = await here.open(newOwner(), facts, { ...peer, userAgent: "x".repeat(10_000) });
      expect((await connectionOf(long.connectionId))?.["userAgent"]).toBe("x".repeat(256));
    });

    it("one is joined under new facts, and keeps what it has done", async () => {
      const owner = newOwner();
      const first = await here.open(owner, facts, peer);
      await there.find(owner, "gds");
      const counting = startSessions();
      await book(counting, owner, "TEST-ABC234");
      const second = await here.open(owner, { ...facts, protocolVersion: "2025-06-18" }, peer);
      expect(await recordOf(owner)).toMatchObject({ bookingCount: 1 });
      await vi.waitFor(async () => expect(await there.find(owner, "gds")).toEqual(second));
      expect(await connectionOf(first.connectionId)).toBeUndefined();
      expect(await connectionOf(second.connectionId)).toBeDefined();
      await counting.close();
    });

    it("facts that change are known everywhere, and changes at the same time do not undo each other", async () => {
      const owner = newOwner();
      const session = await here.open(owner, facts, peer);
      await there.find(owner, "gds");
      const subscribe = (sessions: ClientSessions, uri: string) =>
        sessions.change(session, ({ subscriptions }) => ({ subscriptions: [...subscriptions, uri] }));
      await Promise.all([subscribe(here, "a"), subscribe(there, "b"), here.change(session, { logLevel: "error" })]);
      for (const sessions of [here, there]) {
        await vi.waitFor(async () => {
          const found = await sessions.find(owner, "gds");
          expect(found?.facts).toMatchObject({ logLevel: "error", server: "gds" });
          expect([...(found?.facts.subscriptions ?? [])].sort()).toEqual(["a", "b"]);
        });
      }
      await here.end(owner);
      await here.change(session, { logLevel: "debug" });
      expect(await recordOf(owner)).toBeUndefined();
    });

    it("one is kept apart for each server that it was opened at", async () => {
      const owner = newOwner();
      const gds = await here.open(owner, facts, peer);
      const flights = await there.open(owner, { ...facts, server: "flights", capabilities: {} }, peer);
      await there.change(flights, { logLevel: "error" });
      await vi.waitFor(async () => {
        expect(await here.find(owner, "gds")).toEqual(gds);
        expect((await here.find(owner, "flights"))?.facts).toMatchObject({ capabilities: {}, logLevel: "error" });
      });
      expect(await here.find(owner, "toolbox")).toBeUndefined();
      for (const session of [gds, flights, flights]) here.touch(session);
      expect(await here.end(owner)).toBe(true);
      for (const { connectionId } of [gds, flights]) expect(await connectionOf(connectionId)).toBeUndefined();
    });

    it("one that is opened once keeps what was settled in it", async () => {
      const owner = { ...newOwner(), knownBy: "address" } as const;
      const opened = await Promise.all([here.openOnce(owner, facts, peer), there.openOnce(owner, facts, peer)]);
      expect(opened[0].connectionId).toBe(opened[1].connectionId);
      await here.change(opened[0], { subscriptions: ["a"] });
      const again = await there.openOnce(owner, { ...facts, logLevel: "error" }, peer);
      expect(again.connectionId).toBe(opened[0].connectionId);
      expect((await start(under.nodes[1]).find(owner, "gds"))?.facts).toMatchObject({
        ...{ logLevel: "info", subscriptions: ["a"] },
      });
    });

    it("one can be opened at a server named like something that every object has", async () => {
      const [owner, odd] = [newOwner(), { ...facts, server: "constructor" }];
      await here.open(owner, facts, peer);
      expect(await here.find(owner, odd.server)).toBeUndefined();
      const session = await here.openOnce(owner, odd, peer);
      await here.change(session, { logLevel: "error" });
      expect(await here.find(owner, odd.server)).toMatchObject({ facts: { server: "constructor", logLevel: "error" } });
    });

    it("one identified by URL, key or address lives as long as bookings, whichever client uses it", async () => {
      const owner = newOwner();
      const lasting = { timeoutMs: 1_000, lastingMs: 600_000 };
      const [opening, counting] = [start(under.nodes[0], lasting), startSessions(lasting)];
      await book(counting, { ...owner, knownBy: "url" }, "TEST-ABC234");
      const session = await opening.open(owner, facts, peer);
      expect(session.lasting).toBe(true);
      opening.touch(session);
      await opening.close();
      await book(counting, { ...owner, opened: true }, "TEST-XYZ234");
      const { expiresAt } = await counting.current(owner);
      expect(expiresAt - under.now()).toBeGreaterThan(500_000);
      await under.pass(1_500);
      expect(await counting.bookings(owner)).toHaveLength(2);
      expect(await start(under.nodes[1], lasting).find(owner, "gds")).toMatchObject({ lasting: true });
      await counting.close();
    });

    it("one that is used without being opened goes on, and is not begun by that", async () => {
      const [known, unknown] = [newOwner(), newOwner()];
      const noting = start(under.nodes[0]);
      const counting = startSessions();
      const before = await counting.current({ ...known, knownBy: "key" });
      await under.pass(20);
      for (const owner of [known, unknown]) noting.touch({ ...owner, lasting: true });
      await noting.close();
      const after = await recordOf(known);
      expect(after?.["expiresAt"]).toBeGreaterThan(before.expiresAt);
      expect(await recordOf(unknown)).toBeUndefined();
      await counting.close();
    });

    it("one that ends is over everywhere, with everything but its PNRs", async () => {
      const owner = newOwner();
      const { store } = under.nodes[0];
      const { connectionId } = await here.open(owner, facts, peer);
      await there.find(owner, "gds");
      const counting = startSessions();
      counting.countSearch(owner, search);
      await book(counting, owner, "TEST-ABC234");
      await store.put("pnr:TEST-ABC234", { status: "confirmed" });
      await store.put(`gds:session:${owner.sessionId}:seats`, { flight: {} });
      const heard = [here, there].map((sessions) => {
        const listener = vi.fn();
        sessions.onEnd(listener);
        return listener;
      });
      expect(await here.end(owner)).toBe(true);
      expect(await here.end(owner)).toBe(false);
      expect(await here.find(owner, "gds")).toBeUndefined();
      for (const listener of heard) {
        await vi.waitFor(() => expect(listener.mock.calls).toEqual([[owner]]));
      }
      expect(await there.find(owner, "gds")).toBeUndefined();
      for (const prefix of [
        `gds:session:${owner.sessionId}`,
        `session:${owner.sessionId}`,
        `connection:${connectionId}`,
      ]) {
        for await (const key of store.scan(prefix)) expect(key).toBeUndefined();
      }
      expect(await store.members("gds:stats:sessions:active")).not.toContain(owner.sessionId);
      expect(await store.get("pnr:TEST-ABC234")).toBeDefined();
      await counting.close();
    });

    it("one that ended is not brought back by what comes late", async () => {
      const owner = { ...newOwner(), opened: true } as const;
      const [early, counting] = [start(under.nodes[0]), startSessions()];
      const session = await early.open(owner, facts, peer);
      early.touch(session);
      counting.countSearch(owner, search);
      expect(await there.end(owner)).toBe(true);
      early.touch(session);
      counting.countSearch(owner, search);
      await Promise.all([early.close(), counting.close()]);
      await book(counting, owner, "TEST-LATE22");
      expect((await counting.current(owner)).id).toBe(owner.sessionId);
      const { store } = under.nodes[0];
      expect(await recordOf(owner)).toBeUndefined();
      expect(await connectionOf(session.connectionId)).toBeUndefined();
      expect(await store.items(`gds:session:${owner.sessionId}:searches`)).toEqual([]);
      expect(await store.members(`session:${owner.sessionId}:pnrs`)).toEqual([]);
    });

    it("requests on several nodes at the same time are all counted", async () => {
      const owner = newOwner();
      const nodes = under.nodes.map((node) => start(node));
      const session = await here.open(owner, facts, peer);
      await under.pass(20);
      for (let turn = 0; turn < 25; turn++) for (const node of nodes) node.touch(session);
      await Promise.all(nodes.map((node) => node.close()));
      const connection = await connectionOf(session.connectionId);
      expect(connection?.["requestCount"]).toBe(51);
      expect(connection?.["lastActivityAt"]).toBeGreaterThan(Number(connection?.["connectedAt"]));
      expect((await recordOf(owner))?.["lastActivity"]).toBe(connection?.["lastActivityAt"]);
    });

    it("an active one does not expire, however short its time, and an idle one does", async () => {
      const owner = newOwner();
      const [brief, other] = [start(under.nodes[0], { timeoutMs: 2_000 }), start(under.nodes[1], { timeoutMs: 2_000 })];
      const session = await brief.open(owner, facts, peer);
      for (let turn = 0; turn < 3; turn++) {
        await under.pass(800);
        const lastActivity = under.now();
        expect(await brief.find(owner, "gds")).toEqual(session);
        brief.touch(session);
        await vi.waitFor(async () =>
          expect((await recordOf(owner))?.["lastActivity"]).toBeGreaterThanOrEqual(lastActivity),
        );
      }
      expect(await other.find(owner, "gds")).toEqual(session);
      await under.pass(2_000);
      expect(await brief.find(owner, "gds")).toBeUndefined();
      expect(await other.find(owner, "gds")).toBeUndefined();
      brief.touch(session);
      await Promise.all([brief.close(), other.close()]);
      expect(await recordOf(owner)).toBeUndefined();
    });

    it("what a session has done is shown without who its client is, and counting keeps that", async () => {
      const owner = newOwner();
      const session = await here.open(owner, facts, peer);
      const counting = startSessions();
      counting.countSearch(owner, search);
      expect(Object.keys(await counting.current(owner)).sort()).toEqual(
        ["bookingCount", "createdAt", "expiresAt", "id", "lastActivity", "searchCount"].sort(),
      );
      expect(await start(under.nodes[1]).find(owner, "gds")).toEqual(session);
      await counting.close();
    });

    it("one that is only passing leaves nothing behind, unless it books", async () => {
      const owner = { ...newOwner(), passing: true } as const;
      const counting = startSessions();
      counting.countSearch(owner, search);
      expect((await counting.current(owner)).searchCount).toBe(0);
      expect(await recordOf(owner)).toBeUndefined();
      await book(counting, owner, "TEST-ABC234");
      expect(await recordOf(owner)).toMatchObject({ bookingCount: 1 });
      expect(await counting.bookings(owner)).toEqual(["TEST-ABC234"]);
      await counting.close();
    });

    it("are counted over all tenants and nodes, and those that are gone are struck off the list", async () => {
      const { store } = under.nodes[0];
      const before = await start(under.nodes[0]).counts();
      const acme = { ...newOwner(), tenant: "acme" };
      await here.open(acme, facts, peer);
      await there.open(newOwner(), facts, peer);
      const idle = newOwner();
      await here.open(idle, facts, peer);
      const found = await store.get(`gds:session:${idle.sessionId}`);
      await store.put(`gds:session:${idle.sessionId}`, { ...found?.value, lastActivity: under.now() - 301_000 });
      await store.addMember("gds:stats:sessions:active", "long gone");
      expect(await start(under.nodes[0]).counts()).toEqual({ active: before.active + 2, total: before.total + 3 });
      expect(await store.members("gds:stats:sessions:active")).not.toContain("long gone");
      expect(await store.members("gds:stats:sessions:active")).toContain(idle.sessionId);
      expect(await store.members("tenant:acme:gds:stats:sessions:active")).toEqual([acme.sessionId]);
    });
  });
}
