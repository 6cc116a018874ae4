import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CallRecord } from "../../mcp/tools/call-record.ts";
import type { Tool } from "../../mcp/tools/tool.ts";
import type { Caller } from "../../model/caller.ts";
import { Failure } from "../../model/failure.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import { createLocalBus } from "../../platform/stores/local-bus.ts";
import { broadcastCalls, CALLS_TOPIC, type CallsMessage, MAX_CALLS, RATES_TOPIC } from "./broadcast.ts";
import { createLiveCalls, type LiveCallsOptions } from "./live-calls.ts";
import { createSubscribers } from "./subscribers.ts";

const tool = { name: "search", input: { type: "object" } } as unknown as Tool;
const OK: Pick<CallRecord, "outcome"> = { outcome: "ok" };

const callOf = (tenant: string, more: Partial<CallRecord> = {}): CallRecord => {
  const caller: Caller = { tenant, sessionId: "s1", transport: "http" };
  return { ...OK, server: "gds", tool, arguments: {}, milliseconds: 1, caller, requestId: "r1", ...more };
};

const refusedOf = (tenant: string): CallRecord =>
  callOf(tenant, { outcome: "refused", thrown: new Failure("invalid", "No.") });

const create = (more: Partial<LiveCallsOptions> = {}) =>
  createLiveCalls({
    ...{ isWatched: () => true, redact: (value) => value, linesAbout: () => [], version: "1" },
    ...more,
  });

const everyTenant = () => true;

describe("the recent calls", () => {
  it("are the last thousand, newest first", () => {
    const calls = create();
    for (let i = 1; i <= 1_500; i++) calls.note(callOf("acme", { milliseconds: i }));
    const recent = calls.recent(undefined, 2_000);
    expect(recent).toHaveLength(1_000);
    expect([recent[0]?.milliseconds, recent.at(-1)?.milliseconds]).toEqual([1_500, 501]);
    expect(calls.detail(recent.at(-1)?.id ?? "", undefined)?.milliseconds).toBe(501);
    expect(calls.detail(`${calls.node}-500`, undefined)).toBeUndefined();
  });

  it("are limited to the tenant of the caller", () => {
    const calls = create();
    for (const tenant of ["acme", "other", "acme"]) calls.note(callOf(tenant));
    expect(calls.recent("acme", 10).map(({ tenant }) => tenant)).toEqual(["acme", "acme"]);
    const [theirs] = calls.recent("other", 10);
    expect(calls.detail(theirs?.id ?? "", "acme")).toBeUndefined();
    expect(calls.detail(theirs?.id ?? "", "other")).toBeDefined();
  });

  it("are limited to some per second while no console is open", () => {
    let at = 10_000;
    const calls = create({ isWatched: () => false, now: () => at });
    for (let i = 0; i < 5_000; i++) calls.note(callOf("acme"));
    expect(calls.recent(undefined, 2_000)).toHaveLength(100);
    at += 1_000;
    calls.note(callOf("acme"));
    expect(calls.recent(undefined, 2_000)).toHaveLength(101);
    expect(calls.rates.of("acme", at).calls).toBe(5_001);
  });

  it("keep no reference to a connection or to large arguments", () => {
    const calls = create();
    const large = { text: "x".repeat(10_000) };
    calls.note(callOf("acme", { arguments: large }));
    calls.note(callOf("acme", { arguments: { list: Array.from({ length: 5_000 }, () => 1) } }));
    calls.note(callOf("acme", { arguments: { text: "x".repeat(5_000) } }));
    const shown = calls.recent(undefined, 3).map(({ id }) => calls.detail(id, undefined)?.arguments);
    expect(shown).toEqual([{ text: "x".repeat(5_000) }, "[too large to keep]", "[too large to keep]"]);
  });

  it("hide the details of a defect", () => {
    const calls = create();
    calls.note(callOf("acme", { outcome: "defect", thrown: new Error("password in a stack") }));
    const [call] = calls.recent(undefined, 1);
    expect(JSON.stringify(calls.detail(call?.id ?? "", undefined))).not.toContain("password");
    expect(call?.message).toBe("Internal server error.");
  });

  it("have personal data masked, also in messages", () => {
    const redact = vi.fn(() => "[redacted]");
    const calls = create({ redact });
    calls.note(callOf("acme", { outcome: "refused", thrown: new Failure("invalid", "ada@example.com?") }));
    const [call] = calls.recent(undefined, 1);
    const detail = calls.detail(call?.id ?? "", undefined);
    expect(JSON.stringify(detail)).not.toContain("ada");
    expect(detail?.steps[0]?.error).toBe("[redacted]");
  });
});

describe("results", () => {
  const answer = (output: unknown) => ({ answer: { input: {}, output, warnings: [] } });
  const resultsIn = (calls: ReturnType<typeof create>) =>
    calls.recent(undefined, 1_000).map(({ id }) => calls.detail(id, undefined)?.result);

  it("are kept for the last two hundred calls that were shown", () => {
    const calls = create();
    for (let i = 0; i < 300; i++) {
      calls.note(callOf("acme", answer({ i })));
      calls.sample(everyTenant, 50);
    }
    const kept = resultsIn(calls).filter((result) => result !== undefined);
    expect(kept).toHaveLength(200);
    expect(kept[0]).toEqual({ i: 299 });
  });

  it("are dropped for calls that were not shown, without subscribers, and if they are large", () => {
    const calls = create();
    for (let i = 0; i < 100; i++) calls.note(callOf("acme", answer({ i })));
    calls.sample(everyTenant, 50);
    expect(resultsIn(calls).filter((result) => result !== undefined)).toHaveLength(50);
    const quiet = create({ isWatched: () => false });
    quiet.note(callOf("acme", answer({ i: 1 })));
    expect(resultsIn(quiet)).toEqual([undefined]);
    calls.note(callOf("acme", answer({ text: "x".repeat(70_000) })));
    calls.sample(everyTenant, 50);
    const [call] = calls.recent(undefined, 1);
    expect(calls.detail(call?.id ?? "", undefined)).toMatchObject({ cut: true });
    expect(resultsIn(calls)[0]).toBeUndefined();
  });
});

describe("a sample of calls", () => {
  it("has each call once, in order", () => {
    const calls = create();
    for (let i = 0; i < 3; i++) calls.note(callOf("acme", { milliseconds: i }));
    const numbers = (sample: { calls: readonly { number: number }[] }) => sample.calls.map(({ number }) => number);
    expect(numbers(calls.sample(everyTenant, 50))).toEqual([1, 2, 3]);
    expect(calls.sample(everyTenant, 50)).toEqual({ calls: [], missed: {} });
    calls.note(callOf("acme"));
    expect(numbers(calls.sample(everyTenant, 50))).toEqual([4]);
  });

  it("has calls of every tenant, however busy one of them is, and counts the missing ones", () => {
    const calls = create();
    calls.note(callOf("quiet"));
    for (let i = 0; i < 900; i++) calls.note(callOf("busy"));
    const { calls: taken, missed } = calls.sample(everyTenant, 50);
    expect(taken.filter(({ tenant }) => tenant === "quiet")).toHaveLength(1);
    expect(taken).toHaveLength(50);
    expect(missed).toEqual({ busy: 851 });
  });

  it("prefers failed calls", () => {
    const calls = create();
    for (let i = 0; i < 200; i++) calls.note(i % 10 === 0 ? refusedOf("acme") : callOf("acme"));
    const { calls: taken } = calls.sample(everyTenant, 50);
    expect(taken.filter(({ outcome }) => outcome === "refused")).toHaveLength(20);
    expect(taken).toHaveLength(50);
  });

  it("counts the calls that it leaves out, also those no longer in memory", () => {
    const calls = create();
    for (let i = 0; i < 2_500; i++) calls.note(callOf("acme"));
    calls.note(callOf("other"));
    expect(calls.sample((tenant) => tenant === "acme", 50).missed).toEqual({ acme: 2_450 });
    expect(calls.sample(everyTenant, 50)).toEqual({ calls: [], missed: {} });
  });

  it("has successful calls beside many failed ones, both spread over time", () => {
    const calls = create();
    for (let i = 0; i < 400; i++) calls.note(i % 2 === 0 ? refusedOf("acme") : callOf("acme"));
    const { calls: taken, missed } = calls.sample(everyTenant, 50);
    expect(missed).toEqual({ acme: 350 });
    for (const wanted of ["ok", "refused"]) {
      const numbers = taken.filter(({ outcome }) => outcome === wanted).map(({ number }) => number);
      expect(numbers).toHaveLength(25);
      expect(Math.min(...numbers)).toBeLessThan(20);
      expect(Math.max(...numbers)).toBeGreaterThan(398);
    }
  });

  it("is chosen from a part of very many calls, with all failed ones and every tenant, and counts them all", () => {
    const calls = create();
    const window = () => {
      for (let i = 0; i < 2_000; i++) calls.note(i % 400 === 7 ? refusedOf("busy") : callOf("busy"));
      calls.note(callOf("quiet"));
      const before = calls.recent(undefined, 1)[0]?.id.split("-")[1];
      return { noted: Number(before), ...calls.sample(everyTenant, 50) };
    };
    const first = window();
    const second = window();
    expect(first.noted).toBe(2_001);
    expect(second.noted - first.noted).toBeLessThan(300);
    expect(second.calls.filter(({ outcome }) => outcome === "refused")).toHaveLength(5);
    expect(second.calls.filter(({ tenant }) => tenant === "quiet")).toHaveLength(1);
    expect(second.missed).toEqual({ busy: 2_001 - 50 });
  });

  it("has only failed calls if there are no others", () => {
    const calls = create();
    for (let i = 0; i < 100; i++) calls.note(i < 10 ? callOf("acme") : refusedOf("acme"));
    const { calls: taken } = calls.sample(everyTenant, 50);
    expect(taken.filter(({ outcome }) => outcome === "refused")).toHaveLength(40);
    expect(taken).toHaveLength(50);
  });

  it("gives the unused share of quiet tenants to busy ones", () => {
    const calls = create();
    const noted = { a: 1, b: 5, c: 300, d: 300 };
    for (const [tenant, count] of Object.entries(noted)) {
      for (let i = 0; i < count; i++) calls.note(callOf(tenant));
    }
    const { calls: taken } = calls.sample(everyTenant, 50);
    const counted = Object.keys(noted).map((wanted) => taken.filter(({ tenant }) => tenant === wanted).length);
    expect(counted).toEqual([1, 5, 22, 22]);
  });

  it("has no calls of tenants without subscribers", () => {
    const calls = create();
    for (const tenant of ["acme", "other"]) calls.note(callOf(tenant));
    expect(calls.sample((tenant) => tenant === "acme", 50)).toMatchObject({ calls: [{ tenant: "acme" }], missed: {} });
  });
});

describe("the broadcast of calls", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  /** Two nodes on one bus: calls here, consoles there. */
  const start = () => {
    const bus: Bus = createLocalBus();
    const news: CallsMessage[] = [];
    const rates: unknown[] = [];
    bus.listen(CALLS_TOPIC, (body) => void news.push(body as unknown as CallsMessage));
    bus.listen(RATES_TOPIC, (body) => void rates.push(body));
    const here = createSubscribers({ bus, node: "here" });
    const there = createSubscribers({ bus, node: "there" });
    const calls = create({ isWatched: here.exist });
    broadcastCalls({ calls, subscribers: here, bus });
    return { bus, news, rates, here, there, calls };
  };

  it("publishes nothing without subscribers", () => {
    const { calls, news, rates } = start();
    for (let i = 0; i < 100; i++) calls.note(callOf("acme"));
    vi.advanceTimersByTime(10_000);
    expect([news, rates, vi.getTimerCount()]).toEqual([[], [], 0]);
  });

  it("publishes new calls four times a second, at most fifty at a time", () => {
    const { calls, news, rates, there } = start();
    calls.note(callOf("acme"));
    there.join(undefined);
    for (let tick = 0; tick < 8; tick++) {
      for (let i = 0; i < 80; i++) calls.note(callOf("acme"));
      vi.advanceTimersByTime(250);
    }
    expect(news).toHaveLength(8);
    expect(news.every((each) => each.calls.length === MAX_CALLS && each.missed["acme"] === 30)).toBe(true);
    expect(news[0]?.calls.some(({ id }) => id.endsWith("-1"))).toBe(false);
    expect(rates).toHaveLength(2);
    expect(rates[1]).toMatchObject({ all: { calls: expect.any(Number) }, tenants: {} });
  });

  it("covers only tenants with open consoles", () => {
    const { calls, news, rates, there } = start();
    there.join("acme");
    for (const tenant of ["acme", "other"]) calls.note(callOf(tenant));
    vi.advanceTimersByTime(1_250);
    expect(news.flatMap((each) => each.calls.map(({ tenant }) => tenant))).toEqual(["acme"]);
    expect(Object.keys((rates[0] as { tenants: object }).tenants)).toEqual(["acme"]);
    expect(rates[0]).not.toHaveProperty("all");
  });

  it("stops when the last console closes, or when its node stops announcing it", () => {
    const { bus, calls, news, here, there } = start();
    const leave = there.join("acme");
    expect(here.exist()).toBe(true);
    leave();
    expect(here.exist()).toBe(false);
    bus.publish("console:listening", { node: "killed", tenants: ["acme"], all: false });
    expect(here.exist()).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(here.exist()).toBe(false);
    news.length = 0;
    calls.note(callOf("acme"));
    vi.advanceTimersByTime(10_000);
    expect([news, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it("continues while a console is announced, and ignores malformed messages", () => {
    const { bus, here, there } = start();
    for (const body of [null, {}, { node: 1, tenants: [], all: true }, { node: "x", all: true }, "x"]) {
      bus.publish("console:listening", body as never);
    }
    expect(here.exist()).toBe(false);
    there.join(undefined);
    vi.advanceTimersByTime(60_000);
    expect(here.exist()).toBe(true);
  });
});
