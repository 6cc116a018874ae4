import type { Grant } from "../../model/grant.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { BookingChanges } from "../../travel/booking-changes.ts";
import type { ConsoleEvent, LiveCall } from "../contract.ts";
import {
  CALLS_TOPIC,
  type CallsMessage,
  MAX_CALLS,
  RATES_TOPIC,
  type RatesMessage,
  TICK_MS,
  TICKS_PER_SECOND,
} from "./broadcast.ts";
import { type Scope, scopeOf } from "./live-calls.ts";
import { ratesOf, type Tally, tallyIn } from "./rates.ts";
import type { Subscribers } from "./subscribers.ts";

/** Sends events to the consoles that are connected to this process. */
export interface Feeds {
  /** `send` returns false once the console has disconnected. Returns a function that ends the feed. */
  open(grant: Grant, send: (name: string, json: string) => boolean): () => void;
  close(): void;
}

export interface FeedsOptions {
  readonly bus: Bus;
  readonly subscribers: Subscribers;
  readonly bookingChanges: Pick<BookingChanges, "listen">;
  /** Returns the status of a booking; undefined if it was deleted. */
  statusOf(tenant: string, pnr: string): Promise<string | undefined>;
  /** Calls the listener when the tools of a server change; returns a function that stops it. */
  onToolsChange(tenant: string, listener: (server: string) => void): () => void;
}

interface Feed {
  readonly scope: Scope;
  readonly tenant: string;
  send(event: ConsoleEvent): void;
  dropped: number;
  /** PNRs of bookings that changed since the last tick. */
  readonly bookings: Set<string>;
}

/** Rates of a node that has not sent any for this time are ignored. */
const STALE_AFTER_MS = 3_500;
const MAX_BOOKINGS = 20;

export const createFeeds = ({ bus, subscribers, bookingChanges, statusOf, onToolsChange }: FeedsOptions): Feeds => {
  const feeds = new Set<Feed>();
  const nodes = new Map<string, { readonly message: RatesMessage; readonly receivedAt: number }>();
  let calls: LiveCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;

  const sees = ({ scope }: Feed, tenant: string): boolean => scope === undefined || scope === tenant;

  const sendCalls = (feed: Feed, fresh: readonly LiveCall[]): void => {
    const own = fresh.filter(({ tenant }) => sees(feed, tenant));
    if (own.length === 0) return;
    feed.dropped += Math.max(0, own.length - MAX_CALLS);
    feed.send({ event: "call", data: own.slice(-MAX_CALLS) });
  };

  const sendRates = (feed: Feed): void => {
    const tallies = [...nodes.values()].map(({ message }) =>
      tallyIn(feed.scope === undefined ? message.all : message.tenants[feed.scope]),
    );
    const known = tallies.filter((tally): tally is Tally => tally !== undefined);
    feed.send({ event: "rates", data: { ...ratesOf(known), dropped: feed.dropped } });
    feed.dropped = 0;
  };

  const sendBookings = async (feed: Feed): Promise<void> => {
    const pnrs = [...feed.bookings].slice(0, MAX_BOOKINGS);
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
    for (const [node, { receivedAt }] of nodes) if (now - receivedAt > STALE_AFTER_MS) nodes.delete(node);
    for (const feed of [...feeds]) {
      sendCalls(feed, fresh);
      if (isNewSecond) sendRates(feed);
      // An event may get lost: the list of bookings shows the same.
      if (feed.bookings.size > 0) void sendBookings(feed).catch(() => undefined);
    }
  };

  const receiveCalls = ({ calls: received, missed }: CallsMessage): void => {
    if (feeds.size === 0) return;
    for (const call of received) calls.push(call);
    for (const feed of feeds) {
      for (const [tenant, count] of Object.entries(missed)) if (sees(feed, tenant)) feed.dropped += count;
    }
  };

  const stops = [
    bus.listen(CALLS_TOPIC, (body) => receiveCalls(body as unknown as CallsMessage)),
    bus.listen(RATES_TOPIC, (body) => {
      const message = body as unknown as RatesMessage;
      if (feeds.size > 0) nodes.set(message.node, { message, receivedAt: performance.now() });
    }),
    bookingChanges.listen(({ tenant, pnr }) => {
      for (const feed of feeds) if (feed.tenant === tenant) feed.bookings.add(pnr);
    }),
  ];

  return {
    open(grant, send) {
      const { tenant } = grant;
      const feed: Feed = {
        tenant,
        scope: scopeOf(grant),
        dropped: 0,
        bookings: new Set<string>(),
        send({ event, data }) {
          if (feeds.has(feed) && !send(event, JSON.stringify(data))) end();
        },
      };
      feeds.add(feed);
      const leave = subscribers.join(feed.scope);
      const stopTools = onToolsChange(tenant, (server) => feed.send({ event: "tools", data: { server } }));
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
