import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { nearestName } from "../mcp/tools/nearest-name.ts";
import { type Clock, frozenClock, runningClock, systemClock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { isLoopback } from "../model/ip-address.ts";
import type { LogLevel } from "../model/log.ts";
import type { StoreConfig } from "../platform/stores/open-store.ts";
import { parseValkeyUrl, type ValkeyAddress } from "../platform/stores/valkey-url.ts";
import { listed, REMOTE_BOOKING_HOURS, type SEARCH_PROVIDERS, SETTINGS, type Setting } from "./settings.ts";

/** The configuration of a process. */
export interface Config {
  readonly transport: "stdio" | "http" | "both";
  /** The MCP server for the client on stdin. */
  readonly server: string;
  readonly http: HttpConfig;
  readonly toolbox: ToolboxConfig;
  /** Entries of TAXIWAY_OUTBOUND_ALLOW, checked. */
  readonly outboundAllow: readonly string[];
  /** Absent: flights are searched in the sandbox. */
  readonly duffel?: { readonly url: string; readonly key: string };
  readonly connectors: ConnectorsConfig;
  readonly rehearsal: RehearsalConfig;
  /** How long the invocation log is kept. */
  readonly invocationsKeptMs: number;
  /** Default: created at the first start. */
  readonly adminToken?: string;
  readonly auth: AuthConfig;
  /** The folder for files of this process, with any store. */
  readonly dataFolder: string;
  readonly store: StoreConfig;
  readonly seed: string;
  readonly clock: Clock;
  readonly sessionTimeoutMs: number;
  readonly bookingTtlMs: number;
  readonly sharedInventory: boolean;
  readonly confirmBookings: "false" | "true" | "required";
  /** Paths of the user's own modules. */
  readonly modules: readonly string[];
  /** Returns the settings of such a module, by the rest of their variable names. */
  moduleSettings(name: string): Readonly<Record<string, string>>;
  readonly responseDelayMs: number;
  readonly toolErrors: "result" | "jsonrpc";
  /** Lists only the tools of the contract documents, which ignore unknown fields. */
  readonly contractTools: boolean;
  readonly text: "json" | "compact";
  readonly logLevel: LogLevel | "silent";
  readonly logPretty: boolean;
  /** One-time token of the login link that is printed at the start. Absent if other machines can reach the server. */
  readonly loginToken?: string;
  /** The settings that the user has set, by name. */
  readonly given: ReadonlyMap<string, GivenSetting>;
}

interface GivenSetting {
  readonly text: string;
  readonly from: "flag" | "environment";
}

interface ConnectorsConfig {
  /** Default: created at the first start. */
  readonly vaultKey?: string;
  readonly earlierVaultKeys: readonly string[];
  /** A model that may propose names and descriptions. */
  readonly proposals?: { readonly url: string; readonly key?: string; readonly model: string };
}

interface RehearsalConfig {
  readonly enabled: boolean;
  readonly runsKeptMs: number;
  /** Of one tenant. */
  readonly runsAtOnce: number;
}

interface AuthConfig {
  readonly kind: "none" | "keys";
  readonly pepper?: string;
  /** An issuer whose tokens are accepted too. */
  readonly issuer?: {
    readonly issuer: string;
    readonly audience: string;
    readonly jwksUrl?: string;
    readonly tenantClaim?: string;
  };
}

export interface HttpConfig {
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  /** The URL as clients know it, if a proxy calls the server by another one. */
  readonly publicUrl?: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly connectionTtlMs: number;
  /** Absent: no limit. */
  readonly rateLimit?: RateLimitConfig;
  readonly maxBodyBytes: number;
  readonly maxRequests: { readonly total: number; readonly perClient: number };
  readonly maxStreams: { readonly total: number; readonly perClient: number };
}

interface RateLimitConfig {
  readonly limit: number;
  readonly windowMs: number;
  /** Exempts clients on this machine, because all programs of a developer share one address. */
  readonly sparesLoopback: boolean;
}

interface ToolboxConfig {
  /** The configured providers, in the order in which they are tried. */
  readonly searchProviders: readonly SearchProviderConfig[];
  readonly searchCorpus?: string;
  readonly images?: { readonly url: string; readonly key?: string; readonly model: string };
  readonly documentsFolder?: string;
  readonly currencyRates?: string;
}

interface SearchProviderConfig {
  readonly name: (typeof SEARCH_PROVIDERS)[number];
  readonly url: string;
  readonly key?: string;
}

/** All problems of a configuration at once. */
export class ConfigProblems extends Error {
  constructor(problems: readonly string[]) {
    const list = problems.map((problem) => `  - ${problem}`).join("\n");
    super(`Taxiway cannot start:\n${list}\nSee taxiway --help for all settings.`);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;
export type Intent =
  | { readonly to: "help" }
  | { readonly to: "version" }
  | { readonly to: "serve"; readonly config: Config }
  | Command
  /** `taxiway rehearse …`, or one run on stdio: the arguments `stdio <scenario>`. */
  | { readonly to: "rehearse"; readonly args: readonly string[]; readonly config: Config };

/** `taxiway <name> …`. The command parses its own flags; settings come from the environment. */
interface Command {
  readonly to: "run";
  readonly name: string;
  readonly args: readonly string[];
  readonly config: Config;
}

const REHEARSE = "rehearse";
const COMMANDS: readonly string[] = ["keys", "connector", "store", REHEARSE];

/** A rehearsal has a server of its own: in memory, on a free port of this machine, whatever is set for others. */
const REHEARSAL: Environment = {
  ...{ TAXIWAY_STORE: "memory", VALKEY_URL: "", VALKEY_HOST: "", TAXIWAY_MODULES: "" },
  ...{ TRANSPORT_MODE: "http", HTTP_HOST: "127.0.0.1", HTTP_PORT: "0", TAXIWAY_WORKERS: "", TAXIWAY_PUBLIC_URL: "" },
  ...{ TAXIWAY_ALLOWED_HOSTS: "", TAXIWAY_TRUSTED_PROXIES: "", TAXIWAY_AUTH: "", TAXIWAY_OAUTH_ISSUER: "" },
  ...{ TAXIWAY_ADMIN_TOKEN: "", RATE_LIMIT_ENABLED: "false", CLOCK: "" },
  ...{ TAXIWAY_REHEARSAL: "on", TAXIWAY_RUNS_AT_ONCE: "1000" },
};

/** The random and current values of a start, shared by all its processes. */
export interface Start {
  /** Unix milliseconds. */
  readonly at: number;
  readonly randomSeed: string;
  readonly loginToken?: string;
}

export const newStart = (): Start => ({
  at: Date.now(),
  randomSeed: randomBytes(8).toString("hex"),
  loginToken: randomBytes(24).toString("base64url"),
});

/** Reads the configuration from environment and command line. Throws ConfigProblems with all problems. */
export const readConfig = (outer: Environment, args: readonly string[], start = newStart()): Intent => {
  const [word = ""] = args;
  const env = word === REHEARSE ? { LOG_LEVEL: "error", ...outer, ...REHEARSAL } : outer;
  if (word === "help") return { to: "help" };
  // The user's own modules may add commands, which are unknown until the modules are loaded.
  const hasModules = (env["TAXIWAY_MODULES"] ?? "") !== "";
  const command = COMMANDS.includes(word) || (hasModules && /^[a-z]/.test(word) && word !== "serve") ? word : undefined;
  const problems: string[] = [];
  const flags = readFlags(command === undefined ? args : [], problems);
  if (flags["help"]) return { to: "help" };
  if (flags["version"]) return { to: "version" };

  // An empty variable counts as not set.
  const given = new Map<string, string>();
  const sources = new Map<string, GivenSetting>();
  for (const setting of SETTINGS) {
    const flagged = setting.flag === undefined ? undefined : flags[setting.flag];
    const text = flagged || env[setting.name];
    if (typeof text !== "string" || text === "") continue;
    const problem = setting.check?.(text);
    if (problem === undefined) {
      given.set(setting.name, text);
      sources.set(setting.name, { text, from: flagged ? "flag" : "environment" });
    } else problems.push(`${setting.name}=${setting.secret ? "…" : text}: ${problem}`);
  }
  const value = (name: string): string => given.get(name) ?? settingOf(name).default ?? "";

  const scenario = given.get("TAXIWAY_SCENARIO");
  if (scenario !== undefined && command === undefined && !flags["serve"] && problems.length === 0) {
    const verdict = given.has("TAXIWAY_VERDICT") ? ["--verdict", value("TAXIWAY_VERDICT")] : [];
    const set = Object.fromEntries([...given].filter(([name]) => name !== "TAXIWAY_SCENARIO"));
    return readConfig({ ...env, ...set }, [REHEARSE, "stdio", ...verdict, "--", scenario], start);
  }

  const transport = (given.get("TRANSPORT_MODE") ??
    (flags["serve"] ? "http" : value("TRANSPORT_MODE"))) as Config["transport"];
  const http = httpChoice(given, value);
  const store = storeChoice(given, value, env, problems);

  const config: Config = {
    ...{ transport, http, store },
    server: value("TAXIWAY_SERVER"),
    toolbox: toolboxChoice(given, value),
    connectors: connectorsChoice(given, value),
    rehearsal: {
      enabled: (given.get("TAXIWAY_REHEARSAL") ?? (isLoopback(http.host) ? "on" : "off")) === "on",
      runsKeptMs: Number(value("TAXIWAY_RUNS_KEPT_DAYS")) * 86_400_000,
      runsAtOnce: Number(value("TAXIWAY_RUNS_AT_ONCE")),
    },
    invocationsKeptMs: Number(value("TAXIWAY_INVOCATION_DAYS")) * 86_400_000,
    outboundAllow: listed(value("TAXIWAY_OUTBOUND_ALLOW")),
    ...(given.has("DUFFEL_API_KEY") && { duffel: { url: value("DUFFEL_API_URL"), key: value("DUFFEL_API_KEY") } }),
    ...(given.has("TAXIWAY_ADMIN_TOKEN") && { adminToken: value("TAXIWAY_ADMIN_TOKEN") }),
    auth: authChoice(given, value, problems),
    dataFolder: given.get("TAXIWAY_DATA_DIR") ?? defaultDataFolder(env),
    seed: value("MOCK_DATA_SEED") === "random" ? start.randomSeed : value("MOCK_DATA_SEED"),
    clock: clockFrom(value("CLOCK"), start),
    sessionTimeoutMs: Number(value("MCP_SESSION_TIMEOUT")) * 1000,
    bookingTtlMs: Number(given.get("PNR_TTL_HOURS") ?? bookingHours({ transport, http, store })) * 3_600_000,
    sharedInventory: value("TAXIWAY_INVENTORY") === "shared",
    confirmBookings: value("TAXIWAY_CONFIRM_BOOKINGS") as Config["confirmBookings"],
    modules: listed(value("TAXIWAY_MODULES")),
    moduleSettings: (name) => moduleSettings(env, name),
    responseDelayMs: Number(value("MOCK_RESPONSE_DELAY")),
    toolErrors: value("TOOL_ERRORS") as Config["toolErrors"],
    contractTools: value("TAXIWAY_TOOLS") === "contract",
    text: value("TAXIWAY_TEXT") as Config["text"],
    logLevel: value("LOG_LEVEL") as Config["logLevel"],
    logPretty: value("LOG_PRETTY") === "true",
    ...(start.loginToken !== undefined && isLoopback(value("HTTP_HOST")) && { loginToken: start.loginToken }),
    given: sources,
  };
  if (problems.length === 0 && config.http.workers > 1) problems.push(...workerProblems(config));
  if (problems.length > 0) throw new ConfigProblems(problems);
  Object.freeze(config);
  if (command === REHEARSE) return { to: REHEARSE, args: args.slice(1), config };
  return command === undefined ? { to: "serve", config } : { to: "run", name: command, args: args.slice(1), config };
};

/** `TAXIWAY_TRAINS_URL` is the setting `URL` of the module `trains`. */
const moduleSettings = (env: Environment, name: string): Readonly<Record<string, string>> => {
  const prefix = `TAXIWAY_${name.toUpperCase().replaceAll("-", "_")}_`;
  const own = Object.entries(env).filter(([key, value]) => key.startsWith(prefix) && value !== undefined);
  return Object.fromEntries(own.map(([key, value = ""]) => [key.slice(prefix.length), value]));
};

/** The default: long for a single developer, short for a server with many users. */
const bookingHours = ({ transport, http, store }: Pick<Config, "transport" | "http" | "store">): string => {
  const isRemote = store.kind === "valkey" || (transport !== "stdio" && !isLoopback(http.host));
  return isRemote ? REMOTE_BOOKING_HOURS : (settingOf("PNR_TTL_HOURS").default as string);
};

/** With stdio alone there are no workers, whatever the setting. */
const workerProblems = ({ transport, store }: Config): string[] => {
  if (transport === "both")
    return ["TAXIWAY_WORKERS: a client on stdin needs a single process; use TRANSPORT_MODE=http or 1 worker"];
  return transport === "http" && store.kind === "memory"
    ? ["TAXIWAY_WORKERS: several processes cannot share the memory store; use lmdb or valkey"]
    : [];
};

const settingOf = (name: string): Setting => {
  const setting = SETTINGS.find((candidate) => candidate.name === name);
  if (!setting) throw new Error(`unknown setting ${name}`);
  return setting;
};

const readFlags = (args: readonly string[], problems: string[]): Record<string, unknown> => {
  const options = Object.fromEntries([
    ["help", { type: "boolean", short: "h" } as const],
    ["version", { type: "boolean", short: "v" } as const],
    ...SETTINGS.flatMap(({ flag }) => (flag === undefined ? [] : [[flag, { type: "string" } as const] as const])),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const [command, ...rest] = positionals;
    if (command === undefined) return values;
    if (command === "serve" && rest.length === 0) return { ...values, serve: true };
    const commands = ["serve", ...COMMANDS, "help"];
    const fix = rest.length > 0 ? "" : suggestion(command, commands);
    problems.push(`unknown command '${positionals.join(" ")}'.${fix} The commands are ${commands.join(", ")}.`);
    return values;
  } catch (error) {
    const [problem = ""] = (error as Error).message.split(". ");
    const [, name = ""] = /^Unknown option '--?([^']+)'/.exec(problem) ?? [];
    problems.push(
      `${problem.charAt(0).toLowerCase()}${problem.slice(1)}.${suggestion(name, Object.keys(options), "--")}`,
    );
    return {};
  }
};

const suggestion = (name: string, names: readonly string[], prefix = ""): string => {
  const nearest = nearestName(name, names);
  return nearest === undefined ? "" : ` Did you mean ${prefix}${nearest}?`;
};

const connectorsChoice = (given: ReadonlyMap<string, string>, value: (name: string) => string): ConnectorsConfig => ({
  ...optional(given, "vaultKey", "TAXIWAY_VAULT_KEY"),
  earlierVaultKeys: listed(value("TAXIWAY_VAULT_EARLIER_KEYS")),
  ...(given.has("TAXIWAY_PROPOSALS_URL") && {
    proposals: {
      url: value("TAXIWAY_PROPOSALS_URL"),
      model: value("TAXIWAY_PROPOSALS_MODEL"),
      ...optional(given, "key", "TAXIWAY_PROPOSALS_API_KEY"),
    },
  }),
});

const authChoice = (
  given: ReadonlyMap<string, string>,
  value: (name: string) => string,
  problems: string[],
): AuthConfig => {
  const issuer = given.get("TAXIWAY_OAUTH_ISSUER");
  const audience = given.get("TAXIWAY_OAUTH_AUDIENCE");
  if (issuer !== undefined && audience === undefined) {
    problems.push(
      "TAXIWAY_OAUTH_ISSUER: set TAXIWAY_OAUTH_AUDIENCE too, because tokens for other services must be refused",
    );
  }
  return {
    kind: value("TAXIWAY_AUTH") as AuthConfig["kind"],
    ...optional(given, "pepper", "TAXIWAY_KEY_PEPPER"),
    ...(issuer !== undefined &&
      audience !== undefined && {
        issuer: {
          issuer,
          audience,
          ...optional(given, "jwksUrl", "TAXIWAY_OAUTH_JWKS_URL"),
          ...optional(given, "tenantClaim", "TAXIWAY_OAUTH_TENANT_CLAIM"),
        },
      }),
  };
};

const optional = <Name extends string>(given: ReadonlyMap<string, string>, name: Name, setting: string) => {
  const text = given.get(setting);
  return text === undefined ? {} : ({ [name]: text } as Record<Name, string>);
};

/** Settings that limit local clients too: explicit limits, and proxies, behind which all clients seem to be local. */
const LIMITS_LOOPBACK = [
  "RATE_LIMIT_ENABLED",
  "RATE_LIMIT_PER_MINUTE",
  "TAXIWAY_PUBLIC_URL",
  "TAXIWAY_TRUSTED_PROXIES",
] as const;

const httpChoice = (given: ReadonlyMap<string, string>, value: (name: string) => string): HttpConfig => {
  const number = (name: string): number => Number(value(name));
  const host = value("HTTP_HOST");
  return {
    host,
    port: number("HTTP_PORT"),
    workers: number("TAXIWAY_WORKERS"),
    ...optional(given, "publicUrl", "TAXIWAY_PUBLIC_URL"),
    allowedHosts: listed(value("TAXIWAY_ALLOWED_HOSTS")),
    allowedOrigins: listed(value("TAXIWAY_ALLOWED_ORIGINS")),
    trustedProxies: listed(value("TAXIWAY_TRUSTED_PROXIES")),
    connectionTtlMs: number("SESSION_TTL_HOURS") * 3_600_000,
    ...(value("RATE_LIMIT_ENABLED") === "true" && {
      rateLimit: {
        limit: number("RATE_LIMIT_PER_MINUTE"),
        windowMs: number("RATE_LIMIT_WINDOW_SECONDS") * 1000,
        sparesLoopback: isLoopback(host) && !LIMITS_LOOPBACK.some((name) => given.has(name)),
      },
    }),
    maxBodyBytes: number("TAXIWAY_MAX_BODY_KB") * 1024,
    maxRequests: { total: number("TAXIWAY_MAX_REQUESTS"), perClient: number("TAXIWAY_MAX_REQUESTS_PER_CLIENT") },
    maxStreams: { total: number("TAXIWAY_MAX_STREAMS"), perClient: number("TAXIWAY_MAX_STREAMS_PER_CLIENT") },
  };
};

const toolboxChoice = (given: ReadonlyMap<string, string>, value: (name: string) => string): ToolboxConfig => {
  const providers: Record<(typeof SEARCH_PROVIDERS)[number], Omit<SearchProviderConfig, "name"> | undefined> = {
    searxng: given.has("TAXIWAY_SEARXNG_URL") ? { url: value("TAXIWAY_SEARXNG_URL") } : undefined,
    brave: given.has("TAXIWAY_BRAVE_API_KEY")
      ? { url: value("TAXIWAY_BRAVE_URL"), key: value("TAXIWAY_BRAVE_API_KEY") }
      : undefined,
    tavily: given.has("TAXIWAY_TAVILY_API_KEY")
      ? { url: value("TAXIWAY_TAVILY_URL"), key: value("TAXIWAY_TAVILY_API_KEY") }
      : undefined,
  };
  const order = listed(value("TAXIWAY_SEARCH_ORDER")) as SearchProviderConfig["name"][];
  return {
    searchProviders: order.flatMap((name) => {
      const provider = providers[name];
      return provider === undefined ? [] : [{ name, ...provider }];
    }),
    ...optional(given, "searchCorpus", "TAXIWAY_SEARCH_CORPUS"),
    ...(given.has("TAXIWAY_IMAGES_URL") && {
      images: {
        url: value("TAXIWAY_IMAGES_URL"),
        model: value("TAXIWAY_IMAGES_MODEL"),
        ...optional(given, "key", "TAXIWAY_IMAGES_API_KEY"),
      },
    }),
    ...optional(given, "documentsFolder", "TAXIWAY_DOCUMENTS_DIR"),
    ...optional(given, "currencyRates", "TAXIWAY_CURRENCY_RATES"),
  };
};

const storeChoice = (
  given: ReadonlyMap<string, string>,
  value: (name: string) => string,
  env: Environment,
  problems: string[],
): StoreConfig => {
  const hasValkey = given.has("VALKEY_URL") || given.has("VALKEY_HOST");
  const kind = given.get("TAXIWAY_STORE") ?? (hasValkey ? "valkey" : "lmdb");
  if (kind === "lmdb") return { kind, path: given.get("TAXIWAY_DATA_DIR") ?? defaultDataFolder(env) };
  if (kind === "memory") return { kind };
  try {
    if (hasValkey) return { kind: "valkey", address: valkeyAddress(given, value) };
    problems.push("TAXIWAY_STORE=valkey: set VALKEY_URL too, such as valkey://127.0.0.1:6379, or VALKEY_HOST");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    problems.push(`VALKEY_URL=…: ${error.message} Write it as ${error.details.allowed}`);
  }
  return { kind: "memory" };
};

const valkeyAddress = (given: ReadonlyMap<string, string>, value: (name: string) => string): ValkeyAddress => {
  const url = given.get("VALKEY_URL");
  if (url !== undefined) return parseValkeyUrl(url);
  const password = value("VALKEY_PASSWORD");
  return {
    nodes: [{ host: value("VALKEY_HOST"), port: Number(value("VALKEY_PORT")) }],
    cluster: false,
    tls: false,
    database: Number(value("VALKEY_DB")),
    ...(password !== "" && { password }),
  };
};

const defaultDataFolder = (env: Environment): string =>
  join(env["XDG_DATA_HOME"] || join(homedir(), ".local", "share"), "taxiway");

const clockFrom = (text: string, start: Start): Clock => {
  if (text === "system") return systemClock;
  return text.startsWith("frozen:")
    ? frozenClock(Date.parse(text.slice("frozen:".length)))
    : runningClock(Date.parse(text), start.at);
};
