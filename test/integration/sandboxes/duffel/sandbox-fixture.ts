import { createSessions } from "../../../../src/mcp/sessions/sessions.ts";
import type { Caller } from "../../../../src/model/caller.ts";
import { type Clock, frozenClock } from "../../../../src/model/clock.ts";
import type { Log } from "../../../../src/model/log.ts";
import type { SandboxRequest } from "../../../../src/model/sandbox.ts";
import type { Outbound } from "../../../../src/platform/outbound/outbound.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import { createDuffelSandbox } from "../../../../src/sandboxes/duffel/duffel-sandbox.ts";
import { callerOf } from "../../../../src/sandboxes/duffel/request-headers.ts";
import type { SandboxContext, SandboxParts } from "../../../../src/sandboxes/duffel/sandbox-context.ts";
import type { SliceQuery } from "../../../../src/sandboxes/duffel/search/offers.ts";
import { createTravel } from "../../../../src/travel/travel.ts";
import { aircraftTypes } from "../../../../src/travel/world/flights/airlines.ts";
import { loadPlaces } from "../../../../src/travel/world/places.ts";
import { withTestAirline } from "../../../../src/travel/world/test-airline.ts";
import { createGeneratedWorld } from "../../../../src/travel/world/world.ts";

export const NOW = Date.parse("2026-11-16T12:00:00Z");
const HEADERS = { authorization: "Bearer duffel_test_rehearsal", "duffel-version": "v2", accept: "application/json" };

export interface DuffelReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
  readonly body: any;
}

export interface CallOptions {
  readonly data?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The client's address, for rate limits. */
  readonly address?: string;
}

/** The sandbox on the real world and a memory store, without HTTP. */
export const startSandbox = ({
  bookingTtlMs = 86_400_000,
  ...overrides
}: Partial<SandboxParts> & { clock?: Clock; bookingTtlMs?: number } = {}) => {
  const clock = overrides.clock ?? frozenClock(NOW);
  const defects: unknown[] = [];
  const quiet = () => undefined;
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: (_event, facts) => void defects.push(facts) };
  const store = overrides.store ?? createMemoryStore({ now: clock.now });
  const places = loadPlaces();
  const supplier = withTestAirline(createGeneratedWorld({ seed: "fixed", clock, places }), places);
  const sessions = createSessions({ store, clock, log, timeoutMs: 3_600_000 });
  const travel = createTravel({
    supplier,
    places,
    store,
    sessions,
    clock,
    bookingTtlMs,
    sharedInventory: true,
    ...(overrides.realTime && { realTime: overrides.realTime }),
  });
  let context: SandboxContext | undefined;
  const sandbox = createDuffelSandbox({
    testAirline: supplier.testAirline,
    travel,
    places,
    airlines: supplier.airlines,
    aircraft: () => [...aircraftTypes().values()],
    store,
    clock,
    seed: "fixed",
    log,
    outbound: NO_NETWORK,
    limits: { requests: 1_000_000, searches: 1_000_000 },
    ...overrides,
    orderRoutes: (given) => {
      context = given;
      return overrides.orderRoutes?.(given) ?? { routes: [] };
    },
  });
  const { offers } = context as unknown as SandboxContext;
  const account = callerOf(HEADERS);
  let requests = 0;
  const call = async (method: string, url: string, options: CallOptions = {}): Promise<DuffelReply> => {
    const body = options.body ?? (options.data === undefined ? "" : JSON.stringify({ data: options.data }));
    const sent: SandboxRequest = {
      method,
      url,
      headers: { ...HEADERS, ...(body !== "" && { "content-type": "application/json" }), ...options.headers },
      body,
      requestId: `request-${++requests}`,
      ...(options.address !== undefined && { address: options.address }),
    };
    const { status, headers, body: text } = await sandbox.handle(sent);
    return { status, headers, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    sandbox,
    travel,
    supplier,
    places,
    sessions,
    store,
    defects,
    /** Offers as the order routes see them, for the caller's account. */
    offers: {
      find: (id: string) => offers.find(id, account),
      findSlices: (wish: SliceQuery, limit: number) => offers.findSlices(wish, limit, account),
    },
    call,
    get: (url: string, options?: CallOptions) => call("GET", url, options),
    post: (url: string, data: unknown, options?: CallOptions) => call("POST", url, { ...options, data }),
    patch: (url: string, data: unknown, options?: CallOptions) => call("PATCH", url, { ...options, data }),
    async close() {
      await sandbox.close();
      await sessions.close();
      await store.close();
    },
  };
};
export type StartedSandbox = ReturnType<typeof startSandbox>;

const NO_NETWORK: Outbound = {
  request: () => Promise.reject(new Error("no network in this test")),
  fetch: () => Promise.reject(new Error("no network in this test")),
  problemOf: async () => undefined,
  close: async () => undefined,
};

/** One adult, one way or there and back. */
export const journey = (...route: readonly (readonly [origin: string, destination: string, date: string])[]) => ({
  slices: route.map(([origin, destination, departure_date]) => ({ origin, destination, departure_date })),
  passengers: [{ type: "adult" }] as readonly object[],
  cabin_class: "economy",
});

/** Status, type and code of an error. */
export const refused = ({ status, body }: DuffelReply) => [status, body.errors[0].type, body.errors[0].code];

export const DATE = "2026-12-15";
export const BACK = "2026-12-22";
/** A caller of the booking tools. */
export const CALLER: Caller = { tenant: "default", sessionId: "desk", transport: "http" };

/** Shortcuts for searches on one sandbox. */
export const searching = (sandbox: StartedSandbox) => {
  const search = (data: object, options: CallOptions = {}) => sandbox.post("/air/offer_requests", data, options);
  const offersOf = async (data: object, scenario?: string) => {
    const { status, body } = await search(data, scenario ? { headers: { "x-taxiway-scenario": scenario } } : {});
    if (status !== 201) throw new Error(`the search was answered with ${status}`);
    return body.data.offers;
  };
  return { search, offersOf };
};

/** The fields of Duffel's answers that the tests read. */
export interface Offer {
  readonly id: string;
  readonly total_amount: string;
  readonly owner: { readonly iata_code: string };
  readonly payment_requirements: { readonly requires_instant_payment: boolean };
  readonly slices: readonly Slice[];
}
export interface Slice {
  readonly origin: { readonly iata_code: string };
  readonly duration: string;
  readonly segments: readonly {
    readonly departing_at: string;
    readonly stops: readonly unknown[];
    readonly marketing_carrier: { readonly iata_code: string };
    readonly passengers: readonly { readonly cabin_class: string }[];
  }[];
}
export interface Row {
  readonly sections: readonly { readonly elements: readonly SeatElement[] }[];
}
export interface SeatElement {
  readonly type: string;
  readonly designator?: string;
  readonly available_services?: readonly {
    readonly id: string;
    readonly passenger_id: string;
    readonly total_amount: string;
  }[];
}

export const cents = (amount: string): number => Math.round(Number(amount) * 100);
export const carrierOf = ({ segments }: Slice): string | undefined => segments[0]?.marketing_carrier.iata_code;
export const minutes = ({ slices }: Offer): number =>
  slices.reduce((sum, { duration }) => {
    const [, days = 0, hours = 0, rest = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ?? [];
    return sum + Number(days) * 1440 + Number(hours) * 60 + Number(rest);
  }, 0);
