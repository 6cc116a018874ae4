import { randomUUID } from "node:crypto";
import type { Clock } from "../../../model/clock.ts";
import { Failure, invalid } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { FlightSearchAnswer, FlightShop } from "../flight-shop.ts";
import { type ErrorMapping, invalidAnswer } from "./call-failures.ts";
import { createCoalescer } from "./coalesce.ts";
import { createDuffelCalls, realTimers, type ShopTimers } from "./duffel-calls.ts";
import type { DuffelTransport } from "./duffel-transport.ts";
import { multiCityErrors, offerErrors, searchErrors } from "./error-mappings.ts";
import { findOffers } from "./find-offers.ts";
import { type Normalised, normaliseOffer, normaliseOffers } from "./normalise-offers.ts";
import { TEST_AIRLINE } from "./normalise-slice.ts";
import { cacheKey, type PlannedTrip, planMultiCity, planSearch, type Trip, type TripSlice } from "./plan-trip.ts";
import { type CachedSearch, createSearchCache } from "./search-cache.ts";
import { objectIn, offerIdIn } from "./untrusted-values.ts";

interface DuffelShopOptions {
  readonly transport: DuffelTransport;
  readonly source: FlightShop["source"];
  readonly store: Store;
  /** Decides when offers expire. */
  readonly clock: Clock;
  readonly log: Log;
  readonly timers?: ShopTimers;
  random?(): number;
  /** For all calls to Duffel for one answer. Default 10 seconds. */
  readonly deadlineMs?: number;
}

/** The name in the logs. */
const TOOL = "flights-mcp";

interface Fetched {
  readonly found: CachedSearch;
  readonly toolInvocationId: string;
  /** The operation that started the search; others share its result. */
  readonly startedBy: string;
}

interface Search extends PlannedTrip {
  readonly operation: string;
  readonly errors: ErrorMapping;
  readonly refresh: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A FlightShop on Duffel's API, live or sandbox. */
export const createDuffelShop = (options: DuffelShopOptions): FlightShop => {
  const { transport, source, store, clock, log, timers = realTimers, random = Math.random } = options;
  const calls = createDuffelCalls({ transport, clock, timers, random, deadlineMs: options.deadlineMs ?? 10_000 });
  const cache = createSearchCache({ store, clock, timers, log });
  const searches = createCoalescer<Fetched>();

  /** Logs the outcome under the IDs that the caller's own log line repeats. */
  const invoke = async <T>(
    operation: string,
    operationId: string,
    work: (toolInvocationId: string) => Promise<{ readonly result: T; readonly resultCount: number }>,
  ): Promise<T> => {
    const toolInvocationId = randomUUID();
    const began = timers.now();
    const facts = () => ({
      operationId,
      toolInvocationId,
      tool: TOOL,
      operation,
      latency: Math.round(timers.now() - began),
    });
    try {
      const { result, resultCount } = await work(toolInvocationId);
      log.info("Tool invocation success", { ...facts(), resultCount, status: "success" });
      return result;
    } catch (error) {
      const { message, errorType } = describeError(error);
      log.warn("Tool invocation failed", { ...facts(), status: "error", errorMessage: message, errorType });
      throw error;
    }
  };

  const fetchOffers = ({ trip, operation, errors }: Search, key: string, operationId: string, signal: AbortSignal) =>
    invoke<Fetched>(operation, operationId, async (toolInvocationId) => {
      const offers = await findOffers(calls, trip, errors, calls.startDeadline(signal));
      const normalised = normaliseOffers(offers);
      const found: CachedSearch = {
        options: normalised.options,
        fetchedAt: clock.now(),
        firstExpiry: Math.min(...normalised.options.map(({ expires_at }) => Date.parse(expires_at)), NEVER),
        warnings: warningsAbout(normalised, source),
        ...(normalised.options.length === 0 && { reason: noFlights(trip, normalised.broken) }),
      };
      await cache.put(key, found);
      return { result: { found, toolInvocationId, startedBy: operationId }, resultCount: found.options.length };
    });

  const search = async (request: Search): Promise<FlightSearchAnswer> => {
    const operationId = randomUUID();
    const { trip, warnings } = request;
    const key = cacheKey(trip, `${source} ${transport.account}`);
    const about = { source, operationId };
    const cached = await cache.get(key);
    const fresh = cached && !request.refresh ? cache.fresh(cached) : undefined;
    if (fresh) {
      log.info("Tool cache hit", { operationId, tool: TOOL, cacheKey: key });
      return answerOf(fresh, { ...about, cached: true }, warnings);
    }
    try {
      const { found, toolInvocationId, startedBy } = await searches.run(key, request.signal, (shared) =>
        fetchOffers(request, key, operationId, shared),
      );
      if (startedBy !== operationId) log.info("Tool invocation shared", { operationId, toolInvocationId, tool: TOOL });
      if (found.options.length === 0) {
        const { origin, destination, date } = trip.slices[0] as TripSlice;
        log.info("No flights found", { operationId, toolInvocationId, tool: TOOL, origin, destination, date });
      }
      return answerOf(found, { ...about, cached: false }, warnings);
    } catch (error) {
      if (cached === undefined || !isTemporary(error)) throw error;
      const staleSeconds = Math.max(0, Math.round((clock.now() - cached.fetchedAt) / 1000));
      log.warn("Tool stale fallback", { operationId, tool: TOOL, cacheKey: key, ageSeconds: staleSeconds });
      const warning = `${error.message} These are the offers of ${ageOf(staleSeconds)} ago; prices may have changed and offers may have expired.`;
      return { ...answerOf(cached, { ...about, cached: true }, [...warnings, warning]), staleSeconds };
    }
  };

  return {
    source,

    async search(request, { signal } = {}) {
      const plan = planSearch(request, clock.now());
      const errors = searchErrors(request);
      return search({ ...plan, operation: "search_flights", errors, refresh: request.refresh, signal });
    },

    async searchMultiCity(request, { signal } = {}) {
      const plan = planMultiCity(request, clock.now());
      const errors = multiCityErrors(request);
      return search({ ...plan, operation: "search_multi_city", errors, refresh: request.refresh, signal });
    },

    async offer(id, { signal = NEVER_ABORTED } = {}) {
      if (offerIdIn(id) === undefined) throw notAnOfferId(id);
      const operationId = randomUUID();
      return invoke("get_offer", operationId, async () => {
        const call = { method: "GET", path: () => `/air/offers/${id}`, errors: offerErrors(id) } as const;
        const { body } = await calls.make(call, calls.startDeadline(signal));
        const offer = objectIn(body["data"]);
        const option = offer && normaliseOffer(offer);
        if (option === undefined) throw invalidAnswer("has no valid offer").failure;
        const warnings = source === "live" && offer?.["live_mode"] === false ? [TEST_OFFERS] : [];
        return { result: { source, operationId, fetchedAt: clock.now(), warnings, option }, resultCount: 1 };
      });
    },
  };
};

const NEVER = Number.MAX_SAFE_INTEGER;
const NEVER_ABORTED = new AbortController().signal;

const answerOf = (
  { options, fetchedAt, warnings, reason }: CachedSearch,
  about: Pick<FlightSearchAnswer, "source" | "operationId" | "cached">,
  before: readonly string[],
): FlightSearchAnswer => ({
  ...about,
  fetchedAt,
  options,
  warnings: [...before, ...warnings],
  ...(reason !== undefined && { reason }),
});

/** Stale offers are shown only for failures that pass by themselves. */
const isTemporary = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.kind === "unavailable" || error.kind === "timeout" || error.kind === "rate_limited") &&
  error.details.retryable !== false;

const describeError = (error: unknown): { readonly message: string; readonly errorType: string } => {
  if (error instanceof Failure) return { message: error.message, errorType: error.kind };
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { message, errorType: name };
};

const ageOf = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
};

const notAnOfferId = (id: string): Failure =>
  invalid("This is not the id of an offer.", {
    field: "offer_id",
    value: id,
    allowed: "an id that begins with off_, copied from a search of this server",
    hint: "Flights of the GDS (ids like F-AA100-…) are booked with bookFlight there.",
  });

const TEST_OFFERS = "The key is a test key: these are Duffel's test offers, not flights on sale.";

const ONLY_TEST_AIRLINE =
  "No airline flies this trip; these offers are of Duffel's test airline, which flies anywhere. Try nearby airports.";

/** Warnings about a result. */
const warningsAbout = (
  { options, broken, left, isTest }: Normalised,
  source: FlightShop["source"],
): readonly string[] => {
  const currencies = new Set(options.map(({ total }) => total.currency));
  return [
    ...(broken > 0 ? [`${counted(broken, "offer was", "offers were")} left out: they could not be understood.`] : []),
    ...(left > 0 ? [`${counted(left, "more expensive offer was", "more expensive offers were")} left out.`] : []),
    ...(currencies.size > 1
      ? [`Prices are in ${[...currencies].join(", ")} and sorted within each currency only.`]
      : []),
    ...(isTest && source === "live" ? [TEST_OFFERS] : []),
    ...(source === "sandbox" && options.length > 0 && options.every(({ airline }) => airline === TEST_AIRLINE)
      ? [ONLY_TEST_AIRLINE]
      : []),
  ];
};

/** Explains an empty result. */
const noFlights = ({ slices, cabin, maxConnections }: Trip, broken: number): string => {
  if (broken > 0) return "There were offers, but none that could be understood.";
  const [first, last] = [slices[0], slices.at(-1)] as [TripSlice, TripSlice];
  const days = first === last ? `on ${first.date}` : `from ${first.date} to ${last.date}`;
  const limits = [
    ...(cabin === undefined ? [] : [`in ${cabin.replace("_", " ")}`]),
    ...(maxConnections === 2 ? [] : [`with at most ${maxConnections} connections`]),
    ...(first.departureTime || first.arrivalTime ? ["within the times asked for"] : []),
  ];
  const summary = [`No flights found from ${first.origin} to ${first.destination} ${days}`, ...limits].join(" ");
  return `${summary}. Try other days, nearby airports or fewer limits.`;
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
