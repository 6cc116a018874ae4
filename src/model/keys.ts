/** The tenant when authentication is off. Its store keys have no tenant prefix. */
export const DEFAULT_TENANT = "default";

const within = (tenant: string, key: string): string => (tenant === DEFAULT_TENANT ? key : `tenant:${tenant}:${key}`);

/** The names of store keys. They are part of the product, as operators read them: a change needs a migration. */
export const keys = {
  session: (tenant: string, id: string) => within(tenant, `gds:session:${id}`),
  sessionSearches: (tenant: string, id: string) => within(tenant, `gds:session:${id}:searches`),
  sessionBookings: (tenant: string, id: string) => within(tenant, `session:${id}:pnrs`),
  /** Counts the bookings that a session began, for their locators. */
  sessionSequence: (tenant: string, id: string) => within(tenant, `gds:session:${id}:sequence`),
  /** What is taken in a session's own inventory. */
  sessionSeats: (tenant: string, id: string) => within(tenant, `gds:session:${id}:seats`),
  /** Seats taken on one flight in an inventory shared by all callers. */
  sharedSeats: (tenant: string, flight: string) => within(tenant, `gds:seats:${flight}`),
  /** Rooms, cars and travel credits taken: `gds:stock:hotel:LONMK02-202703`. */
  sharedStock: (tenant: string, bucket: string) => within(tenant, `gds:stock:${bucket}`),
  booking: (tenant: string, pnr: string) => within(tenant, `pnr:${pnr}`),
  /** What a change of a booking would cost. */
  quote: (tenant: string, pnr: string, id: string) => within(tenant, `quote:${pnr}:${id}`),
  /** What an airline did to a flight of a day: `AA104-20270310`. */
  flightRecord: (tenant: string, flight: string) => within(tenant, `gds:flight:${flight}`),
  /** A page of a tenant's booking journal: PNRs in the order in which bookings were started. */
  bookingJournal: (tenant: string, page: number) => within(tenant, `bookings:${page}`),
  /** The number of bookings ever started, and of those abandoned. */
  bookingCount: (tenant: string) => within(tenant, "bookings:count"),
  bookingsGivenUp: (tenant: string) => within(tenant, "bookings:given-up"),
  idempotency: (tenant: string, key: string) => within(tenant, `gds:idempotency:${key}`),
  /** Events of a stream, for a client that resumes it. */
  sessionStream: (tenant: string, id: string, stream: string) => within(tenant, `gds:session:${id}:stream:${stream}`),
  /** The heartbeat of a node that owns streams. */
  node: (id: string) => `gds:node:${id}`,
  connection: (tenant: string, id: string) => within(tenant, `connection:${id}`),
  /** Written by an idle node to check that the store accepts writes. */
  writeProbe: (node: string) => `gds:write-probe:${node}`,
  /** The data format of a shared store, which keeps older releases from using newer data. */
  format: "gds:format",
  /** The key that signs state held by clients. */
  secret: "gds:secret",
  bookingsTotal: "gds:stats:bookings:total",
  activeSessions: (tenant: string) => within(tenant, "gds:stats:sessions:active"),
  /** Tenants other than the default one that ever had a session. */
  tenants: "gds:stats:tenants",
  /** Lower-case names of the tools that services registered. */
  tools: (tenant: string) => within(tenant, "toolbox:tools"),
  /** A tool by lower-case name. Kept after the tool is removed, so that no tool_id is reused. */
  tool: (tenant: string, name: string) => within(tenant, `toolbox:tool:${name}`),
  /** A tool's current health, by tool_id. */
  toolHealth: (tenant: string, id: string) => within(tenant, `toolbox:health:${id}`),
  /** Results of a tool's latest health checks, by tool_id. */
  toolChecks: (tenant: string, id: string) => within(tenant, `toolbox:checks:${id}`),
  /** Recently rejected registrations. */
  toolRefusals: (tenant: string) => within(tenant, "toolbox:refusals"),
  /** Context from which a tool's secret is derived. */
  toolSecret: (tenant: string, name: string) => within(tenant, `toolbox:${name}`),
  /** Bus topics: a tenant's tools changed, or their health was checked. */
  toolNews: (tenant: string) => within(tenant, "toolbox"),
  toolHealthNews: (tenant: string) => within(tenant, "toolbox-health"),
  /** A resource of a Duffel sandbox account: `duffel:<account>:orq_…`. */
  duffel: (tenant: string, account: string, name: string) => within(tenant, `duffel:${account}:${name}`),
  /** The data of a Duffel sandbox order that its PNR does not hold. */
  duffelOrder: (tenant: string, pnr: string) => within(tenant, `duffel:order:${pnr}`),
  /** An order change request and its offers. */
  duffelOrderChange: (tenant: string, pnr: string, id: string) => within(tenant, `duffel:order:${pnr}:${id}`),
  /** A cached search of the flights server; the digest covers everything else that affects the result. */
  flightSearch: (origin: string, destination: string, date: string, cabin: string, digest: string) =>
    `flights:${origin}:${destination}:${date}:${cabin}:${digest}`,
  /** An API key by its public prefix: its grant, and digests of its secrets. */
  accessKey: (prefix: string) => `access:key:${prefix}`,
  /** Public prefixes of a tenant's keys. */
  tenantAccessKeys: (tenant: string) => `access:tenant:${tenant}:keys`,
  /** The quota of all calls of a tenant. */
  tenantQuota: (tenant: string) => `access:tenant:${tenant}:quota`,
  tenantsWithQuota: "access:quotas",
  /** Tenants that ever had a key. */
  accessTenants: "access:tenants",
  /** A console login, by the digest of its cookie. */
  consoleSession: (digest: string) => `access:console:${digest}`,
  /** A used login link; links work once. */
  usedLoginLink: (digest: string) => `access:login-link:${digest}`,
  /** Rooms taken in a hotel of the CapCorn sandbox, by the hotel's code in the generated world. */
  capcornRooms: (tenant: string, hotel: string) => within(tenant, `capcorn:rooms:${hotel}`),
  /** A reservation of the CapCorn sandbox, by its ID in the system of origin. */
  capcornReservation: (tenant: string, source: string, id: string) =>
    within(tenant, `capcorn:reservation:${encodeURIComponent(source)}:${encodeURIComponent(id)}`),
  /** Names of a tenant's connectors, including drafts. */
  connectors: (tenant: string) => within(tenant, "connectors"),
  /** The versions of a connector, and the one that is served. */
  connector: (tenant: string, name: string) => within(tenant, `connector:${name}`),
  connectorDraft: (tenant: string, name: string) => within(tenant, `connector:${name}:draft`),
  /** Immutable. */
  connectorVersion: (tenant: string, name: string, number: number) =>
    within(tenant, `connector:${name}:version:${number}`),
  /** An encrypted secret of a connector. */
  connectorSecret: (tenant: string, connector: string, name: string) =>
    within(tenant, `connector:${connector}:secret:${name}`),
  /** Held by the node that renews a secret. */
  connectorSecretLease: (tenant: string, connector: string, name: string) =>
    within(tenant, `connector:${connector}:secret:${name}:lease`),
  /** `<connector>/<name>` of each secret. */
  connectorSecrets: (tenant: string) => within(tenant, "connector-secrets"),
  /** A page of the invocation log. */
  invocations: (tenant: string, page: number) => within(tenant, `invocations:${page}`),
  /** The number of calls ever logged. */
  invocationCount: (tenant: string) => within(tenant, "invocations:count"),
  /** The full text of a result that was truncated. */
  keptResult: (tenant: string, id: string) => within(tenant, `result:${id}`),
  /** A rehearsal run, and a line of its journal. */
  run: (id: string) => `run:${id}`,
  runLine: (id: string, n: number) => `run:${id}:line:${n}`,
  /** The given bookings of a run as they were when it started. */
  runGiven: (id: string) => `run:${id}:given`,
  /** The prefix of everything that is booked in a run. */
  runWorld: (id: string) => `run:${id}:world:`,
  /** The run of a token, by the token's digest. */
  runToken: (digest: string) => `run:token:${digest}`,
  /** A page of a tenant's runs in the order in which they were started, and their number. */
  runs: (tenant: string, page: number) => within(tenant, `runs:${page}`),
  runCount: (tenant: string) => within(tenant, "runs:count"),
  openRuns: (tenant: string) => within(tenant, "runs:open"),
  openRunCount: (tenant: string) => within(tenant, "runs:open:count"),
  /** A tenant's own scenarios by name, and the texts that its runs were started with, by digest. */
  scenarios: (tenant: string) => within(tenant, "scenarios"),
  scenario: (tenant: string, name: string) => within(tenant, `scenario:${name}`),
  scenarioText: (tenant: string, digest: string) => within(tenant, `scenario:text:${digest}`),
  rateLimit: (client: string, window: number) => `ratelimit:${client}:${window}`,
} as const;

/** The first segments of all keys above. */
const FIRST_WORDS: ReadonlySet<string> = new Set([
  "tenant",
  ...Object.values(keys).map(
    (key) => (typeof key === "string" ? key : (key as (...parts: unknown[]) => string)(DEFAULT_TENANT)).split(":")[0],
  ),
] as string[]);

/** Checks whether a key belongs to Taxiway: other programs may use the same database. */
export const isTaxiwayKey = (key: string): boolean => FIRST_WORDS.has(key.split(":", 1)[0] as string);

/** Enough for the key with the most parameters. */
const IDS = ["*", "*", "*", "*", "*"];

/** The fixed segments of our keys. Any other segment is an ID, or a name chosen by a client. */
const WORDS: ReadonlySet<string> = new Set(
  Object.values(keys)
    .flatMap((key) => (typeof key === "string" ? key : (key as (...ids: string[]) => string)(...IDS)).split(":"))
    .filter((part) => /^[a-z-]+$/.test(part)),
);

/** Replaces the IDs in a key: `gds:session:*:searches`. An ID may contain colons, as an IPv6 address does. */
export const keyKind = (key: string): string => {
  const parts = key.split(":").map((part) => (WORDS.has(part) ? part : "*"));
  return parts.join(":").replace(/\*(?::\*)+/g, "*");
};
