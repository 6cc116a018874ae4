import { onTestFinished } from "vitest";
import { type Clock, frozenClock } from "../../../../src/model/clock.ts";
import type { Log } from "../../../../src/model/log.ts";
import { createOutbound } from "../../../../src/platform/outbound/guarded-outbound.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import type { Store } from "../../../../src/platform/stores/store.ts";
import type { ShopTimers } from "../../../../src/servers/flights/duffel/duffel-calls.ts";
import { createDuffelShop } from "../../../../src/servers/flights/duffel/duffel-shop.ts";
import { liveTransport, sandboxTransport } from "../../../../src/servers/flights/duffel/duffel-transport.ts";
import type { FlightShop } from "../../../../src/servers/flights/flight-shop.ts";
import { NOW, startSandbox } from "../../sandboxes/duffel/sandbox-fixture.ts";

export const KEY = "duffel_live_3KqT9vXw-secret-of-duffel-7Rz";
export const MORNING = Date.parse("2025-04-01T09:00:00Z");

interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** A clock that moves only when a timer is awaited, or a test moves it. */
export interface Hours {
  readonly clock: Clock;
  readonly timers: ShopTimers;
  pass(ms: number): void;
  /** The waiting times so far. */
  readonly waits: readonly number[];
}

export const createHours = (): Hours => {
  let passed = 0;
  const waits: number[] = [];
  return {
    clock: { now: () => MORNING + passed, configured: true },
    timers: {
      now: () => passed,
      async sleep(ms, signal) {
        signal.throwIfAborted();
        waits.push(ms);
        passed += ms;
      },
    },
    pass(ms) {
      passed += ms;
    },
    waits,
  };
};

export interface OpenShop {
  readonly shop: FlightShop;
  readonly lines: readonly LogLine[];
  readonly hours: Hours;
  readonly store: Store;
}

/** A flight search that calls `url` through the product's outbound guard. */
export const openShop = (
  url: string,
  {
    hours = createHours(),
    store = createMemoryStore({ now: hours.clock.now }),
    deadlineMs,
    timers = hours.timers,
  }: { hours?: Hours; store?: Store; deadlineMs?: number; timers?: ShopTimers } = {},
): OpenShop => {
  const outbound = createOutbound({ allow: ["127.0.0.1"] });
  onTestFinished(() => outbound.close());
  const lines: LogLine[] = [];
  const at =
    (level: string) =>
    (event: string, facts = {}) =>
      void lines.push({ level, event, ...facts });
  const log: Log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const shop = createDuffelShop({
    transport: liveTransport({ outbound, url, key: KEY }),
    source: "live",
    store,
    clock: hours.clock,
    log,
    timers,
    random: () => 0,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  return { shop, lines, hours, store };
};

const quiet = () => undefined;
const LOG: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** A flight search on the sandbox and its world, for one test. */
export const openSandboxShop = () => {
  const started = startSandbox();
  onTestFinished(() => started.close());
  const waits: number[] = [];
  const shop = createDuffelShop({
    transport: sandboxTransport(started.sandbox, "fixed"),
    source: "sandbox",
    store: started.store,
    clock: frozenClock(NOW),
    log: LOG,
    timers: { now: () => waits.reduce((sum, ms) => sum + ms, 0), sleep: async (ms) => void waits.push(ms) },
  });
  return { shop, travel: started.travel, defects: started.defects, waits };
};
