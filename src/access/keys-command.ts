import { parseArgs } from "node:util";
import { type Clock, systemClock } from "../model/clock.ts";
import { type Failure, invalid } from "../model/failure.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { isExpired, type KeyRecord } from "./key-record.ts";
import { checkQuota, keyIdIn, newKeyOf, overlapIn } from "./key-request.ts";
import type { Keyring, NewSecret } from "./keyring.ts";
import type { QuotaUse } from "./quota-use.ts";
import { shownKey, shownNewKey, shownTenantQuota } from "./shown-key.ts";
import type { TenantQuota } from "./tenant-quotas.ts";

export const KEYS_HELP = `taxiway keys: API keys for clients of taxiway serve, with TAXIWAY_AUTH=keys

Usage: taxiway keys create --name <text> [options]
       taxiway keys list [--tenant <tenant>] [--json]
       taxiway keys rotate <prefix> [--overlap <time>] [--json]
       taxiway keys revoke <prefix>
       taxiway keys quota [--tenant <tenant>] [options]

create
  --name <text>          who or what uses the key
  --tenant <tenant>      tenant of the key, created with its first key (default "default")
  --servers <names>      MCP servers that the key may use, separated by commas: gds,toolbox (default all)
  --tools <names>        tools that the key may call; * at the end matches any suffix: search* (default all)
  --admin                the key may also register tools, publish connectors and create keys for its tenant
  --per-minute <number>  calls per minute (default unlimited)
  --per-day <number>     calls per day, UTC (default unlimited)
  --expires <when>       90d, 12h, 2027-06-30 or 2027-06-30T12:00Z (default never)

rotate
  --overlap <time>       how long the old key still works: 30m, 24h, 7d, or 0 to end it now (default 24h)

quota
  Limits all keys and tokens of a tenant together, beside the quotas of the keys. Without a limit, shows the quotas.
  --per-minute <number>  calls per minute (default unlimited)
  --per-day <number>     calls per day, UTC (default unlimited)
  --none                 removes the quota of the tenant

A key is shown only when it is created or rotated. Afterwards, its prefix names it: the 8 characters after twk_.
--json prints JSON.
`;

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  name: { type: "string" },
  tenant: { type: "string" },
  servers: { type: "string" },
  tools: { type: "string" },
  admin: { type: "boolean" },
  "per-minute": { type: "string" },
  "per-day": { type: "string" },
  expires: { type: "string" },
  overlap: { type: "string" },
  none: { type: "boolean" },
} as const;

type Option = keyof typeof OPTIONS;
type Values = { readonly [name in Option]?: string | boolean | undefined } & {
  readonly [name in Exclude<Option, "help" | "json" | "admin" | "none">]?: string | undefined;
};

interface Subcommand {
  readonly options: readonly Option[];
  /** Whether it takes the prefix of a key. */
  readonly prefix: boolean;
  run(keyring: Keyring, values: Values, prefix: string, now: number): Promise<string>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  create: {
    options: ["name", "tenant", "servers", "tools", "admin", "per-minute", "per-day", "expires", "json"],
    prefix: false,
    async run(keyring, values, _, now) {
      const { name, tenant, servers, tools, admin, expires, "per-minute": perMinute, "per-day": perDay } = values;
      const request = {
        name,
        tenant,
        admin,
        expires,
        servers: namesIn(servers),
        tools: namesIn(tools),
        per_minute: numberIn(perMinute),
        per_day: numberIn(perDay),
      };
      return newKeyText(await keyring.create(newKeyOf(request, now)), values, now);
    },
  },
  list: {
    options: ["tenant", "json"],
    prefix: false,
    async run(keyring, { tenant, json }, _, now) {
      const records = await keyring.list(tenant);
      return json ? asJson({ keys: records.map((record) => shownKey(record)) }) : keysTable(records, now);
    },
  },
  rotate: {
    options: ["overlap", "json"],
    prefix: true,
    async run(keyring, values, prefix, now) {
      return newKeyText(await keyring.rotate(prefix, overlapIn(values.overlap)), values, now);
    },
  },
  quota: {
    options: ["tenant", "per-minute", "per-day", "none", "json"],
    prefix: false,
    async run({ tenantQuotas, tenantUse }, { tenant, none, json, "per-minute": perMinute, "per-day": perDay }) {
      const quota = checkQuota({ perMinute: numberIn(perMinute), perDay: numberIn(perDay) });
      if (none && quota !== undefined) throw problem("--none takes no limits.", "none");
      if (none || quota !== undefined) await tenantQuotas.set(tenant ?? DEFAULT_TENANT, quota);
      const quotas = await tenantQuotas.list(tenant);
      const uses = await tenantUse(quotas);
      if (json) return asJson({ tenant_quotas: quotas.map((each, index) => shownTenantQuota(each, uses[index])) });
      return quotasTable(quotas, uses);
    },
  },
  revoke: {
    options: ["json"],
    prefix: true,
    async run(keyring, { json }, prefix) {
      const record = await keyring.revoke(prefix);
      if (json) return asJson(shownKey(record));
      return `The key ${prefix} (${record.name}, tenant ${record.tenant}) is revoked. Every node refuses it within a second.\n`;
    },
  },
};

/** Runs `taxiway keys …` and returns the text to print; `args` is what follows `keys`. */
export const keysCommand = async (
  args: readonly string[],
  keyring: Keyring,
  clock: Clock = systemClock,
): Promise<string> => {
  const { values, positionals } = parsed(args);
  const [name, prefix, ...others] = positionals;
  if (values.help || name === undefined) return KEYS_HELP;
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand === undefined) throw problem("Unknown command.", "command", Object.keys(SUBCOMMANDS));
  const unknown = (Object.keys(values) as Option[]).find((option) => !subcommand.options.includes(option));
  if (unknown) throw problem(`taxiway keys ${name} has no option --${unknown}.`, unknown, subcommand.options);
  if (others.length > 0 || (prefix !== undefined && !subcommand.prefix)) {
    throw problem(
      `taxiway keys ${name} takes ${subcommand.prefix ? "one prefix" : "no arguments, only options"}.`,
      "prefix",
    );
  }
  return subcommand.run(keyring, values, subcommand.prefix ? checkPrefix(name, prefix) : "", clock.now());
};

/** Names the field but never its value, which may be a pasted key. */
const problem = (message: string, field: string, allowed?: readonly string[] | string): Failure =>
  invalid(message, { field, ...(allowed !== undefined && { allowed }), hint: "See taxiway keys --help." });

const parsed = (args: readonly string[]): { readonly values: Values; readonly positionals: readonly string[] } => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw problem("Unknown option.", "option", optionNames);
    throw problem("An option has no value, or has one although it takes none.", "option", optionNames);
  }
};

const optionNames = Object.keys(OPTIONS).map((name) => `--${name}`);

const checkPrefix = (name: string, prefix: string | undefined): string => {
  if (prefix === undefined)
    throw problem(`taxiway keys ${name} needs the prefix of a key. taxiway keys list shows them.`, "prefix");
  return keyIdIn(prefix);
};

const namesIn = (text: string | undefined): readonly string[] | undefined =>
  text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Leaves text that is not a number as it is; the keyring rejects it. */
const numberIn = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : text;

const asJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const newKeyText = (made: NewSecret, { json }: Values, now: number): string => {
  if (json) return asJson(shownNewKey(made));
  return `${made.key}

This is the only time the key is shown. Clients send it as: Authorization: Bearer <key>

${factsOf(made.record, now)}`;
};

const factsOf = (record: KeyRecord, now: number): string =>
  Object.entries({
    prefix: record.keyId,
    tenant: record.tenant,
    name: record.name,
    scopes: scopesOf(record),
    quota: quotaOf(record),
    expires: expiryOf(record, now),
  })
    .map(([name, value]) => `  ${name.padEnd(8)} ${value}\n`)
    .join("");

const COLUMNS = ["PREFIX", "TENANT", "NAME", "SCOPES", "QUOTA", "LAST USED", "EXPIRES"];
const MAX_CELL_WIDTH = 48;

const keysTable = (records: readonly KeyRecord[], now: number): string => {
  if (records.length === 0) return "There are no keys. Create one with: taxiway keys create --name <who uses it>\n";
  return table([COLUMNS, ...records.map((record) => rowOf(record, now))]);
};

const quotasTable = (quotas: readonly TenantQuota[], uses: readonly QuotaUse[]): string => {
  if (quotas.length === 0) {
    return "No quota. Set one with: taxiway keys quota --tenant <tenant> --per-minute <number> --per-day <number>\n";
  }
  const used = (count: number | undefined, most: number | undefined) =>
    most === undefined ? "unlimited" : `${count} of ${most}`;
  const rows = quotas.map(({ tenant, quota }, index) => [
    tenant,
    used(uses[index]?.thisMinute, quota.perMinute),
    used(uses[index]?.today, quota.perDay),
  ]);
  return table([["TENANT", "THIS MINUTE", "TODAY"], ...rows]);
};

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd();
  return `${rows.map(lineOf).join("\n")}\n`;
};

const rowOf = (record: KeyRecord, now: number): readonly string[] =>
  [
    record.keyId,
    record.tenant,
    record.name,
    scopesOf(record),
    quotaOf(record),
    record.lastUsedAt === undefined ? "never" : timeText(record.lastUsedAt),
    expiryOf(record, now),
  ].map(shortened);

const scopesOf = ({ servers, tools, admin }: KeyRecord): string =>
  [
    servers === undefined ? "all servers" : servers.join(","),
    ...(tools === undefined ? [] : [`tools ${tools.join(",")}`]),
    ...(admin ? ["admin"] : []),
  ].join("; ");

const quotaOf = ({ quota = {} }: KeyRecord): string =>
  [
    ...(quota.perMinute === undefined ? [] : [`${quota.perMinute}/min`]),
    ...(quota.perDay === undefined ? [] : [`${quota.perDay}/day`]),
  ].join(" ") || "none";

const expiryOf = (record: KeyRecord, now: number): string => {
  const { expiresAt, overlapUntil = 0, orphaned } = record;
  const expiry =
    expiresAt === undefined ? "never" : `${isExpired(record, now) ? "expired " : ""}${timeText(expiresAt)}`;
  if (orphaned) return `${expiry} (other pepper: unusable)`;
  return now < overlapUntil ? `${expiry} (old key until ${timeText(overlapUntil)})` : expiry;
};

/** In UTC, to the minute. */
const timeText = (instant: number): string => `${new Date(instant).toISOString().slice(0, 16).replace("T", " ")}Z`;

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > MAX_CELL_WIDTH ? `${characters.slice(0, MAX_CELL_WIDTH - 1).join("")}…` : text;
};
