import type { Grant } from "../../model/grant.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { BookingChanges } from "../../travel/booking-changes.ts";
import type { ConsoleEvent, LiveCall } from "../contract.ts";
import type { ConsoleServers } from "../servers/console-servers.ts";
import {
  CALLS_NEWS,
  type CallsNews,
  MOST_CALLS,
  RATES_NEWS,
  type RatesNews,
  TICK_MS,
  TICKS_PER_SECOND,
} from "./broadcast.ts";
import type { Scope } from "./live-calls.ts";
import { ratesOf, type Tally, tallyIn } from "./rates.ts";
import type { Subscribers } from "./subscribers.ts";

/** What is sent to each console that is open at this process. */
export interface Feeds {
  /** `send` returns false when nobody reads it any more. Returns what ends it. */
  open(grant: Grant, send: (name: string, json: string) => boolean): () => void;
  close(): void;
}

export interface FeedsOptions {
  readonly bus: Bus;
  readonly subscribers: Subscribers;
  readonly bookingChanges: Pick<BookingChanges, "listen">;
  /** The status of a booking; undefined when it is gone. */
  statusOf(tenant: string, pnr: string): Promise<string | undefined>;
  readonly servers: Pick<ConsoleServers, "onChange">;
}

interface Feed {
  readonly scope: Scope;
  readonly tenant: string;
  send(event: ConsoleEvent): void;
  dropped: number;
  /** PNRs of bookings that changed since the last tick. */
  readonly bookings: Set<string>;
}

/** A node that is not heard of for so long is gone, or has nobody to tell. */
const SILENT_AFTER_MS = 3_500;
const MOST_BOOKINGS = 20;

export const scopeOf = ({ operator, tenant }: Grant): Scope => (operator ? undefined : tenant);

export const createFeeds = ({ bus, subscribers, bookingChanges, statusOf, servers }: FeedsOptions): Feeds => {
  const feeds = new Set<Feed>();
  const nodes = new Map<string, { readonly news: RatesNews; readonly heardAt: number }>();
  let calls: LiveCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;

  const sees = ({ scope }: Feed, tenant: string): boolean => scope === undefined || scope === tenant;

  const sendCalls = (feed: Feed, fresh: readonly LiveCall[]): void => {
    const own = fresh.filter(({ tenant }) => sees(feed, tenant));
    if (own.length === 0) return;
    feed.dropped += Math.max(0, own.length - MOST_CALLS);
    feed.send({ event: "call", data: own.slice(-MOST_CALLS) });
  };

  const sendRates = (feed: Feed): void => {
    const tallies = [...nodes.values()].map(({ news }) =>
      tallyIn(feed.scope === undefined ? news.all : news.tenants[feed.scope]),
    );
    const known = tallies.filter((tally): tally is Tally => tally !== undefined);
    feed.send({ event: "rates", data: { ...ratesOf(known), dropped: feed.dropped } });
    feed.dropped = 0;
  };

  const sendBookings = async (feed: Feed): Promise<void> => {
    const pnrs = [...feed.bookings].slice(0, MOST_BOOKINGS);
    feed.bookings.clear();
    for (const pnr of pnrs) {
      const status = await statusOf(feed.tenant, pnr);
      if (status !== undefined) feed.send({ event: "booking", data: { pnr, status } });
    }
  };

  const tick = (): void => {
    const fresh = calls;
    calls = [];
    const isNewSecond = ticks++ % TICKS_PER_SECOND === 0;
    const now = performance.now();
    for (const [node, { heardAt }] of nodes) if (now - heardAt > SILENT_AFTER_MS) nodes.delete(node);
    for (const feed of [...feeds]) {
      sendCalls(feed, fresh);
      if (isNewSecond) sendRates(feed);
      // It is news: whoever misses it finds the booking in the list.
      if (feed.bookings.size > 0) void sendBookings(feed).catch(() => undefined);
    }
  };

  const hearCalls = ({ calls: told, missed }: CallsNews): void => {
    if (feeds.size === 0) return;
    for (const call of told) calls.push(call);
    for (const feed of feeds) {
      for (const [tenant, count] of Object.entries(missed)) if (sees(feed, tenant)) feed.dropped += count;
    }
  };

  const stops = [
    bus.listen(CALLS_NEWS, (body) => hearCalls(body as unknown as CallsNews)),
    bus.listen(RATES_NEWS, (body) => {
      const news = body as unknown as RatesNews;
      if (feeds.size > 0) nodes.set(news.node, { news, heardAt: performance.now() });
    }),
    bookingChanges.listen(({ tenant, pnr }) => {
      for (const feed of feeds) if (feed.tenant === tenant) feed.bookings.add(pnr);
    }),
  ];

  return {
    open(grant, send) {
      const { tenant } = grant;
      const feed: Feed = {
        ...{ tenant, scope: scopeOf(grant), dropped: 0, bookings: new Set<string>() },
        send({ event, data }) {
          if (feeds.has(feed) && !send(event, JSON.stringify(data))) end();
        },
      };
      feeds.add(feed);
      const leave = subscribers.join(feed.scope);
      const stopTools = servers.onChange(tenant, (server) => feed.send({ event: "tools", data: { server } }));
      timer ??= setInterval(tick, TICK_MS).unref();
      const end = (): void => {
        if (!feeds.delete(feed)) return;
        leave();
        stopTools();
        if (feeds.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        calls = [];
        nodes.clear();
      };
      feed.send({ event: "hello", data: {} });
      return end;
    },
    close() {
      for (const stop of stops) stop();
      clearInterval(timer);
    },
  };
};
