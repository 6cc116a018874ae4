/**
 * The names things are kept under. Operators read them in valkey-cli, so they are part of the product: change one only
 * with a migration.
 */
export const DEFAULT_TENANT = "default";

/** Without API keys there is one tenant, and its keys carry no tenant part. */
const within = (tenant: string, key: string): string => (tenant === DEFAULT_TENANT ? key : `tenant:${tenant}:${key}`);

export const keys = {
  session: (tenant: string, id: string) => within(tenant, `gds:session:${id}`),
  sessionSearches: (tenant: string, id: string) => within(tenant, `gds:session:${id}:searches`),
  sessionBookings: (tenant: string, id: string) => within(tenant, `session:${id}:pnrs`),
  /** Seats taken, when every session has the world to itself. */
  sessionSeats: (tenant: string, id: string) => within(tenant, `gds:session:${id}:seats`),
  /** Seats taken of one flight, when all callers share one world. */
  sharedSeats: (tenant: string, stock: string) => within(tenant, `gds:seats:${stock}`),
  booking: (tenant: string, pnr: string) => within(tenant, `pnr:${pnr}`),
  /** A page of the journal of a tenant's bookings: their PNRs in the order in which they were begun. */
  bookingJournal: (tenant: string, page: number) => within(tenant, `bookings:${page}`),
  /** How many bookings were ever begun, and how many of them were given up again. */
  bookingCount: (tenant: string) => within(tenant, "bookings:count"),
  bookingsGivenUp: (tenant: string) => within(tenant, "bookings:given-up"),
  idempotency: (tenant: string, key: string) => within(tenant, `gds:idempotency:${key}`),
  /** Events of a stream, for a client that comes back for what it missed. */
  sessionStream: (tenant: string, id: string, stream: string) => within(tenant, `gds:session:${id}:stream:${stream}`),
  /** A node that answers for streams says here that it is alive. */
  node: (id: string) => `gds:node:${id}`,
  connection: (tenant: string, id: string) => within(tenant, `connection:${id}`),
  /** Overwritten by a node now and then while it has nothing else to write, to learn whether the store takes writes. */
  writeProbe: (node: string) => `gds:write-probe:${node}`,
  /** The format of everything else in a shared store, so that an older release does not work on newer data. */
  format: "gds:format",
  /** Signs what clients keep for us. */
  secret: "gds:secret",
  bookingsTotal: "gds:stats:bookings:total",
  activeSessions: (tenant: string) => within(tenant, "gds:stats:sessions:active"),
  /** Tenants other than the default one that ever had a session. */
  tenants: "gds:stats:tenants",
  /** Names of the tools that services registered, in lower case. */
  tools: (tenant: string) => within(tenant, "toolbox:tools"),
  /** By its name in lower case. Stays when the tool is gone, so that no tool_id is ever given twice. */
  tool: (tenant: string, name: string) => within(tenant, `toolbox:tool:${name}`),
  /** How a tool was at its last check, by tool_id. */
  toolHealth: (tenant: string, id: string) => within(tenant, `toolbox:health:${id}`),
  /** What its last checks found, by tool_id. */
  toolChecks: (tenant: string, id: string) => within(tenant, `toolbox:checks:${id}`),
  /** Who was not let in lately. */
  toolRefusals: (tenant: string) => within(tenant, "toolbox:refusals"),
  /** What a tool's secret is made of. */
  toolSecret: (tenant: string, name: string) => within(tenant, `toolbox:${name}`),
  /** Topics of the bus: a tenant's tools changed, or were checked. */
  toolNews: (tenant: string) => within(tenant, "toolbox"),
  toolHealthNews: (tenant: string) => within(tenant, "toolbox-health"),
  /** What an account of the Duffel sandbox has: `duffel:<account>:orq_…`. */
  duffel: (tenant: string, account: string, name: string) => within(tenant, `duffel:${account}:${name}`),
  /** What an order of the Duffel sandbox has beyond its PNR. */
  duffelOrder: (tenant: string, pnr: string) => within(tenant, `duffel:order:${pnr}`),
  /** What could come in place of flights of an order, by the id of the request for it. */
  duffelOrderChange: (tenant: string, pnr: string, id: string) => within(tenant, `duffel:order:${pnr}:${id}`),
  /** An answer of the flights server: what was searched for, and a digest of all else that changes the answer. */
  flightSearch: (origin: string, destination: string, date: string, cabin: string, digest: string) =>
    `flights:${origin}:${destination}:${date}:${cabin}:${digest}`,
  /** An API key by its visible part: what it is good for, and digests of its secrets. */
  accessKey: (prefix: string) => `access:key:${prefix}`,
  /** Visible parts of a tenant's keys. */
  tenantAccessKeys: (tenant: string) => `access:tenant:${tenant}:keys`,
  /** Tenants that ever had a key. */
  accessTenants: "access:tenants",
  /** Somebody who is logged in at the console, by the digest of what their browser shows. */
  consoleSession: (digest: string) => `access:console:${digest}`,
  /** A login link that was followed: nobody can follow it again. */
  usedLoginLink: (digest: string) => `access:login-link:${digest}`,
  /** Who took rooms of a hotel of the CapCorn sandbox, by the code of the house in the world. */
  capcornRooms: (tenant: string, house: string) => within(tenant, `capcorn:rooms:${house}`),
  /** A reservation of the CapCorn sandbox, under the id it has in the system that it came from. */
  capcornReservation: (tenant: string, source: string, id: string) =>
    within(tenant, `capcorn:reservation:${encodeURIComponent(source)}:${encodeURIComponent(id)}`),
  /** Names of a tenant's connectors, drafts among them. */
  connectors: (tenant: string) => within(tenant, "connectors"),
  /** Which versions of a connector there are, and which one is served. */
  connector: (tenant: string, name: string) => within(tenant, `connector:${name}`),
  connectorDraft: (tenant: string, name: string) => within(tenant, `connector:${name}:draft`),
  /** Never changes once it is there. */
  connectorVersion: (tenant: string, name: string, number: number) =>
    within(tenant, `connector:${name}:version:${number}`),
  /** A secret of a connector, sealed. */
  connectorSecret: (tenant: string, connector: string, name: string) =>
    within(tenant, `connector:${connector}:secret:${name}`),
  /** `<connector>/<name>` of each of them. */
  connectorSecrets: (tenant: string) => within(tenant, "connector-secrets"),
  /** A page of the invocation log. */
  invocations: (tenant: string, page: number) => within(tenant, `invocations:${page}`),
  /** How many calls the log has ever heard of. */
  invocationCount: (tenant: string) => within(tenant, "invocations:count"),
  /** The whole of a result that was too large to be shown. */
  keptResult: (tenant: string, id: string) => within(tenant, `result:${id}`),
  rateLimit: (client: string, window: number) => `ratelimit:${client}:${window}`,
} as const;

/** The first words of all keys above. */
const FIRST_WORDS: ReadonlySet<string> = new Set([
  "tenant",
  ...Object.values(keys).map(
    (key) => (typeof key === "string" ? key : (key as (...parts: unknown[]) => string)(DEFAULT_TENANT)).split(":")[0],
  ),
] as string[]);

/** Whether a key of a database that other programs may use too is one of ours. */
export const isTaxiwayKey = (key: string): boolean => FIRST_WORDS.has(key.split(":", 1)[0] as string);

/** As many as the longest key takes. */
const IDS = ["*", "*", "*", "*", "*"];

/** The words that our keys are made of; anything else in a key is an id, or a name that a client chose. */
const WORDS: ReadonlySet<string> = new Set(
  Object.values(keys)
    .flatMap((key) => (typeof key === "string" ? key : (key as (...ids: string[]) => string)(...IDS)).split(":"))
    .filter((part) => /^[a-z-]+$/.test(part)),
);

/** What a key is about, without whose it is: `gds:session:*:searches`. An id may hold colons, as an IPv6 address does. */
export const keyKind = (key: string): string => {
  const parts = key.split(":").map((part) => (WORDS.has(part) ? part : "*"));
  return parts.join(":").replace(/\*(?::\*)+/g, "*");
};
