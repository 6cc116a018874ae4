import { isAbsolute } from "node:path";
import type { SettingsShown } from "../console/contract.ts";
import { LEGACY_VERSIONS, MODERN_VERSIONS } from "../mcp/protocol/eras.ts";
import { type Reach, RULES, reachHere } from "../mcp/transports/http/reach.ts";
import type { Config } from "./config.ts";
import { GROUPS, SETTINGS, type Setting } from "./settings.ts";

type Shown = SettingsShown["groups"][number]["settings"][number];

const MASK = "…";

/** The current configuration, for the operator. Secrets are masked. */
export const shownSettings = (config: Config, facts: SettingsShown["facts"]): SettingsShown => {
  const derived = derivedFrom(config);
  return {
    groups: GROUPS.map((group) => ({
      group,
      settings: SETTINGS.filter((setting) => setting.group === group).map((setting) => shown(setting, config, derived)),
    })),
    facts: [...facts, ...factsOf(config)],
    reach: reachOfConfig(config).map(({ what, paths, origins }) => ({
      what,
      paths,
      origins: RULES[origins].label,
      about: RULES[origins].about,
    })),
  };
};

const shown = (setting: Setting, { given }: Config, derived: ReadonlyMap<string, string>): Shown => {
  const { name, about, allowed, secret = false } = setting;
  const set = given.get(name);
  const own = derived.get(name);
  const value = set?.text ?? own ?? setting.default ?? null;
  return {
    name,
    about,
    value: value === null ? null : secret ? MASK : withoutPassword(value),
    from: set?.from ?? (own === undefined ? "default" : "derived"),
    ...(allowed !== undefined && { allowed }),
    secret,
  };
};

/** Values that follow from other settings, or that were generated. */
const derivedFrom = ({
  given,
  transport,
  store,
  dataFolder,
  auth,
  bookingTtlMs,
}: Config): ReadonlyMap<string, string> =>
  new Map(
    [
      ["TRANSPORT_MODE", transport] as const,
      ["TAXIWAY_STORE", store.kind] as const,
      ["TAXIWAY_DATA_DIR", dataFolder] as const,
      ["PNR_TTL_HOURS", String(bookingTtlMs / 3_600_000)] as const,
      ["TAXIWAY_ADMIN_TOKEN", MASK] as const,
      ["TAXIWAY_VAULT_KEY", MASK] as const,
      ...(auth.kind === "keys" ? [["TAXIWAY_KEY_PEPPER", MASK] as const] : []),
    ].filter(([name, value]) => !given.has(name) && value !== defaultOf(name)),
  );

/** Which origins may call which paths, with these settings. */
export const reachOfConfig = ({ duffel, http }: Pick<Config, "duffel" | "http">): readonly Reach[] =>
  reachHere({ flights: duffel ? "live" : "sandbox", openOrigins: http.allowedOrigins.includes("*") });

const defaultOf = (name: string): string | undefined => SETTINGS.find((setting) => setting.name === name)?.default;

/** Masks passwords in URLs. */
const withoutPassword = (value: string): string => value.replace(/(\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g, `$1${MASK}`);

const factsOf = ({ seed, clock, store, http, dataFolder }: Config): SettingsShown["facts"] => [
  { label: "Store", value: store.kind === "lmdb" && isAbsolute(store.path) ? `lmdb in ${store.path}` : store.kind },
  { label: "Data folder", value: dataFolder },
  { label: "Seed of the world", value: seed },
  { label: "Clock of the world", value: new Date(clock.now()).toISOString() },
  { label: "Workers", value: String(http.workers) },
  { label: "MCP", value: [...MODERN_VERSIONS, ...LEGACY_VERSIONS].join(", ") },
  { label: "Node.js", value: process.version },
];
