/**
 * Types of the admin API that the server and the console in the browser share. Routes of connectors, invocations and keys
 * are elsewhere.
 */

/** `POST /admin/login` with `{ "token": … }`: the admin token, an admin key, or the one-time token of the printed link. */
export interface LoggedIn {
  readonly tenant: string;
  /** The ID of the key, or `admin-token`. */
  readonly by: string;
  /** May administer all tenants and see the settings. */
  readonly operator: boolean;
  /** ISO 8601. */
  readonly expires_at: string;
  /** The current time by the clock of the world. */
  readonly world_time: string;
}
// `GET /admin/login`: LoggedIn, or 401. `POST /admin/logout`: 204.

/** `GET /admin/overview` */
export interface Overview {
  readonly version: string;
  readonly started_at: string;
  /** The URL of this server as clients know it: `http://127.0.0.1:3000`. */
  readonly base_url: string;
  readonly auth: "none" | "keys";
  readonly health: {
    readonly status: "healthy" | "degraded" | "unhealthy";
    readonly storage: string;
    readonly storage_ms: number;
  };
  readonly nodes: number;
  readonly sessions: { readonly active: number; readonly total: number };
  readonly bookings_total: number;
  readonly connections: number;
  readonly rates: Rates;
  readonly servers: readonly ServerSummary[];
}

/** The rates of the tenant's calls on all known nodes. */
export interface Rates {
  readonly calls_per_minute: number;
  readonly errors_per_minute: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface ServerSummary {
  /** `gds`, `flights`, `toolbox`, or a connector's name. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** `/mcp/flights` */
  readonly path: string;
  readonly kind: "built-in" | "connector";
  readonly tools: number;
  readonly source: "sandbox" | "live" | "mixed";
}
// `GET /admin/servers`: { servers: ServerSummary[] }

/** `GET /admin/servers/:server/tools`: `{ tools: Tool[] }`, all pages of tools/list. */

/**
 * `POST /admin/servers/:server/rpc` with `{ "request": { "jsonrpc": "2.0", "id": 1, "method": …, "params": … } }`: answered
 * in the console's own MCP session, in the modern era.
 */
export interface Carried {
  /** As sent and received. */
  readonly request: unknown;
  readonly response: unknown;
  readonly milliseconds: number;
  readonly session_id: string;
  readonly notifications: readonly unknown[];
}

/** `GET /admin/complete?kind=airport&text=lon`: suggestions for forms, best match first, at most 20. */
export interface Completion {
  readonly values: readonly {
    readonly value: string;
    readonly label: string;
    readonly latitude?: number;
    readonly longitude?: number;
  }[];
}
// `GET /admin/places?codes=LHR,JFK`: { places: { code, name, city, country, latitude, longitude, time_zone }[] }

/**
 * `GET /admin/bookings?status=&session=&text=&limit=&cursor=`; newest first. A page may have few bookings or none and still a
 * cursor, because a request looks at a limited number of bookings.
 */
export interface BookingPage {
  readonly bookings: readonly BookingSummary[];
  readonly next_cursor?: string;
  /** All bookings of the tenant so far. */
  readonly total: number;
}

export interface BookingSummary {
  readonly pnr: string;
  readonly status: string;
  readonly session_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  /** The lead traveller: `DOE/JANE`. */
  readonly name: string;
  readonly travellers: number;
  readonly parts: readonly ("flight" | "hotel" | "car")[];
  /** `FRA–JFK · 2 nights New York` */
  readonly summary: string;
  readonly starts_on?: string;
  /** In cents. */
  readonly total?: { readonly amount: number; readonly currency: string };
  /** Of a booking on hold: when it is cancelled if it is not paid. */
  readonly pay_by?: string;
  /** How many notices of suppliers are open; left out if there are none. */
  readonly open_notices?: number;
}

/** `GET /admin/bookings/:pnr` */
export interface BookingDetail {
  /** The booking, as retrieveBooking returns it. */
  readonly booking: unknown;
  /** In chronological order. */
  readonly legs: readonly ItineraryLeg[];
  /** The parts of the total; the last row is the total. */
  readonly price: readonly { readonly label: string; readonly amount: number; readonly currency: string }[];
  readonly history: readonly { readonly at: string; readonly what: string }[];
  /** Every amount that was charged, paid or given back, oldest first. */
  readonly ledger: readonly LedgerRow[];
  /** What left the booking and what came, oldest first. */
  readonly operations: readonly {
    readonly revision: number;
    readonly at: string;
    readonly kind: string;
    readonly removed: readonly { readonly id: string; readonly title: string }[];
    /** Ids. */
    readonly added: readonly string[];
    readonly fee: number;
    /** What was paid for it; negative if it came back. */
    readonly total: number;
  }[];
  /** Rendered like a reservation system's terminal. */
  readonly display: string;
}

export interface LedgerRow {
  readonly at: string;
  /** Of the booking when the line was written; 0 for what was booked first. */
  readonly revision: number;
  readonly kind: "sale" | "return" | "fee" | "payment" | "refund" | "credit";
  /** In cents, greater than zero. */
  readonly amount: number;
  readonly about?: string;
  readonly traveller?: string;
  readonly method?: string;
  readonly reference?: string;
  readonly why?: string;
}

export interface ItineraryLeg {
  readonly id: string;
  readonly kind: "flight" | "hotel" | "car";
  readonly title: string;
  readonly from: ItineraryPoint;
  readonly to: ItineraryPoint;
  /** `confirmed`, `on_hold`, `new_times`, `cancelled_by_airline` or `cancelled`. */
  readonly status: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

export interface ItineraryPoint {
  /** `FRA`, or the name of a hotel or a rental station. */
  readonly place: string;
  /** Local, without an offset: `2026-12-01T09:35`. */
  readonly local: string;
  readonly time_zone: string;
  /** The instant, for the time line. */
  readonly at: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** `POST /admin/bookings/:pnr/quote` with `{ remove, add }`, ids of any kind: what a change would cost. Changes nothing. */
export interface BookingQuote {
  readonly quote_id: string;
  readonly pnr: string;
  readonly expires_at: string;
  /** To pay, in cents; negative if it comes back. */
  readonly total: number;
  readonly new_total: number;
  readonly lines: readonly {
    readonly kind: "return" | "sale" | "fee";
    readonly amount: number;
    readonly about?: string;
    readonly traveller?: string;
    readonly why?: string;
  }[];
  readonly rule: string;
  readonly refund_to: readonly { readonly method: string; readonly amount: number; readonly code?: string }[];
  readonly warnings: readonly string[];
}
// `POST /admin/bookings/:pnr/confirm` with { quote_id, payment? }, `/pay` with { expected_total, payment? }, `/accept` with
// { notices } and `/cancel` with { reason?, expected_total? }: BookingDetail

/** `GET /admin/bookings/:pnr/extras`: the seats of each flight ahead, and what else is sold with the flights. */
export interface BookingExtras {
  readonly seat_maps: readonly {
    readonly flight_id: string;
    readonly title: string;
    readonly cabin: string;
    /** The letters of a row, split at the aisles. */
    readonly sections: readonly string[];
    readonly rows: readonly { readonly is_exit: boolean; readonly seats: readonly ShownSeat[] }[];
  }[];
  /** Bags and services, one entry for each traveller. */
  readonly extras: readonly {
    readonly id: string;
    readonly kind: "bag" | "service";
    readonly what: string;
    readonly price: number;
    readonly traveller: string;
    readonly flight_ids: readonly string[];
  }[];
}

export interface ShownSeat {
  /** `24A` */
  readonly seat: string;
  readonly price: number;
  /** `own` is of this booking. */
  readonly state: "free" | "taken" | "own";
  /** Who of this booking has it: `P1`. */
  readonly traveller?: string;
}

/**
 * `POST /admin/bookings/:pnr/disrupt`: what an airline, hotel or car company does to a booking. Answered with the booking,
 * as retrieveBooking returns it.
 */
export interface DisruptRequest {
  readonly kind: "cancel_flight" | "retime" | "downgrade" | "walk_guest" | "substitute_car";
  /** The id of the flight, hotel or car on the booking. */
  readonly about: string;
  /** Only of `retime`: minutes later, or earlier if negative. */
  readonly minutes?: number;
  /** The cabin, hotel or car that the traveller gets. Default: the nearest one. */
  readonly to?: string;
  /** The text of the notice. */
  readonly notice?: string;
  /** Any text: a repeat with the same cue changes nothing. */
  readonly cue?: string;
}

/** `GET /admin/calls?limit=`: `{ calls: LiveCall[] }`, the recent calls of all nodes, newest first; of all tenants for the operator. */
export interface LiveCall {
  readonly id: string;
  readonly at: string;
  readonly server: string;
  readonly tool: string;
  readonly tenant: string;
  readonly session_id: string;
  readonly key_id?: string;
  readonly outcome: "ok" | "refused" | "unavailable" | "defect" | "cancelled" | "input_required";
  readonly milliseconds: number;
  readonly correlation_id: string;
  /** The error message, if the call failed. */
  readonly message?: string;
}

/** `GET /admin/calls/:id`, of any node; 404 if the call is no longer in memory. */
export interface CallDetail extends LiveCall {
  readonly version?: string | number;
  readonly arguments: unknown;
  /** Absent if it was not kept; `cut` tells whether it was too large. */
  readonly result?: unknown;
  readonly cut?: boolean;
  readonly steps: readonly {
    readonly step: string;
    readonly started_ms: number;
    readonly milliseconds: number;
    readonly error?: string;
  }[];
  /** Only for the operator; empty for administrators of a tenant. */
  readonly log: readonly {
    readonly at: string;
    readonly level: string;
    readonly event: string;
    readonly facts: unknown;
  }[];
}

/**
 * `GET /admin/events`: a stream of server-sent events. `call` has a sample of the calls, at most four times a second; `rates`
 * is sent every second.
 */
export type ConsoleEvent =
  | { readonly event: "hello"; readonly data: Record<string, never> }
  | { readonly event: "call"; readonly data: readonly LiveCall[] }
  | { readonly event: "rates"; readonly data: Rates & { readonly dropped: number } }
  | { readonly event: "booking"; readonly data: { readonly pnr: string; readonly status: string } }
  | { readonly event: "tools"; readonly data: { readonly server: string } };

/** `GET /admin/tools`: the tools of the toolbox, and recently refused registrations, newest first. */
export interface ToolPage {
  readonly tools: readonly RegisteredTool[];
  readonly refusals: readonly RefusedTool[];
}

export interface RefusedTool {
  /** The time of the last attempt. */
  readonly at: string;
  /** The name that was to be registered; may be empty. */
  readonly name: string;
  readonly reason: string;
  readonly times: number;
}

export interface RegisteredTool {
  readonly tool_id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly version?: string;
  readonly built_in: boolean;
  readonly status: "healthy" | "degraded" | "unavailable" | "unknown";
  readonly since: string;
  readonly last_error: string | null;
  readonly response_time_ms: number | null;
  readonly backend: { readonly kind: "http" | "mcp" | "built-in"; readonly url?: string };
  readonly functions: readonly {
    readonly name: string;
    readonly description: string;
    readonly wire_name: string;
    readonly parameters: unknown;
  }[];
  /** Oldest first. */
  readonly history: readonly {
    readonly at: string;
    readonly status: string;
    readonly response_time_ms: number | null;
  }[];
  /** A new registration that waits for its backend or for approval. */
  readonly next?: {
    readonly tool_id: string;
    readonly registered_at: string;
    readonly why: string;
    readonly changes: readonly string[];
  };
  readonly registered_at: string;
  /** 0 for built-in tools, which do not expire. */
  readonly lease_seconds: number;
}
// `POST /admin/tools` { tool }: the answer of tools/register. `DELETE /admin/tools/:name`: 204.
// `POST /admin/tools/:name/check`: RegisteredTool. `POST /admin/tools/:name/call` { function, arguments }: Carried.

/** `GET /admin/settings`; only for the operator. */
export interface SettingsShown {
  readonly groups: readonly {
    readonly group: string;
    readonly settings: readonly {
      readonly name: string;
      readonly about: string;
      /** `…` for a secret that is set. */
      readonly value: string | null;
      readonly from: "flag" | "environment" | "default" | "derived";
      readonly allowed?: string;
      readonly secret: boolean;
    }[];
  }[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Which origins may call which paths. */
  readonly reach: readonly {
    readonly what: string;
    readonly paths: readonly string[];
    readonly origins: string;
    readonly about: string;
  }[];
}
