import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import type { Answer } from "../../../../fixtures/taxiway.ts";
import { type Held, heldBy, MEASURED } from "./held.ts";
import {
  askToolbox,
  call,
  describeTool,
  done,
  namesForClients,
  OPEN_TO_SERVICES,
  register,
  registered,
  startCall,
  unregister,
} from "./registry-client.ts";
import { type Health, type Services, startServices } from "./services.ts";

/** The behaviour of the twenty services in order. */
const SERVICES: readonly Health[] = (["healthy", "hangs", "refuses", "garbage"] as const).flatMap((health) =>
  Array.from({ length: 5 }, () => health),
);
const TOOLS_EACH = 10;
const NAMES = SERVICES.flatMap((_, service) =>
  Array.from({ length: TOOLS_EACH }, (_, each) => `echo_${service}_${each}`),
);
const serviceOf = (tool: string): number => Number(tool.split("_")[1]);
const healthOf = (tool: string): Health => SERVICES[serviceOf(tool)] as Health;
const HEALTHY = NAMES.filter((name) => healthOf(name) === "healthy");
const FAILING = NAMES.filter((name) => healthOf(name) !== "healthy");
const servicesThat = (health: Health): number[] => SERVICES.flatMap((each, index) => (each === health ? [index] : []));
const FAILURES = ["hangs", "refuses", "garbage"] as const;

const WITHIN_A_MINUTE = { timeout: 60_000, interval: 250 };
/** Measuring takes the server's time. */
const EVERY_SECOND = { timeout: 60_000, interval: 1_000 };
const MEGABYTE = 2 ** 20;

let services: Services;
let taxiway: HttpTaxiway;
let before: Held;

/** A few at a time, so that failing services cause the load and not the number of calls. */
const callAll = async (
  names: readonly string[],
  { lanes = 10, timeout }: { readonly lanes?: number; readonly timeout?: number } = {},
): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  const rest = timeout === undefined ? {} : { timeout };
  const left = names.entries();
  const lane = async (): Promise<void> => {
    for (const [index, name] of left) answers[index] = await call(taxiway, name, `to ${name}`, rest);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
};

const echoed = (name: string) =>
  expect.objectContaining({
    result: expect.objectContaining({ data: { text: `to ${name}`, by: `service-${serviceOf(name)}` } }),
  });

const callsSoFar = async (): Promise<readonly number[]> => (await services.counts()).map(({ calls }) => calls);

const registerAll = async (names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await register(taxiway, describeTool(name, services.endpoint(serviceOf(name)), { health_check_interval: 5 }));
  }
};
const unregisterAll = async (names: readonly string[]): Promise<void> => {
  for (const name of names) await unregister(taxiway, name);
};

const untilAll = (names: readonly string[], status: string): Promise<void> =>
  vi.waitFor(async () => {
    const others = (await registered(taxiway)).filter((tool) => names.includes(tool.name) && tool.status !== status);
    expect(others.map(({ name }) => name)).toEqual([]);
  }, WITHIN_A_MINUTE);

beforeAll(async () => {
  [services, taxiway] = await Promise.all([
    startServices(SERVICES.length),
    launchHttpTaxiway({ ...OPEN_TO_SERVICES, ...MEASURED, TAXIWAY_STORE: "memory" }),
  ]);
  // Once while healthy, so that lazy loading and compiling do not count as leaks.
  await registerAll(NAMES);
  expect(await callAll(NAMES)).toEqual(NAMES.map(echoed));
  await unregisterAll(NAMES);
  before = await heldBy(taxiway);
  await registerAll(NAMES);
  for (const failure of FAILURES) await services.become(failure, ...servicesThat(failure));
});
afterAll(() => Promise.all([services?.stop(), taxiway?.stop()]));

describe("two hundred tools on twenty services, of which five hang, five are down and five answer garbage,", () => {
  it("are listed during a pending call", async () => {
    const waiting = startCall(taxiway, "echo_5_0");
    for (let turn = 0; turn < 10; turn++) {
      expect((await registered(taxiway)).map(({ name }) => name).sort()).toEqual([...NAMES].sort());
      expect(await namesForClients(taxiway)).toEqual(expect.arrayContaining(NAMES.map((name) => `${name}__echo`)));
    }
    expect(await waiting.giveUp()).toBe("given up");
  });

  it("serve all calls of the healthy services while the others are called", async () => {
    let underWay = true;
    const failing = callAll([...FAILING, ...FAILING], { lanes: 50, timeout: 2 }).finally(() => {
      underWay = false;
    });
    do expect(await callAll(HEALTHY)).toEqual(HEALTHY.map(echoed));
    while (underWay);
    const possible: Readonly<Record<Health, readonly number[]>> = {
      healthy: [],
      hangs: [-32005, -32006],
      refuses: [-32006],
      garbage: [-32001, -32006],
    };
    for (const [index, { error }] of (await failing).entries()) {
      const name = FAILING[index % FAILING.length] as string;
      expect(possible[healthOf(name)], `${name}: ${JSON.stringify(error)}`).toContain(error?.code);
    }
  });

  it("fail at once with reason, time and alternatives, without a request to a failed service", {
    timeout: 90_000,
  }, async () => {
    await untilAll(FAILING, "unavailable");
    const calls = await callsSoFar();
    for (const [index, { error }] of (await callAll(FAILING)).entries()) {
      const name = FAILING[index] as string;
      expect(error).toMatchObject({
        code: -32006,
        message: "Service unavailable",
        data: {
          error_type: "unavailable",
          retryable: true,
          details: expect.stringContaining(`${name} has been unavailable since 2026-12-01T`),
          since: expect.stringMatching(/^2026-12-01T/),
          last_error: expect.stringMatching(/\w/),
          hint: expect.stringContaining(" instead, or try again later"),
        },
      });
      const alternatives = error?.data?.["alternatives"] as string[];
      expect(alternatives).toHaveLength(3);
      for (const each of alternatives) expect(HEALTHY).toContain(each.replace(/__echo$/, ""));
    }
    expect(await callsSoFar()).toEqual(calls);
    expect(await callAll(HEALTHY)).toEqual(HEALTHY.map(echoed));
  });

  it("have health checks that do not wait for each other", async () => {
    const health = await done(taxiway, "health/check", { tool_name: HEALTHY[0] });
    expect(health).toMatchObject({ status: "healthy", version: "1.0.0", capabilities: ["echo"], last_error: null });
  });

  it("stay in the list of MCP clients, with failed ones marked", async () => {
    const { tools } = (await askToolbox(taxiway, "tools/list")).result;
    const marked = tools
      .filter(({ _meta }: { _meta?: object }) => _meta && "taxiway/availability" in _meta)
      .map(({ name }: { name: string }) => name.replace(/__echo$/, ""));
    expect(marked.sort()).toEqual([...FAILING].sort());
  });

  it("recover when their services do", { timeout: 90_000 }, async () => {
    await services.become("healthy", ...FAILURES.flatMap(servicesThat));
    await untilAll(NAMES, "healthy");
    expect(await callAll(NAMES)).toEqual(NAMES.map(echoed));
  });

  it("leave nothing behind when they are unregistered", { timeout: 120_000 }, async () => {
    await unregisterAll(NAMES);
    await vi.waitFor(async () => {
      const open = (await services.counts()).map(({ connections }) => connections);
      expect(open).toEqual(SERVICES.map(() => 0));
      const after = await heldBy(taxiway);
      for (const what of ["abortListeners", "abortSignals", "sockets", "timers"] as const) {
        expect(after[what], what).toBeLessThanOrEqual(before[what]);
      }
      expect(after.heapUsed).toBeLessThan(before.heapUsed + 4 * MEGABYTE);
    }, EVERY_SECOND);
    expect(taxiway.stderr()).not.toMatch(/"level":"error"|MaxListenersExceeded|unhandled/i);
  });
});
