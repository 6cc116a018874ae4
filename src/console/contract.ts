/**
 * What the console asks of the admin API beyond connectors, invocations and keys, whose own rooms have their routes. Types
 * only: the server answers with them and the page in the browser is compiled against them.
 */

/** `POST /admin/login` with `{ "token": … }`: the admin token, an admin key, or the one-time token of the printed link. */
export interface LoggedIn {
  readonly tenant: string;
  /** Of the key, or `admin-token`. */
  readonly by: string;
  /** May also look after other tenants and the settings. */
  readonly operator: boolean;
  /** ISO 8601. */
  readonly expires_at: string;
  /** Now, by the clock of the world, which may be set to another day. */
  readonly world_time: string;
}
// `GET /admin/login`: LoggedIn, or 401. `POST /admin/logout`: 204.

/** `GET /admin/overview` */
export interface Overview {
  readonly version: string;
  readonly started_at: string;
  /** Under which clients reach this server: `http://127.0.0.1:3000`. */
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

/** Of this tenant's calls, on all nodes, as far as they are known here. */
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

/** `GET /admin/servers/:server/tools`: what tools/list says, all pages. `{ tools: Tool[] }` as MCP has them. */

/**
 * `POST /admin/servers/:server/rpc` with `{ "request": { "jsonrpc": "2.0", "id": 1, "method": …, "params": … } }`: carried
 * out as the console's own MCP session, in the modern era.
 */
export interface Carried {
  /** As they were sent and answered. */
  readonly request: unknown;
  readonly response: unknown;
  readonly milliseconds: number;
  readonly session_id: string;
  readonly notifications: readonly unknown[];
}

/** `GET /admin/complete?kind=airport&text=lon`: for forms. Best first, at most 20. */
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
 * `GET /admin/bookings?status=&session=&text=&limit=&cursor=`; newest first. A page may have few bookings or none, and still a
 * cursor: one question looks at so many bookings and no more.
 */
export interface BookingPage {
  readonly bookings: readonly BookingSummary[];
  readonly next_cursor?: string;
  /** Ever made in this tenant. */
  readonly total: number;
}

export interface BookingSummary {
  readonly pnr: string;
  readonly status: string;
  readonly session_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  /** Lead traveller, as a booking clerk would write it. */
  readonly name: string;
  readonly travellers: number;
  readonly parts: readonly ("flight" | "hotel" | "car")[];
  /** `FRA–JFK · 2 nights New York` */
  readonly summary: string;
  readonly starts_on?: string;
  /** Amounts are whole numbers of the smallest unit, here as everywhere: cents. */
  readonly total?: { readonly amount: number; readonly currency: string };
}

/** `GET /admin/bookings/:pnr` */
export interface BookingDetail {
  /** The whole booking, as retrieveBooking returns it. */
  readonly booking: unknown;
  /** Along the time line, in order; local times with their zone. */
  readonly legs: readonly ItineraryLeg[];
  /** What the total is made of; the last row is the total. */
  readonly price: readonly { readonly label: string; readonly amount: number; readonly currency: string }[];
  readonly history: readonly { readonly at: string; readonly what: string }[];
  /** As a terminal of a reservation system would show it. */
  readonly display: string;
}

export interface ItineraryLeg {
  readonly kind: "flight" | "hotel" | "car";
  readonly title: string;
  readonly from: ItineraryPoint;
  readonly to: ItineraryPoint;
  readonly status: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

export interface ItineraryPoint {
  /** `FRA`, or the name of a house or a counter. */
  readonly place: string;
  /** Local, without an offset: `2026-12-01T09:35`. */
  readonly local: string;
  readonly time_zone: string;
  /** For the time line. */
  readonly at: string;
  readonly latitude?: number;
  readonly longitude?: number;
}
// `POST /admin/bookings/:pnr/cancel` with { reason? }: BookingDetail

/** `GET /admin/calls?limit=`: the last calls that the nodes remember, newest first; of the tenant, or of all for the operator. `{ calls: LiveCall[] }` */
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
  /** Of the error, if it was one. */
  readonly message?: string;
}

/** `GET /admin/calls/:id`, on whatever node it was made; 404 when it is too long ago. */
export interface CallDetail extends LiveCall {
  readonly version?: string | number;
  readonly arguments: unknown;
  /** Absent when it was not kept; cut where it was too large. */
  readonly result?: unknown;
  readonly cut?: boolean;
  readonly steps: readonly {
    readonly step: string;
    readonly started_ms: number;
    readonly milliseconds: number;
    readonly error?: string;
  }[];
  /** For the operator; empty for administrators of a tenant. */
  readonly log: readonly {
    readonly at: string;
    readonly level: string;
    readonly event: string;
    readonly facts: unknown;
  }[];
}

/**
 * `GET /admin/events`: one stream of server-sent events. Names and data: `call` LiveCall[] (batches, at most 4 a second,
 * sampled), `rates` Rates & { dropped: number } every second, `booking` { pnr, status }, `tools` { server }, `hello` {}.
 */
export type ConsoleEvent =
  | { readonly event: "hello"; readonly data: Record<string, never> }
  | { readonly event: "call"; readonly data: readonly LiveCall[] }
  | { readonly event: "rates"; readonly data: Rates & { readonly dropped: number } }
  | { readonly event: "booking"; readonly data: { readonly pnr: string; readonly status: string } }
  | { readonly event: "tools"; readonly data: { readonly server: string } };

/** `GET /admin/tools`: what is in the toolbox, and who was not let in lately, newest first. */
export interface ToolPage {
  readonly tools: readonly RegisteredTool[];
  readonly refusals: readonly RefusedTool[];
}

export interface RefusedTool {
  /** The last time, where it was tried again. */
  readonly at: string;
  /** As it called itself; empty where it did not. */
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
  /** `http`, `mcp` or `built-in`, and where. */
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
  /** The one that waits for its backend to answer, or for somebody to look at it. */
  readonly next?: {
    readonly tool_id: string;
    readonly registered_at: string;
    readonly why: string;
    readonly changes: readonly string[];
  };
  readonly registered_at: string;
  /** 0 for a built-in one, which nobody forgets. */
  readonly lease_seconds: number;
}
// `POST /admin/tools` { tool }: what tools/register answers. `DELETE /admin/tools/:name`: 204.
// `POST /admin/tools/:name/check`: RegisteredTool. `POST /admin/tools/:name/call` { function, arguments }: Carried.

/** `GET /admin/settings`; for the operator. */
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
  /** Which web pages may call which paths. */
  readonly reach: readonly {
    readonly what: string;
    readonly paths: readonly string[];
    readonly origins: string;
    readonly about: string;
  }[];
}
