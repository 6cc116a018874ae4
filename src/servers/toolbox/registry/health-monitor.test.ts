import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import { createLocalBus } from "../../../platform/stores/local-bus.ts";
import { createMemoryStore } from "../../../platform/stores/memory.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { Backend, BackendHealth } from "./backend.ts";
import { createHealthMonitor } from "./health-monitor.ts";
import type { Timers } from "./timers.ts";

const silent: Log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const START = 1_790_000_000_000;

/** Time that passes when told to, for clock and timers alike. */
const createTime = () => {
  let now = START;
  const due = new Map<object, { readonly at: number; readonly action: () => void }>();
  const timers: Timers = {
    now: () => now,
    after(ms, action) {
      const key = {};
      due.set(key, { at: now + ms, action });
      return () => due.delete(key);
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    timers,
    clock: { now: () => now, configured: false },
    pending: () => due.size,
    settle,
    async pass(seconds: number) {
      const end = now + seconds * 1000;
      await settle();
      for (;;) {
        const [next] = [...due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
        if (next === undefined) break;
        due.delete(next[0]);
        now = next[1].at;
        next[1].action();
        await settle();
      }
      now = end;
    },
  };
};

type Behaviour = BackendHealth | Failure | "hangs" | "breaks";

/** A service that is told how to behave, and remembers when it was asked. */
const createService = (time: ReturnType<typeof createTime>, behaviour: Behaviour = { status: "healthy" }) => {
  const service = { behaviour, asked: [] as number[], aborted: 0, open: 0 };
  const backend: Backend = {
    call: () => Promise.reject(new Error("not here")),
    async check(signal) {
      service.asked.push((time.clock.now() - START) / 1000);
      const answer = service.behaviour;
      if (answer === "hangs") {
        service.open += 1;
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            service.open -= 1;
            service.aborted += 1;
            reject(signal.reason);
          });
        });
      }
      if (answer === "breaks") throw new TypeError("x is not a function");
      if (answer instanceof Failure) throw answer;
      return answer;
    },
    close: async () => undefined,
  };
  return Object.assign(service, { backend });
};
const dead = new Failure("unavailable", "Nothing\u001b[2J listens.");

const start = (options: { random?: () => number; store?: (real: Store) => Store } = {}) => {
  const time = createTime();
  const { clock, timers } = time;
  const real = createMemoryStore(clock);
  const store = options.store?.(real) ?? real;
  const bus = createLocalBus();
  const { random = () => 0.5 } = options;
  const monitor = (tenant = "default") =>
    createHealthMonitor({ tenant, store, bus, clock, log: silent, random, timers });
  return { time, store: real, bus, monitor };
};

describe("the health monitor", () => {
  it("knows only the tools of its tenant", async () => {
    const { time, store, bus, monitor } = start();
    const [well, ill] = [createService(time), createService(time, dead)];
    const [acme, other, plain] = [monitor("acme"), monitor("other"), monitor()];
    const heard: unknown[] = [];
    acme.onCheck((_, { status }) => heard.push(status));
    const topics = vi.spyOn(bus, "publish");
    acme.watch("weather_v1", well.backend, 60);
    other.watch("weather_v1", ill.backend, 60);
    plain.watch("weather_v1", ill.backend, 60);
    await time.pass(20);
    expect([acme, other, plain].map((each) => each.of("weather_v1").status)).toEqual([
      ...["healthy", "unavailable", "unavailable"],
    ]);
    expect(heard).toEqual(["healthy"]);
    expect(new Set(topics.mock.calls.map(([topic]) => topic))).toEqual(
      new Set(["tenant:acme:toolbox-health", "tenant:other:toolbox-health", "toolbox-health"]),
    );
    other.unwatch("weather_v1");
    await time.settle();
    const kept = ["tenant:acme:toolbox:health:weather_v1", "tenant:other:toolbox:health:weather_v1"];
    expect(
      (await store.getMany([...kept, "toolbox:health:weather_v1"])).map((found) => found?.value["status"]),
    ).toEqual([...["healthy", undefined, "unavailable"]]);
    await Promise.all([acme.close(), other.close(), plain.close()]);
  });

  it("reports unknown until the first check, which is soon", async () => {
    const { time, monitor } = start();
    const service = createService(time, { status: "healthy", version: "1.0.0", capabilities: ["forecast"] });
    const here = monitor();
    const heard: unknown[] = [];
    here.onCheck((id, health) => heard.push([id, health.status]));
    here.watch("weather_v1", service.backend, 60);
    expect(here.of("weather_v1")).toMatchObject({ status: "unknown", since: START, checkedAt: undefined });
    await time.pass(2);
    expect(here.of("weather_v1")).toEqual({
      status: "healthy",
      responseTimeMs: 0,
      version: "1.0.0",
      capabilities: ["forecast"],
      lastError: undefined,
      since: START + 1000,
      checkedAt: START + 1000,
    });
    expect(heard).toEqual([["weather_v1", "healthy"]]);
    await here.close();
  });

  it("checks at the interval with 20% jitter", async () => {
    for (const [random, expected] of [
      [0, [0, 48, 96, 144]],
      [0.5, [1, 61, 121, 181]],
      [0.999_999, [2, 74, 146, 218]],
    ] as const) {
      const { time, monitor } = start({ random: () => random });
      const service = createService(time);
      const here = monitor();
      here.watch("weather_v1", service.backend, 60);
      await time.pass(expected[3] + 1);
      expect(service.asked.map(Math.round)).toEqual(expected);
      await here.close();
    }
  });

  it("degrades a tool at the first failure, marks it unavailable at the third, and restores it at the first success", async () => {
    const { time, monitor } = start();
    const service = createService(time, { status: "healthy", version: "1.0.0" });
    const here = monitor();
    here.watch("weather_v1", service.backend, 60);
    await time.pass(2);
    service.behaviour = dead;
    await time.pass(60);
    expect(here.of("weather_v1")).toMatchObject({
      status: "degraded",
      lastError: "Nothing[2J listens.",
      version: "1.0.0",
      responseTimeMs: undefined,
      since: START + 61_000,
    });
    await time.pass(10);
    expect(here.of("weather_v1")).toMatchObject({ status: "unavailable", since: START + 67_000 });
    await time.pass(300);
    expect(here.of("weather_v1")).toMatchObject({ status: "unavailable", since: START + 67_000 });
    service.behaviour = { status: "healthy" };
    await time.pass(15);
    expect(here.of("weather_v1")).toMatchObject({ status: "healthy", lastError: undefined });
    await here.close();
  });

  it.each([
    [60, 14.4],
    [600, 60],
    [10, 6],
    [1, 1.2],
  ])("checks a failing tool with an interval of %i s at least every %d s", async (interval, longest) => {
    const { time, monitor } = start({ random: () => 1 });
    const service = createService(time, dead);
    const here = monitor();
    here.watch("weather_v1", service.backend, interval);
    await time.pass(900);
    const gaps = service.asked.slice(1).map((at, i) => at - (service.asked[i] as number));
    expect(Math.max(...gaps)).toBeCloseTo(longest);
    await here.close();
  });

  it("accepts a degraded status reported by the service", async () => {
    const { time, monitor } = start();
    const service = createService(time, { status: "degraded", lastError: "The map is missing." });
    const here = monitor();
    here.watch("weather_v1", service.backend, 60);
    await time.pass(300);
    expect(here.of("weather_v1")).toMatchObject({ status: "degraded", lastError: "The map is missing." });
    expect(service.asked).toHaveLength(5);
    await here.close();
  });

  it("times a check out after three seconds and treats a defect as a failure", async () => {
    const { time, monitor } = start();
    const [hanging, broken] = [createService(time, "hangs"), createService(time, "breaks")];
    const here = monitor();
    here.watch("hanging_v1", hanging.backend, 60);
    here.watch("broken_v1", broken.backend, 60);
    await time.pass(3.9);
    expect([hanging.open, here.of("hanging_v1").status]).toEqual([1, "unknown"]);
    await time.pass(0.2);
    expect([hanging.open, hanging.aborted]).toEqual([0, 1]);
    expect(here.of("hanging_v1")).toMatchObject({
      status: "degraded",
      lastError: "It did not answer a health check within 3 seconds.",
    });
    expect(here.of("broken_v1")).toMatchObject({
      status: "degraded",
      lastError: "The health check failed with an internal error.",
    });
    await here.close();
  });

  it("runs at most 32 checks concurrently", async () => {
    const { time, monitor } = start();
    const services = Array.from({ length: 80 }, () => createService(time, "hangs"));
    const here = monitor();
    for (const [i, { backend }] of services.entries()) here.watch(`tool${i}_v1`, backend, 60);
    const open = () => services.reduce((sum, service) => sum + service.open, 0);
    await time.pass(1);
    expect(open()).toBe(32);
    await time.pass(7);
    expect(open()).toBeLessThanOrEqual(32);
    expect(services.every(({ asked }) => asked.length > 0)).toBe(true);
    await here.close();
    expect(open()).toBe(0);
  });

  it("runs a requested check while hundreds of others hang", async () => {
    const { time, monitor } = start();
    const here = monitor();
    for (let i = 0; i < 300; i++) here.watch(`hanging${i}_v1`, createService(time, "hangs").backend, 60);
    here.watch("weather_v1", createService(time).backend, 60);
    await time.pass(2.5);
    expect(await here.check("weather_v1")).toMatchObject({ status: "healthy" });
    await here.close();
  });

  it("skips a queued check that another node has made", async () => {
    const { time, monitor } = start();
    const [here, there] = [monitor(), monitor()];
    for (let i = 0; i < 300; i++) here.watch(`hanging${i}_v1`, createService(time, "hangs").backend, 60);
    await time.pass(2.5);
    const service = createService(time);
    here.watch("weather_v1", service.backend, 600);
    there.watch("weather_v1", service.backend, 600);
    await time.pass(300);
    expect(service.asked).toHaveLength(1);
    expect(here.of("weather_v1").status).toBe("healthy");
    await Promise.all([here.close(), there.close()]);
  });

  it("runs a requested check at once and shares it between callers", async () => {
    const { time, monitor } = start();
    const service = createService(time);
    const here = monitor();
    here.watch("weather_v1", service.backend, 60);
    expect(await Promise.all([here.check("weather_v1"), here.check("weather_v1")])).toMatchObject([
      { status: "healthy" },
      { status: "healthy" },
    ]);
    expect(service.asked).toEqual([0]);
    await time.pass(59);
    expect(service.asked).toEqual([0]);
    expect(await here.check("unknown_v1")).toMatchObject({ status: "unknown" });
    await here.close();
  });

  it("checks soon after a failed call, but at most every five seconds", async () => {
    const { time, monitor } = start();
    const service = createService(time);
    const here = monitor();
    here.watch("weather_v1", service.backend, 60);
    await time.pass(20);
    service.asked.length = 0;
    here.checkSoon("weather_v1", "connection refused");
    await time.pass(1);
    expect(service.asked).toEqual([20.5]);
    for (let call = 0; call < 100; call++) {
      here.checkSoon("weather_v1", "connection refused");
      await time.pass(0.1);
    }
    expect(service.asked).toEqual([20.5, 25.5, 30.5]);
    await here.close();
  });

  it("shares the check of one node with all nodes", async () => {
    const { time, monitor } = start({ random: Math.random });
    const service = createService(time);
    const [here, there] = [monitor(), monitor()];
    const heard: string[] = [];
    there.onCheck((id, { status }) => heard.push(`${id} ${status}`));
    here.watch("weather_v1", service.backend, 60);
    there.watch("weather_v1", service.backend, 60);
    await time.pass(600);
    expect(service.asked.length).toBeGreaterThanOrEqual(600 / 72);
    expect(service.asked.length).toBeLessThanOrEqual(1 + 600 / 48);
    expect(heard).toHaveLength(service.asked.length);
    service.behaviour = dead;
    for (let second = 0; second < 120; second++) {
      await time.pass(1);
      expect(there.of("weather_v1")).toEqual(here.of("weather_v1"));
    }
    expect(there.of("weather_v1").status).toBe("unavailable");
    await here.close();
    service.behaviour = { status: "healthy" };
    await time.pass(15);
    expect(there.of("weather_v1").status).toBe("healthy");
    await there.close();
  });

  it("checks on one node if two nodes start at the same time", async () => {
    const { time, monitor } = start();
    const service = createService(time);
    const nodes = [monitor(), monitor(), monitor()];
    for (const node of nodes) node.watch("weather_v1", service.backend, 60);
    await time.pass(200);
    expect(service.asked).toEqual([1, 61, 121, 181]);
    for (const node of nodes) expect(node.of("weather_v1").checkedAt).toBe(START + 181_000);
    await Promise.all(nodes.map((node) => node.close()));
  });

  it("shares results through the store if the bus fails", async () => {
    const { time, store } = start();
    const service = createService(time);
    const { clock, timers } = time;
    const node = () =>
      createHealthMonitor({
        tenant: "default",
        store,
        bus: createLocalBus(),
        clock,
        log: silent,
        random: () => 0.5,
        timers,
      });
    const [here, there] = [node(), node()];
    here.watch("weather_v1", service.backend, 60);
    await time.pass(30);
    there.watch("weather_v1", service.backend, 60);
    await time.pass(1);
    expect(there.of("weather_v1")).toEqual(here.of("weather_v1"));
    expect(service.asked).toEqual([1]);
    await time.pass(600);
    expect(service.asked.length).toBeLessThanOrEqual(12);
    await Promise.all([here.close(), there.close()]);
  });

  it("takes over from a node that died during a check", async () => {
    const { time, monitor, store } = start();
    const service = createService(time);
    await store.put("toolbox:health:weather_v1", { status: "healthy", since: START, failures: 0, claimed: true });
    const here = monitor();
    here.watch("weather_v1", service.backend, 60);
    await time.pass(2);
    expect([here.of("weather_v1").status, service.asked]).toEqual(["healthy", []]);
    await time.pass(5);
    expect(service.asked).toEqual([6]);
    await here.close();
  });

  it.each<[string, Record<string, unknown>]>([
    ["a status that does not exist", { status: "fine", since: START, failures: 0 }],
    ["no time", { status: "healthy", failures: 0 }],
    ["failures that are no number", { status: "healthy", since: START, failures: "many" }],
  ])("ignores a record with %s", async (_, record) => {
    const { time, monitor, store } = start();
    const service = createService(time, dead);
    await store.put("toolbox:health:weather_v1", record as never);
    const here = monitor();
    here.watch("weather_v1", service.backend, 60);
    await time.pass(2);
    expect([here.of("weather_v1").status, service.asked]).toEqual(["degraded", [1]]);
    await here.close();
  });

  it("ignores invalid notifications", async () => {
    const { time, monitor, bus } = start();
    const here = monitor();
    here.watch("weather_v1", createService(time).backend, 60);
    for (const body of [null, 7, {}, { id: "weather_v1" }, { id: "weather_v1", record: { status: "healthy" } }]) {
      bus.publish("toolbox-health", body);
    }
    expect(here.of("weather_v1").status).toBe("unknown");
    await here.close();
  });

  it("continues while the store is unavailable, and expires its records", async () => {
    let away = false;
    const { time, monitor, store } = start({
      store: (real) => ({
        ...real,
        get: async (key) => (away ? Promise.reject(new Error("away")) : real.get(key)),
        put: async (...args) => (away ? Promise.reject(new Error("away")) : real.put(...args)),
      }),
    });
    const service = createService(time);
    const here = monitor();
    here.watch("weather_v1", service.backend, 60);
    await time.pass(2);
    expect(await store.get("toolbox:health:weather_v1")).toBeDefined();
    away = true;
    service.behaviour = dead;
    await time.pass(90);
    expect(here.of("weather_v1").status).toBe("unavailable");
    await time.pass(200);
    expect(await store.get("toolbox:health:weather_v1")).toBeUndefined();
    await here.close();
  });

  it("cleans up timers, checks and records of tools that are no longer watched", async () => {
    const { time, monitor, store } = start();
    const [calm, hanging] = [createService(time), createService(time, "hangs")];
    const here = monitor();
    here.watch("calm_v1", calm.backend, 60);
    here.watch("hanging_v1", hanging.backend, 60);
    await time.pass(2);
    expect(hanging.open).toBe(1);
    here.unwatch("calm_v1");
    here.unwatch("hanging_v1");
    await time.settle();
    expect([time.pending(), hanging.open]).toEqual([0, 0]);
    expect(await store.get("toolbox:health:calm_v1")).toBeUndefined();
    expect(here.of("calm_v1").status).toBe("unknown");
    here.watch("calm_v1", calm.backend, 60);
    await here.close();
    expect(time.pending()).toBe(0);
    const asked = calm.asked.length;
    await time.pass(600);
    expect(calm.asked).toHaveLength(asked);
  });

  it("switches to a new backend and keeps the known health", async () => {
    const { time, monitor } = start();
    const [old, fresh] = [createService(time), createService(time, { status: "healthy", version: "2" })];
    const here = monitor();
    here.watch("weather_v1", old.backend, 60);
    await time.pass(2);
    here.watch("weather_v1", old.backend, 60);
    await time.pass(2);
    expect(old.asked).toEqual([1]);
    here.watch("weather_v1", fresh.backend, 30);
    expect(here.of("weather_v1").status).toBe("healthy");
    await time.pass(32);
    expect([old.asked, fresh.asked]).toEqual([[1], [5, 35]]);
    expect(here.of("weather_v1").version).toBe("2");
    await here.close();
  });

  it("survives a listener that throws", async () => {
    const { time, monitor } = start();
    const here = monitor();
    const heard = vi.fn();
    here.onCheck(() => {
      throw new Error("oops");
    });
    const stop = here.onCheck(heard);
    const service = createService(time);
    here.watch("weather_v1", service.backend, 60);
    await time.pass(62);
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    await time.pass(60);
    expect([heard.mock.calls.length, service.asked.length]).toEqual([2, 3]);
    await here.close();
  });
});
