import { parseArgs } from "node:util";
import { type Clock, systemClock } from "../model/clock.ts";
import { type Failure, invalid } from "../model/failure.ts";
import type { KeyRecord } from "./key-record.ts";
import { keyIdIn, newKeyOf, overlapIn } from "./key-wish.ts";
import type { HandedOut, Keyring } from "./keyring.ts";
import { expiryOf, keysTable, quotaOf, scopesOf } from "./keys-table.ts";
import { shownKey, shownKeyOnce } from "./shown-key.ts";

export const KEYS_HELP = `taxiway keys: API keys for clients of taxiway serve, with TAXIWAY_AUTH=keys

Usage: taxiway keys create --name <text> [options]
       taxiway keys list [--tenant <tenant>] [--json]
       taxiway keys rotate <prefix> [--overlap <time>] [--json]
       taxiway keys revoke <prefix>

create
  --name <text>          who or what uses the key
  --tenant <tenant>      whose key it is (default "default"); a tenant begins with its first key
  --servers <names>      MCP servers it opens, with commas between: gds,toolbox (default all)
  --tools <names>        tools it opens; search* stands for all that begin so (default all)
  --admin                may also register tools, publish connectors and hand out keys of its tenant
  --per-minute <number>  calls in a minute (default no limit of its own)
  --per-day <number>     calls in a day of UTC
  --expires <when>       90d, 12h, 2027-06-30 or 2027-06-30T12:00Z (default never)

rotate
  --overlap <time>       how long the old key goes on working: 30m, 24h, 7d, or 0 to end it now (default 24h)

A key is shown once, when it is made or rotated, and kept nowhere. Its prefix, the 8 characters after twk_, is how it is
named afterwards. --json prints what programs can read.
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
} as const;

type Option = keyof typeof OPTIONS;
type Values = { readonly [name in Option]?: string | boolean | undefined } & {
  readonly [name in Exclude<Option, "help" | "json" | "admin">]?: string | undefined;
};

interface Verb {
  readonly options: readonly Option[];
  /** Whether the verb is about one key. */
  readonly prefix: boolean;
  run(keyring: Keyring, values: Values, prefix: string, now: number): Promise<string>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  create: {
    options: ["name", "tenant", "servers", "tools", "admin", "per-minute", "per-day", "expires", "json"],
    prefix: false,
    async run(keyring, values, _, now) {
      const { name, tenant, servers, tools, admin, expires, "per-minute": perMinute, "per-day": perDay } = values;
      const wish = {
        ...{ name, tenant, admin, expires, servers: namesIn(servers), tools: namesIn(tools) },
        ...{ per_minute: numberIn(perMinute), per_day: numberIn(perDay) },
      };
      return handedOut(await keyring.create(newKeyOf(wish, now)), values, now);
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
      return handedOut(await keyring.rotate(prefix, overlapIn(values.overlap)), values, now);
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

/** What `taxiway keys …` prints; `args` is what follows `keys`. */
export const keysCommand = async (
  args: readonly string[],
  keyring: Keyring,
  clock: Clock = systemClock,
): Promise<string> => {
  const { values, positionals } = parsed(args);
  const [name, prefix, ...others] = positionals;
  if (values.help || name === undefined) return KEYS_HELP;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined) throw problem("There is no such command.", "command", Object.keys(VERBS));
  const stranger = (Object.keys(values) as Option[]).find((option) => !verb.options.includes(option));
  if (stranger) throw problem(`taxiway keys ${name} has no option --${stranger}.`, stranger, verb.options);
  if (others.length > 0 || (prefix !== undefined && !verb.prefix)) {
    throw problem(`taxiway keys ${name} takes ${verb.prefix ? "one prefix" : "options only"}.`, "prefix");
  }
  return verb.run(keyring, values, verb.prefix ? checkPrefix(name, prefix) : "", clock.now());
};

/** An argument may be a key that somebody pasted: problems name the field, never what was typed there. */
const problem = (message: string, field: string, allowed?: readonly string[] | string): Failure =>
  invalid(message, { field, ...(allowed !== undefined && { allowed }), hint: "See taxiway keys --help." });

const parsed = (args: readonly string[]): { readonly values: Values; readonly positionals: readonly string[] } => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw problem("There is no such option.", "option", optionNames);
    throw problem("An option lacks its value, or has one where it takes none.", "option", optionNames);
  }
};

const optionNames = Object.keys(OPTIONS).map((name) => `--${name}`);

const checkPrefix = (verb: string, prefix: string | undefined): string => {
  if (prefix === undefined) throw problem(`taxiway keys ${verb} needs the prefix of a key; list shows them.`, "prefix");
  return keyIdIn(prefix);
};

const namesIn = (text: string | undefined): readonly string[] | undefined =>
  text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** What is no number stays as it is, for the keyring to refuse. */
const numberIn = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : text;

const asJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const handedOut = (made: HandedOut, { json }: Values, now: number): string => {
  if (json) return asJson(shownKeyOnce(made));
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
