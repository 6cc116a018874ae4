import { proxyProblem } from "../platform/limits/client-address.ts";
import { PURPOSES, purposeEntryProblem } from "../platform/outbound/allowance.ts";
import { givenVaultKey } from "../servers/connectors/secrets/vault-key.ts";

/** A row of the table that `taxiway --help`, the checks at start and docs/configuration.md are generated from. */
export interface Setting {
  /** Environment variable. */
  readonly name: string;
  /** Command-line flag, for settings that people try out by hand. */
  readonly flag?: string;
  readonly group: Group;
  readonly about: string;
  readonly default?: string;
  readonly allowed?: string;
  /** Its value is never shown. */
  readonly secret?: true;
  /** Returns what is wrong with a value. */
  readonly check?: (text: string) => string | undefined;
}

export const GROUPS = [
  "Serving",
  "The world",
  "Bookings and sessions",
  "Storage",
  "Answers",
  "Flights",
  "Toolbox",
  "Connectors",
  "Rehearsal",
  "Remote access",
  "Authentication",
  "Limits",
  "Logs",
] as const;
type Group = (typeof GROUPS)[number];

const SERVERS = ["gds", "flights", "toolbox"] as const;
export const SEARCH_PROVIDERS = ["searxng", "brave", "tavily"] as const;

interface Checked {
  readonly allowed: string;
  readonly check: (text: string) => string | undefined;
}

const oneOf = (...values: readonly string[]): Checked => ({
  allowed: values.join(", "),
  check: (text) => (values.includes(text) ? undefined : `must be one of ${values.join(", ")}`),
});

const number = (least: number, most: number, { whole = true } = {}): Checked => ({
  allowed: `${least} to ${most}`,
  check: (text) => {
    const value = Number(text);
    const fits = text.trim() !== "" && value >= least && value <= most && (!whole || Number.isInteger(value));
    return fits ? undefined : `must be a ${whole ? "whole " : ""}number from ${least} to ${most}`;
  },
});

const flag: Checked = oneOf("true", "false");

const CLOCK_SPAN = ["2024-01-01T00:00:00Z", "2039-01-01T00:00:00Z"] as const;

const clock: Checked = {
  allowed: "system, an ISO instant, frozen: and an ISO instant",
  check: (text) => {
    if (text === "system") return undefined;
    const instant = text.replace(/^frozen:/, "");
    const time = Date.parse(instant);
    if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(instant) || Number.isNaN(time)) {
      return "must be system, or an instant such as 2026-12-01T09:00:00Z, or frozen:2026-12-01T09:00:00Z";
    }
    const [from, to] = CLOCK_SPAN;
    return time >= Date.parse(from) && time < Date.parse(to) ? undefined : `must be between ${from} and ${to}`;
  },
};

const grouped = (group: Group, settings: readonly Omit<Setting, "group">[]): Setting[] =>
  settings.map((setting) => ({ ...setting, group }));

/** Reports the first invalid entry of a comma-separated list. */
const listOf = (problemOf: (entry: string) => string | undefined): Pick<Checked, "check"> => ({
  check: (text) =>
    listed(text)
      .map(problemOf)
      .find((problem) => problem !== undefined),
});

export const listed = (text: string): string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

const originProblem = (entry: string): string | undefined =>
  entry === "*" || (URL.canParse(entry) && new URL(entry).origin === entry)
    ? undefined
    : `'${entry}' is not an origin; write it as https://app.example.com, or * for all`;

const webAddress: Checked = {
  allowed: "an http or https address",
  check: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? undefined : "must be an http or https address",
};

const atLeast = (characters: number): Checked => ({
  allowed: `at least ${characters} characters`,
  check: (text) => (text.length >= characters ? undefined : `must have at least ${characters} characters`),
});

const vaultKeyProblem = (text: string): string | undefined => {
  try {
    givenVaultKey(text, "this");
    return undefined;
  } catch {
    return "must be 32 bytes, as 64 hexadecimal digits or in base64; create one with `openssl rand -base64 32`";
  }
};

const providerProblem = (entry: string): string | undefined =>
  SEARCH_PROVIDERS.some((known) => known === entry)
    ? undefined
    : `'${entry}' is not one of ${SEARCH_PROVIDERS.join(", ")}`;

/** The default for bookings if other machines can reach the server or share its store. */
export const REMOTE_BOOKING_HOURS = "1";

export const SETTINGS: readonly Setting[] = [
  {
    name: "TRANSPORT_MODE",
    flag: "transport",
    group: "Serving",
    about: "Serves one client on stdin (stdio), many over HTTP (http), or both. `taxiway serve` sets http.",
    default: "stdio",
    ...oneOf("stdio", "http", "both"),
  },
  {
    name: "TAXIWAY_SERVER",
    flag: "server",
    group: "Serving",
    about: "The MCP server for the client on stdin. Over HTTP, every server is available at its own path.",
    default: "gds",
    allowed: `${SERVERS.join(", ")}, or the name of a connector such as capcorn`,
    check: (text) => (/^[a-z][a-z0-9-]{0,39}$/.test(text) ? undefined : "must be the name of an MCP server"),
  },
  {
    name: "TAXIWAY_MODULES",
    group: "Serving",
    about:
      "Paths of modules that add MCP servers of your own, separated by commas. They run in this process with all its " +
      "permissions (docs/extending.md). A module reads its settings from TAXIWAY_<NAME>_… variables.",
  },

  {
    name: "MOCK_DATA_SEED",
    flag: "seed",
    group: "The world",
    about:
      "Seed of the generated world. The same seed gives the same world everywhere; random gives a new one at each start.",
    default: "fixed",
    allowed: "fixed, random, any text",
  },
  {
    name: "CLOCK",
    flag: "clock",
    group: "The world",
    about:
      "The clock of the world. It runs on from a given instant, or stops at a frozen one. With either, prices and seats " +
      "also change with the days left to departure.",
    default: "system",
    ...clock,
  },
  {
    name: "TAXIWAY_INVENTORY",
    flag: "inventory",
    group: "The world",
    about:
      "Whether each session has its own seats, rooms and cars (session), or all callers compete for the same ones (shared).",
    default: "session",
    ...oneOf("session", "shared"),
  },
  {
    name: "MOCK_RESPONSE_DELAY",
    group: "The world",
    about: "Milliseconds added to every tool call, to rehearse with slow suppliers.",
    default: "0",
    ...number(0, 60_000),
  },

  {
    name: "PNR_TTL_HOURS",
    group: "Bookings and sessions",
    about:
      "Hours until a booking is deleted, and idle hours until a session expires that is identified by ?session=, API key " +
      `or address. The default is ${REMOTE_BOOKING_HOURS} with Valkey and on addresses other than loopback.`,
    default: "720",
    ...number(0.001, 87_600, { whole: false }),
  },
  {
    name: "MCP_SESSION_TIMEOUT",
    group: "Bookings and sessions",
    about: "Idle seconds until a session expires that is identified by Mcp-Session-Id.",
    default: "3600",
    ...number(1, 31_536_000),
  },

  {
    name: "TAXIWAY_CONFIRM_BOOKINGS",
    group: "Bookings and sessions",
    about:
      "Whether users confirm bookings and cancellations: never (false), if the client supports it (true), or always, " +
      "refusing clients that do not support it (required).",
    default: "false",
    ...oneOf("false", "true", "required"),
  },

  {
    name: "TAXIWAY_STORE",
    flag: "store",
    group: "Storage",
    about: "Where bookings and sessions are stored. The default is valkey if VALKEY_URL or VALKEY_HOST is set.",
    default: "lmdb",
    ...oneOf("lmdb", "memory", "valkey"),
  },
  {
    name: "TAXIWAY_DATA_DIR",
    flag: "data-dir",
    group: "Storage",
    about:
      "Folder of the embedded store and generated secrets. Default: taxiway in the XDG data folder (~/.local/share).",
  },
  {
    name: "VALKEY_URL",
    group: "Storage",
    about:
      "A Valkey server or cluster: valkey://user:password@host:port/db, valkeys:// for TLS, ?cluster=true or several " +
      "hosts for a cluster.",
    secret: true,
  },
  { name: "VALKEY_HOST", group: "Storage", about: "Valkey host, instead of VALKEY_URL." },
  { name: "VALKEY_PORT", group: "Storage", about: "Valkey port.", default: "6379", ...number(1, 65_535) },
  { name: "VALKEY_PASSWORD", group: "Storage", about: "Valkey password.", secret: true },
  { name: "VALKEY_DB", group: "Storage", about: "Valkey database number.", default: "0", ...number(0, 1_000_000) },

  {
    name: "TOOL_ERRORS",
    group: "Answers",
    about: "How failed calls are reported: as a tool result that the model reads, or as a JSON-RPC error.",
    default: "result",
    ...oneOf("result", "jsonrpc"),
  },
  {
    name: "TAXIWAY_TOOLS",
    group: "Answers",
    about:
      "Which tools are listed: all of them (full), or only those named in the contract documents (contract). With contract, " +
      "write tools ignore unknown fields with a warning instead of rejecting them.",
    default: "full",
    ...oneOf("full", "contract"),
  },
  {
    name: "TAXIWAY_TEXT",
    flag: "text",
    group: "Answers",
    about: "The text beside structured results: one line per option (compact), or the same JSON (json).",
    default: "compact",
    ...oneOf("compact", "json"),
  },

  ...grouped("Flights", [
    {
      name: "DUFFEL_API_KEY",
      about: "Key for Duffel's API, with which the flights server searches live. Default: it searches the sandbox.",
      secret: true,
    },
    {
      name: "DUFFEL_API_URL",
      about: "URL of Duffel's API, or of a compatible one.",
      default: "https://api.duffel.com",
      ...webAddress,
    },
  ]),

  ...grouped("Toolbox", [
    {
      name: "TAXIWAY_ADMIN_TOKEN",
      about:
        "Bearer token of the operator, who may register tools, publish connectors and create keys. Default: created at the " +
        "first start, stored in the data folder and printed once.",
      secret: true,
      ...atLeast(16),
    },
    {
      name: "TAXIWAY_OUTBOUND_ALLOW",
      about:
        "Private addresses that may be called: host:port, host names, addresses, networks such as 10.0.0.0/8, separated by " +
        "commas. A prefix limits an entry to one purpose (documents=intranet.example:443): " +
        `${PURPOSES.join(", ")}. An entry without a prefix is for connectors and registered tools. Link-local and cloud ` +
        "metadata addresses are always refused. Addresses in other settings need no entry.",
      ...listOf(purposeEntryProblem),
    },
    {
      name: "TAXIWAY_SEARCH_ORDER",
      about: "Order in which the configured search providers are tried. The offline index comes last.",
      default: SEARCH_PROVIDERS.join(","),
      ...listOf(providerProblem),
    },
    { name: "TAXIWAY_SEARXNG_URL", about: "URL of a SearXNG instance with the JSON format enabled.", ...webAddress },
    { name: "TAXIWAY_BRAVE_API_KEY", about: "Key for Brave Search.", secret: true },
    {
      name: "TAXIWAY_BRAVE_URL",
      about: "URL of Brave Search's API.",
      default: "https://api.search.brave.com/res/v1",
      ...webAddress,
    },
    { name: "TAXIWAY_TAVILY_API_KEY", about: "Key for Tavily.", secret: true },
    { name: "TAXIWAY_TAVILY_URL", about: "URL of Tavily's API.", default: "https://api.tavily.com", ...webAddress },
    {
      name: "TAXIWAY_SEARCH_CORPUS",
      about: "Folder of documents (text, Markdown, HTML) to include in the offline index.",
    },
    {
      name: "TAXIWAY_IMAGES_URL",
      about: "URL of an OpenAI-compatible images API, up to and including /v1. Default: Taxiway draws pictures itself.",
      ...webAddress,
    },
    { name: "TAXIWAY_IMAGES_API_KEY", about: "Key for the images API.", secret: true },
    { name: "TAXIWAY_IMAGES_MODEL", about: "Model for the images API.", default: "gpt-image-1" },
    {
      name: "TAXIWAY_DOCUMENTS_DIR",
      about: "Folder whose files a client on stdin may analyse by their file: URL.",
    },
    {
      name: "TAXIWAY_CURRENCY_RATES",
      about: 'File with exchange rates, {"base": "USD", "date": "2026-11-01", "rates": {"EUR": 0.86}}.',
    },
  ]),

  ...grouped("Connectors", [
    {
      name: "TAXIWAY_VAULT_KEY",
      about:
        "Key that encrypts the credentials of connectors, the same on all nodes: 32 bytes, hexadecimal or base64. Default: " +
        "created and stored in the data folder. Without it, stored credentials cannot be read.",
      secret: true,
      check: vaultKeyProblem,
    },
    {
      name: "TAXIWAY_VAULT_EARLIER_KEYS",
      about:
        "Earlier vault keys, separated by commas. Credentials that they encrypted are encrypted again with the current key.",
      secret: true,
      ...listOf(vaultKeyProblem),
    },
    {
      name: "TAXIWAY_PROPOSALS_URL",
      about:
        "URL of an OpenAI-compatible chat API, up to and including /v1, that may propose tools, and names and descriptions of tools.",
      ...webAddress,
    },
    { name: "TAXIWAY_PROPOSALS_API_KEY", about: "Key for the chat API.", secret: true },
    { name: "TAXIWAY_PROPOSALS_MODEL", about: "Model for the chat API.", default: "gpt-4.1-mini" },
    {
      name: "TAXIWAY_INVOCATION_DAYS",
      about: "Days that the invocation log is kept; at most the last 10,000 calls per tenant.",
      default: "30",
      ...number(0.001, 3_650, { whole: false }),
    },
  ]),

  ...grouped("Rehearsal", [
    {
      name: "TAXIWAY_REHEARSAL",
      about:
        "Whether agents can be rehearsed with scenarios, at /runs and /admin/runs. The default is off on addresses other " +
        "than loopback.",
      default: "on",
      ...oneOf("on", "off"),
    },
    {
      name: "TAXIWAY_RUNS_KEPT_DAYS",
      about: "Days until the record and the journal of a closed run are deleted.",
      default: "7",
      ...number(0.001, 3_650, { whole: false }),
    },
    {
      name: "TAXIWAY_RUNS_AT_ONCE",
      about: "Maximum open runs of a tenant.",
      default: "200",
      ...number(1, 100_000),
    },
    {
      name: "TAXIWAY_SCENARIO",
      flag: "scenario",
      about:
        "Serves one run of this scenario to the client on stdin: a file, or the name of a shipped one (docs/rehearsal.md).",
    },
    {
      name: "TAXIWAY_VERDICT",
      flag: "verdict",
      about: "The file that the verdict of that run is written to when the client disconnects.",
    },
  ]),

  ...grouped("Remote access", [
    {
      name: "HTTP_PORT",
      flag: "port",
      about: "Port to listen on; 0 for any free port.",
      default: "3000",
      ...number(0, 65_535),
    },
    { name: "HTTP_HOST", flag: "host", about: "Address to listen on.", default: "127.0.0.1" },
    {
      name: "TAXIWAY_WORKERS",
      flag: "workers",
      about:
        "Processes that share the port. More than one needs the lmdb or valkey store; more than one per core is of no use.",
      default: "1",
      ...number(1, 64),
    },
    {
      name: "TAXIWAY_PUBLIC_URL",
      about:
        "URL of this server as clients know it, if a proxy calls it by another one: https://taxiway.example.com. Requests " +
        "for other host names are then refused, except those in TAXIWAY_ALLOWED_HOSTS.",
      ...webAddress,
    },
    {
      name: "TAXIWAY_ALLOWED_HOSTS",
      about:
        "Additional host names of this server, separated by commas. Other names are refused if this or TAXIWAY_PUBLIC_URL " +
        "is set, and always on a loopback address.",
    },
    {
      name: "TAXIWAY_ALLOWED_ORIGINS",
      about:
        "Origins whose pages may call this server, separated by commas; * for all. * applies only to generated data. What " +
        "can reach live or private services needs named origins (docs/security.md).",
      default: "*",
      ...listOf(originProblem),
    },
    {
      name: "TAXIWAY_TRUSTED_PROXIES",
      about:
        "Proxies whose X-Forwarded-For and X-Real-IP headers are trusted: addresses, networks such as 10.0.0.0/8, or " +
        "loopback, separated by commas.",
      ...listOf(proxyProblem),
    },
    {
      name: "SESSION_TTL_HOURS",
      about: "Idle hours until the record of a connection is deleted.",
      default: "1",
      ...number(0.001, 87_600, { whole: false }),
    },
  ]),

  ...grouped("Authentication", [
    {
      name: "TAXIWAY_AUTH",
      flag: "auth",
      about: "Whether HTTP clients need an API key (`taxiway keys create`) or an access token (keys), or not (none).",
      default: "none",
      ...oneOf("none", "keys"),
    },
    {
      name: "TAXIWAY_KEY_PEPPER",
      about:
        "Secret that API keys are hashed with, the same on all nodes. Default: created and stored in the data folder. " +
        "Without it, existing keys are invalid.",
      secret: true,
      ...atLeast(32),
    },
    { name: "TAXIWAY_OAUTH_ISSUER", about: "OAuth issuer whose access tokens (JWT) are accepted too.", ...webAddress },
    { name: "TAXIWAY_OAUTH_AUDIENCE", about: "Audience of such tokens: this server, as the issuer knows it." },
    {
      name: "TAXIWAY_OAUTH_JWKS_URL",
      about: "URL of the issuer's keys. Default: from the issuer's metadata.",
      ...webAddress,
    },
    {
      name: "TAXIWAY_OAUTH_TENANT_CLAIM",
      about: "Claim that names the tenant. Default: all tokens belong to the default tenant.",
    },
  ]),

  ...grouped("Limits", [
    {
      name: "RATE_LIMIT_ENABLED",
      about:
        "Whether the rate of requests is limited. Local clients of a server on a loopback address are exempt, unless this, " +
        "RATE_LIMIT_PER_MINUTE, TAXIWAY_PUBLIC_URL or TAXIWAY_TRUSTED_PROXIES is set, or a proxy forwards the request.",
      default: "true",
      ...flag,
    },
    {
      name: "RATE_LIMIT_PER_MINUTE",
      about: "Maximum requests per client address and window.",
      default: "100",
      ...number(1, 1_000_000_000),
    },
    {
      name: "RATE_LIMIT_WINDOW_SECONDS",
      about: "Length of the rate limit window.",
      default: "60",
      ...number(1, 86_400),
    },
    {
      name: "TAXIWAY_MAX_BODY_KB",
      about: "Maximum size of a request body, in units of 1024 bytes.",
      default: "1024",
      ...number(1, 65_536),
    },
    {
      name: "TAXIWAY_MAX_REQUESTS",
      about: "Maximum concurrent requests per process; further ones get 503.",
      default: "1000",
      ...number(1, 100_000),
    },
    {
      name: "TAXIWAY_MAX_REQUESTS_PER_CLIENT",
      about: "Maximum concurrent requests per client address.",
      default: "250",
      ...number(1, 100_000),
    },
    {
      name: "TAXIWAY_MAX_STREAMS",
      about: "Maximum open streams per process.",
      default: "5000",
      ...number(1, 100_000),
    },
    {
      name: "TAXIWAY_MAX_STREAMS_PER_CLIENT",
      about: "Maximum open streams per client address.",
      default: "250",
      ...number(1, 100_000),
    },
  ]),

  {
    name: "LOG_LEVEL",
    flag: "log-level",
    group: "Logs",
    about: "Minimum severity of log lines on stderr.",
    default: "warn",
    ...oneOf("debug", "info", "warn", "error", "silent"),
  },
  { name: "LOG_PRETTY", group: "Logs", about: "Human-readable log lines instead of JSON.", default: "false", ...flag },
];
