import { proxyProblem } from "../platform/limits/client-address.ts";
import { PURPOSES, purposeEntryProblem } from "../platform/outbound/allowance.ts";
import { givenVaultKey } from "../servers/connectors/secrets/vault-key.ts";

/**
 * Every setting there is: `taxiway --help`, the checks at start and docs/configuration.md are all made from this table.
 */
export interface Setting {
  /** Environment variable. */
  readonly name: string;
  /** Command-line flag, for the settings people try out by hand. */
  readonly flag?: string;
  readonly group: Group;
  readonly about: string;
  readonly default?: string;
  readonly allowed?: string;
  /** Its value is never shown. */
  readonly secret?: true;
  /** Says what is wrong with a value. */
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
  "Remote access",
  "Who may come in",
  "Limits",
  "Logs",
] as const;
type Group = (typeof GROUPS)[number];

export const SERVERS = ["gds", "flights", "toolbox"] as const;
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
    return time >= Date.parse(from) && time < Date.parse(to) ? undefined : `must lie between ${from} and ${to}`;
  },
};

const grouped = (group: Group, settings: readonly Omit<Setting, "group">[]): Setting[] =>
  settings.map((setting) => ({ ...setting, group }));

/** Says what is wrong with the first wrong entry of a comma-separated list. */
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
    : `'${entry}' is no origin; write it as https://app.example.com, or * for all`;

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
    return "must be 32 bytes, as 64 hexadecimal digits or in base64; `openssl rand -base64 32` makes one";
  }
};

const providerProblem = (entry: string): string | undefined =>
  SEARCH_PROVIDERS.some((known) => known === entry)
    ? undefined
    : `'${entry}' is none of ${SEARCH_PROVIDERS.join(", ")}`;

/** How long bookings are kept by default where other machines can reach the server, or share its store. */
export const REMOTE_BOOKING_HOURS = "1";

export const SETTINGS: readonly Setting[] = [
  {
    name: "TRANSPORT_MODE",
    flag: "transport",
    group: "Serving",
    about: "How clients reach Taxiway: one on stdin, many over HTTP, or both. `taxiway serve` means http.",
    default: "stdio",
    ...oneOf("stdio", "http", "both"),
  },
  {
    name: "TAXIWAY_SERVER",
    flag: "server",
    group: "Serving",
    about: "Which MCP server a client on stdin talks to; over HTTP all of them are there, each at its own path.",
    default: "gds",
    allowed: `${SERVERS.join(", ")}, or the name of a connector such as capcorn`,
    check: (text) => (/^[a-z][a-z0-9-]{0,39}$/.test(text) ? undefined : "must be the name of a server"),
  },
  {
    name: "TAXIWAY_MODULES",
    group: "Serving",
    about:
      "Paths of modules that add servers of your own, separated by commas. They run in this process with all its " +
      "permissions (docs/extending.md). A module reads its settings from TAXIWAY_<NAME>_… variables.",
  },

  {
    name: "MOCK_DATA_SEED",
    flag: "seed",
    group: "The world",
    about: "The same seed gives the same world everywhere; random makes a new one at each start.",
    default: "fixed",
    allowed: "fixed, random, any text",
  },
  {
    name: "CLOCK",
    flag: "clock",
    group: "The world",
    about:
      "What time it is. An instant runs on from there; a frozen one stands still. With either, prices and seats also " +
      "move with the days left to departure.",
    default: "system",
    ...clock,
  },
  {
    name: "TAXIWAY_INVENTORY",
    flag: "inventory",
    group: "The world",
    about: "Whether each session has the seats of the world to itself, or all callers compete for them.",
    default: "session",
    ...oneOf("session", "shared"),
  },
  {
    name: "MOCK_RESPONSE_DELAY",
    group: "The world",
    about: "Milliseconds that every tool call takes longer, to rehearse slow suppliers.",
    default: "0",
    ...number(0, 60_000),
  },

  {
    name: "PNR_TTL_HOURS",
    group: "Bookings and sessions",
    about:
      "Hours until a booking is forgotten, and without a call until a session ends that is known by ?session=, API key " +
      `or address. ${REMOTE_BOOKING_HOURS} by default when listening on other than loopback or with Valkey.`,
    default: "720",
    ...number(0.001, 87_600, { whole: false }),
  },
  {
    name: "MCP_SESSION_TIMEOUT",
    group: "Bookings and sessions",
    about: "Seconds without a call until a session ends that is known by its Mcp-Session-Id.",
    default: "3600",
    ...number(1, 31_536_000),
  },

  {
    name: "TAXIWAY_CONFIRM_BOOKINGS",
    group: "Bookings and sessions",
    about:
      "Whether the person behind the client is asked before anything is booked or cancelled: where the client can ask " +
      "(true), or always, refusing clients that cannot ask (required).",
    default: "false",
    ...oneOf("false", "true", "required"),
  },

  {
    name: "TAXIWAY_STORE",
    flag: "store",
    group: "Storage",
    about: "Where bookings and sessions are kept; valkey by itself when VALKEY_URL or VALKEY_HOST is set.",
    default: "lmdb",
    ...oneOf("lmdb", "memory", "valkey"),
  },
  {
    name: "TAXIWAY_DATA_DIR",
    flag: "data-dir",
    group: "Storage",
    about: "Folder of the embedded store; taxiway in the XDG data folder (~/.local/share) if left out.",
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
    about: "How a refused call is told: as a result the model reads, or as a JSON-RPC error.",
    default: "result",
    ...oneOf("result", "jsonrpc"),
  },
  {
    name: "TAXIWAY_TOOLS",
    group: "Answers",
    about:
      "full, or contract: tools are listed by the names of the documents alone, and tools that write drop unknown fields with a warning instead of refusing them.",
    default: "full",
    ...oneOf("full", "contract"),
  },
  {
    name: "TAXIWAY_TEXT",
    flag: "text",
    group: "Answers",
    about: "The text beside the structured result: one line per option, or the same JSON.",
    default: "compact",
    ...oneOf("compact", "json"),
  },

  ...grouped("Flights", [
    {
      name: "DUFFEL_API_KEY",
      about: "Key for Duffel's API: the flights server then searches live. Left out, it searches the sandbox.",
      secret: true,
    },
    {
      name: "DUFFEL_API_URL",
      about: "Where Duffel's API is, or something that speaks like it.",
      default: "https://api.duffel.com",
      ...webAddress,
    },
  ]),

  ...grouped("Toolbox", [
    {
      name: "TAXIWAY_ADMIN_TOKEN",
      about:
        "Who sends it as a bearer token may administer: register tools, publish connectors, hand out keys. Left out, one " +
        "is made at the first start, kept in the data folder and printed once.",
      secret: true,
      ...atLeast(16),
    },
    {
      name: "TAXIWAY_OUTBOUND_ALLOW",
      about:
        "Addresses that may be called although they are not public: host:port, host names, addresses, networks such as " +
        "10.0.0.0/8, separated by commas. Each entry is for one purpose, written before it " +
        `(documents=intranet.example:443): ${PURPOSES.join(", ")}. An entry without one is for connectors and registered ` +
        "tools. Link-local addresses and those of cloud platforms are always refused; addresses that other settings name " +
        "need no entry.",
      ...listOf(purposeEntryProblem),
    },
    {
      name: "TAXIWAY_SEARCH_ORDER",
      about: "In which order the search providers that are configured are tried; the offline index comes last.",
      default: SEARCH_PROVIDERS.join(","),
      ...listOf(providerProblem),
    },
    { name: "TAXIWAY_SEARXNG_URL", about: "A SearXNG instance with its JSON format switched on.", ...webAddress },
    { name: "TAXIWAY_BRAVE_API_KEY", about: "Key for Brave Search.", secret: true },
    {
      name: "TAXIWAY_BRAVE_URL",
      about: "Brave Search's API.",
      default: "https://api.search.brave.com/res/v1",
      ...webAddress,
    },
    { name: "TAXIWAY_TAVILY_API_KEY", about: "Key for Tavily.", secret: true },
    { name: "TAXIWAY_TAVILY_URL", about: "Tavily's API.", default: "https://api.tavily.com", ...webAddress },
    {
      name: "TAXIWAY_SEARCH_CORPUS",
      about: "Folder of documents (text, Markdown, HTML) that the offline index also searches.",
    },
    {
      name: "TAXIWAY_IMAGES_URL",
      about: "An images endpoint like OpenAI's, up to and with /v1; left out, pictures are drawn here.",
      ...webAddress,
    },
    { name: "TAXIWAY_IMAGES_API_KEY", about: "Key for it.", secret: true },
    { name: "TAXIWAY_IMAGES_MODEL", about: "Model to ask it for.", default: "gpt-image-1" },
    {
      name: "TAXIWAY_DOCUMENTS_DIR",
      about: "Folder whose files a client on stdin may have analysed by their file: address.",
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
        "Key that the credentials of connectors are encrypted with, the same on all nodes: 32 bytes, hexadecimal or " +
        "base64. Left out, one is made and kept in the data folder; the credentials are worth nothing without it.",
      secret: true,
      check: vaultKeyProblem,
    },
    {
      name: "TAXIWAY_VAULT_EARLIER_KEYS",
      about: "Keys it had before, separated by commas: what they sealed can be opened, and is sealed anew.",
      secret: true,
      ...listOf(vaultKeyProblem),
    },
    {
      name: "TAXIWAY_PROPOSALS_URL",
      about:
        "A chat endpoint like OpenAI's, up to and with /v1, that may propose names and descriptions for drafted tools.",
      ...webAddress,
    },
    { name: "TAXIWAY_PROPOSALS_API_KEY", about: "Key for it.", secret: true },
    { name: "TAXIWAY_PROPOSALS_MODEL", about: "Model to ask it for.", default: "gpt-4.1-mini" },
    {
      name: "TAXIWAY_INVOCATION_DAYS",
      about: "Days that the log of calls is kept; per tenant, at most the last 10,000.",
      default: "30",
      ...number(0.001, 3_650, { whole: false }),
    },
  ]),

  ...grouped("Remote access", [
    { name: "HTTP_PORT", flag: "port", about: "Port; 0 for any that is free.", default: "3000", ...number(0, 65_535) },
    { name: "HTTP_HOST", flag: "host", about: "Address to listen on.", default: "127.0.0.1" },
    {
      name: "TAXIWAY_WORKERS",
      flag: "workers",
      about: "Processes that share the port, one per core at most; more than one needs the lmdb or valkey store.",
      default: "1",
      ...number(1, 64),
    },
    {
      name: "TAXIWAY_PUBLIC_URL",
      about:
        "Address under which clients know this server, if that is not the one they call: https://taxiway.example.com. " +
        "Requests for other host names are refused then, except for TAXIWAY_ALLOWED_HOSTS.",
      ...webAddress,
    },
    {
      name: "TAXIWAY_ALLOWED_HOSTS",
      about:
        "Further host names that this server answers to, separated by commas. Other names are refused where this or " +
        "TAXIWAY_PUBLIC_URL is set, and always on a loopback address.",
    },
    {
      name: "TAXIWAY_ALLOWED_ORIGINS",
      about:
        "Origins that browsers may call from, separated by commas; * for all. * opens only what answers with generated " +
        "data; what can reach live or private services takes named origins (docs/security.md).",
      default: "*",
      ...listOf(originProblem),
    },
    {
      name: "TAXIWAY_TRUSTED_PROXIES",
      about:
        "Proxies whose X-Forwarded-For and X-Real-IP are believed: addresses, networks such as 10.0.0.0/8, or loopback, " +
        "separated by commas.",
      ...listOf(proxyProblem),
    },
    {
      name: "SESSION_TTL_HOURS",
      about: "Hours without a request until a connection's record is dropped.",
      default: "1",
      ...number(0.001, 87_600, { whole: false }),
    },
  ]),

  ...grouped("Who may come in", [
    {
      name: "TAXIWAY_AUTH",
      flag: "auth",
      about: "Whether clients over HTTP have to show an API key (`taxiway keys create`) or a token.",
      default: "none",
      ...oneOf("none", "keys"),
    },
    {
      name: "TAXIWAY_KEY_PEPPER",
      about:
        "Secret that the digests of keys are made with, the same on all nodes. Left out, one is made and kept in the data " +
        "folder; keys are worth nothing without it.",
      secret: true,
      ...atLeast(32),
    },
    { name: "TAXIWAY_OAUTH_ISSUER", about: "Issuer whose access tokens (JWT) are good too.", ...webAddress },
    { name: "TAXIWAY_OAUTH_AUDIENCE", about: "What such a token has to be for: this server, as the issuer knows it." },
    {
      name: "TAXIWAY_OAUTH_JWKS_URL",
      about: "Where the issuer's keys are; left out, its metadata says so.",
      ...webAddress,
    },
    { name: "TAXIWAY_OAUTH_TENANT_CLAIM", about: "Claim that names the tenant; left out, all tokens belong to one." },
  ]),

  ...grouped("Limits", [
    {
      name: "RATE_LIMIT_ENABLED",
      about:
        "Whether requests are limited. Clients on the same machine as a server on a loopback address are not, unless " +
        "this, RATE_LIMIT_PER_MINUTE, TAXIWAY_PUBLIC_URL or TAXIWAY_TRUSTED_PROXIES is set, or a proxy forwards the request.",
      default: "true",
      ...flag,
    },
    {
      name: "RATE_LIMIT_PER_MINUTE",
      about: "Requests that one client address may make per window.",
      default: "100",
      ...number(1, 1_000_000_000),
    },
    {
      name: "RATE_LIMIT_WINDOW_SECONDS",
      about: "Length of that window.",
      default: "60",
      ...number(1, 86_400),
    },
    {
      name: "TAXIWAY_MAX_BODY_KB",
      about: "Largest request body, in units of 1024 bytes.",
      default: "1024",
      ...number(1, 65_536),
    },
    {
      name: "TAXIWAY_MAX_REQUESTS",
      about: "Requests that one process works on at a time; further ones are turned away with 503.",
      default: "1000",
      ...number(1, 100_000),
    },
    {
      name: "TAXIWAY_MAX_REQUESTS_PER_CLIENT",
      about: "Of these, from one client address.",
      default: "250",
      ...number(1, 100_000),
    },
    {
      name: "TAXIWAY_MAX_STREAMS",
      about: "Streams that one process holds open.",
      default: "5000",
      ...number(1, 100_000),
    },
    {
      name: "TAXIWAY_MAX_STREAMS_PER_CLIENT",
      about: "Of these, for one client address.",
      default: "250",
      ...number(1, 100_000),
    },
  ]),

  {
    name: "LOG_LEVEL",
    flag: "log-level",
    group: "Logs",
    about: "Least severe event that is logged, on stderr.",
    default: "warn",
    ...oneOf("debug", "info", "warn", "error", "silent"),
  },
  { name: "LOG_PRETTY", group: "Logs", about: "Lines for people instead of JSON.", default: "false", ...flag },
];
