import type { Bus } from "../../platform/stores/bus.ts";
import type { JsonValue } from "../../platform/stores/store.ts";
import type { LiveCall } from "../contract.ts";
import type { LiveCalls } from "./live-calls.ts";
import type { Tally } from "./rates.ts";
import type { Subscribers } from "./subscribers.ts";

export const CALLS_TOPIC = "console:calls";
export const RATES_TOPIC = "console:rates";

export const TICK_MS = 250;
export const TICKS_PER_SECOND = 4;
export const MAX_CALLS = 50;

/** The calls of one node since its last message, and how many it left out, by tenant. */
export type CallsMessage = {
  readonly node: string;
  readonly calls: readonly LiveCall[];
  readonly missed: Readonly<Record<string, number>>;
};

/** The rates of one node: of all tenants, and of each tenant with a subscriber. */
export type RatesMessage = {
  readonly node: string;
  readonly all?: Tally;
  readonly tenants: Readonly<Record<string, Tally>>;
};

/** Publishes the calls and rates of this node, while there are subscribers on any node. */
export const broadcastCalls = ({
  calls,
  subscribers,
  bus,
  now = Date.now,
}: {
  readonly calls: LiveCalls;
  readonly subscribers: Subscribers;
  readonly bus: Bus;
  readonly now?: () => number;
}): { close(): void } => {
  const { node, rates } = calls;
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;

  const publishCalls = (): void => {
    const sample = calls.sample(subscribers.wants, MAX_CALLS);
    if (sample.calls.length === 0) return;
    const message: CallsMessage = { node, calls: sample.calls.map(calls.show), missed: sample.missed };
    bus.publish(CALLS_TOPIC, message as unknown as JsonValue);
  };

  const publishRates = (): void => {
    const tenants = subscribers.tenants().map((tenant) => [tenant, rates.of(tenant, now())] as const);
    const message: RatesMessage = {
      node,
      tenants: Object.fromEntries(tenants),
      ...(subscribers.wantsAll() && { all: rates.of(undefined, now()) }),
    };
    bus.publish(RATES_TOPIC, message as unknown as JsonValue);
  };

  const tick = (): void => {
    publishCalls();
    if (ticks++ % TICKS_PER_SECOND === 0) publishRates();
  };

  const start = (hasSubscribers: boolean): void => {
    clearInterval(timer);
    // Earlier calls are not published.
    calls.sample(() => false, 0);
    timer = hasSubscribers ? setInterval(tick, TICK_MS).unref() : undefined;
  };
  const stop = subscribers.onChange(start);

  return {
    close() {
      stop();
      clearInterval(timer);
    },
  };
};
