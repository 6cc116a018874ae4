import type { Bus } from "../../platform/stores/bus.ts";
import type { JsonValue } from "../../platform/stores/store.ts";
import type { LiveCall } from "../contract.ts";
import type { LiveCalls } from "./live-calls.ts";
import type { Tally } from "./rates.ts";
import type { Subscribers } from "./subscribers.ts";

export const CALLS_NEWS = "console:calls";
export const RATES_NEWS = "console:rates";

export const TICK_MS = 250;
export const TICKS_PER_SECOND = 4;
export const MOST_CALLS = 50;

/** Calls of one node since its last news, and how many it left out, by tenant. */
export type CallsNews = {
  readonly node: string;
  readonly calls: readonly LiveCall[];
  readonly missed: Readonly<Record<string, number>>;
};

/** How much one node does; of all tenants, and of each that somebody listens to. */
export type RatesNews = {
  readonly node: string;
  readonly all?: Tally;
  readonly tenants: Readonly<Record<string, Tally>>;
};

/** Tells all nodes what is called here, while somebody listens somewhere; else it does nothing at all. */
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

  const tellCalls = (): void => {
    const sample = calls.sample(subscribers.wants, MOST_CALLS);
    if (sample.calls.length === 0) return;
    const news: CallsNews = { node, calls: sample.calls.map(calls.show), missed: sample.missed };
    bus.publish(CALLS_NEWS, news as unknown as JsonValue);
  };

  const tellRates = (): void => {
    const tenants = subscribers.tenants().map((tenant) => [tenant, rates.of(tenant, now())] as const);
    const news: RatesNews = {
      ...{ node, tenants: Object.fromEntries(tenants) },
      ...(subscribers.wantsAll() && { all: rates.of(undefined, now()) }),
    };
    bus.publish(RATES_NEWS, news as unknown as JsonValue);
  };

  const tick = (): void => {
    tellCalls();
    if (ticks++ % TICKS_PER_SECOND === 0) tellRates();
  };

  const listen = (isThere: boolean): void => {
    clearInterval(timer);
    // What was called before somebody came is no news.
    calls.sample(() => false, 0);
    timer = isThere ? setInterval(tick, TICK_MS).unref() : undefined;
  };
  const stop = subscribers.onChange(listen);

  return {
    close() {
      stop();
      clearInterval(timer);
    },
  };
};
