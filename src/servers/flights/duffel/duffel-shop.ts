import { randomUUID } from "node:crypto";
import type { Clock } from "../../../model/clock.ts";
import { Failure, invalid } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { FlightSearchAnswer, FlightShop, ShopOptions } from "../flight-shop.ts";
import { createCoalesced } from "./coalesce.ts";
import { createDuffelCalls, realTimers, type ShopTimers } from "./duffel-calls.ts";
import type { DuffelTransport } from "./duffel-transport.ts";
import { findOffers } from "./find-offers.ts";
import { objectIn, offerIdIn } from "./foreign-values.ts";
import { normaliseOffer, normaliseOffers } from "./normalise-offers.ts";
import { type PlannedTrip, planMultiCity, planSearch } from "./plan-trip.ts";
import { brokenAnswer, type Subject } from "./refusals.ts";
import { createSearchCache, type Remembered } from "./search-cache.ts";
import { noFlights, notesOn, TEST_OFFERS } from "./search-notes.ts";
import { multiCitySubject, offerSubject, searchSubject } from "./subjects.ts";
import { cacheKey, type Trip, type TripSlice } from "./trip.ts";

export interface DuffelShopOptions {
  readonly transport: DuffelTransport;
  readonly source: FlightShop["source"];
  readonly store: Store;
  /** By which offers expire. */
  readonly clock: Clock;
  readonly log: Log;
  readonly timers?: ShopTimers;
  random?(): number;
  /** For everything that is asked of Duffel for one answer. Default 10 seconds. */
  readonly deadlineMs?: number;
}

/** The names under which operators look for it. */
const TOOL = "flights-mcp";

interface Fetched {
  readonly found: Remembered;
  readonly toolInvocationId: string;
  /** Of whoever asked first. */
  readonly askedBy: string;
}

interface Search {
  readonly operation: string;
  readonly plan: PlannedTrip;
  readonly subject: Subject;
  readonly refresh: boolean | undefined;
}

/** Duffel's API as a shop: over the network, or the sandbox that speaks like it. */
export const createDuffelShop = (options: DuffelShopOptions): FlightShop => {
  const { transport, source, store, clock, log, timers = realTimers, random = Math.random } = options;
  const calls = createDuffelCalls({ transport, clock, timers, random, deadlineMs: options.deadlineMs ?? 10_000 });
  const cache = createSearchCache({ store, clock, timers, log });
  const searches = createCoalesced<Fetched>();

  /** Logs how it went, under names that the caller's own log line repeats. */
  const invoke = async <T>(
    operation: string,
    operationId: string,
    work: (toolInvocationId: string) => Promise<{ readonly result: T; readonly resultCount: number }>,
  ): Promise<T> => {
    const toolInvocationId = randomUUID();
    const began = timers.now();
    const facts = () => ({
      ...{ operationId, toolInvocationId, tool: TOOL, operation },
      latency: Math.round(timers.now() - began),
    });
    try {
      const { result, resultCount } = await work(toolInvocationId);
      log.info("Tool invocation success", { ...facts(), resultCount, status: "success" });
      return result;
    } catch (error) {
      const { message, errorType } = described(error);
      log.warn("Tool invocation failed", { ...facts(), status: "error", errorMessage: message, errorType });
      throw error;
    }
  };

  const ask = (trip: Trip, key: string, { operation, subject }: Search, operationId: string, signal: AbortSignal) =>
    invoke<Fetched>(operation, operationId, async (toolInvocationId) => {
      const offers = await findOffers(calls, trip, subject, calls.errand(signal));
      const normalised = normaliseOffers(offers);
      const found: Remembered = {
        options: normalised.options,
        fetchedAt: clock.now(),
        firstExpiry: Math.min(...normalised.options.map(({ expires_at }) => Date.parse(expires_at)), NEVER),
        warnings: notesOn(normalised, source),
        ...(normalised.options.length === 0 && { reason: noFlights(trip, normalised.broken) }),
      };
      await cache.put(key, found);
      return { result: { found, toolInvocationId, askedBy: operationId }, resultCount: found.options.length };
    });

  const search = async (wanted: Search, { signal }: ShopOptions): Promise<FlightSearchAnswer> => {
    const operationId = randomUUID();
    const { trip, warnings } = wanted.plan;
    const key = cacheKey(trip, `${source} ${transport.account}`);
    const about = { source, operationId };
    const remembered = await cache.get(key);
    const fresh = remembered && !wanted.refresh ? cache.fresh(remembered) : undefined;
    if (fresh) {
      log.info("Tool cache hit", { operationId, tool: TOOL, cacheKey: key });
      return answerOf(fresh, { ...about, cached: true }, warnings);
    }
    try {
      const { found, toolInvocationId, askedBy } = await searches.run(key, signal, (shared) =>
        ask(trip, key, wanted, operationId, shared),
      );
      if (askedBy !== operationId) log.info("Tool invocation shared", { operationId, toolInvocationId, tool: TOOL });
      if (found.options.length === 0) {
        const { origin, destination, date } = trip.slices[0] as TripSlice;
        log.info("No flights found", { operationId, toolInvocationId, tool: TOOL, origin, destination, date });
      }
      return answerOf(found, { ...about, cached: false }, warnings);
    } catch (error) {
      if (remembered === undefined || !mayPass(error)) throw error;
      const staleSeconds = Math.max(0, Math.round((clock.now() - remembered.fetchedAt) / 1000));
      log.warn("Tool stale fallback", { operationId, tool: TOOL, cacheKey: key, ageSeconds: staleSeconds });
      const said = `${error.message} These are the offers of ${ageOf(staleSeconds)} ago; prices may have changed and offers may have expired.`;
      return { ...answerOf(remembered, { ...about, cached: true }, [...warnings, said]), staleSeconds };
    }
  };

  return {
    source,

    async search(request, options = {}) {
      const plan = planSearch(request, clock.now());
      const subject = searchSubject(request);
      return search({ operation: "search_flights", plan, subject, refresh: request.refresh }, options);
    },

    async searchMultiCity(request, options = {}) {
      const plan = planMultiCity(request, clock.now());
      const subject = multiCitySubject(request);
      return search({ operation: "search_multi_city", plan, subject, refresh: request.refresh }, options);
    },

    async offer(id, { signal = NEVER_ABORTED } = {}) {
      if (offerIdIn(id) === undefined) throw noOfferId(id);
      const operationId = randomUUID();
      return invoke("get_offer", operationId, async () => {
        const call = { method: "GET", path: () => `/air/offers/${id}`, subject: offerSubject(id) } as const;
        const { body } = await calls.make(call, calls.errand(signal));
        const offer = objectIn(body["data"]);
        const option = offer && normaliseOffer(offer);
        if (option === undefined) throw brokenAnswer("has no offer that can be understood").failure;
        const warnings = source === "live" && offer?.["live_mode"] === false ? [TEST_OFFERS] : [];
        return { result: { source, operationId, fetchedAt: clock.now(), warnings, option }, resultCount: 1 };
      });
    },
  };
};

const NEVER = Number.MAX_SAFE_INTEGER;
const NEVER_ABORTED = new AbortController().signal;

const answerOf = (
  { options, fetchedAt, warnings, reason }: Remembered,
  about: Pick<FlightSearchAnswer, "source" | "operationId" | "cached">,
  before: readonly string[],
): FlightSearchAnswer => ({
  ...about,
  fetchedAt,
  options,
  warnings: [...before, ...warnings],
  ...(reason !== undefined && { reason }),
});

/** Failures that will pass by themselves; one that will not must not hide behind old prices. */
const mayPass = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.kind === "unavailable" || error.kind === "timeout" || error.kind === "rate_limited") &&
  error.details.retryable !== false;

const described = (error: unknown): { readonly message: string; readonly errorType: string } => {
  if (error instanceof Failure) return { message: error.message, errorType: error.kind };
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { message, errorType: name };
};

const ageOf = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
};

const noOfferId = (id: string): Failure =>
  invalid("This is not the id of an offer.", {
    field: "offer_id",
    value: id,
    allowed: "an id that begins with off_, copied from a search of this server",
    hint: "Flights of the GDS (ids like F-AA100-…) are booked with bookFlight there.",
  });
