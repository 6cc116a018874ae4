import { parseArgs } from "node:util";
import { type Clock, systemClock } from "../model/clock.ts";
import { type Failure, invalid } from "../model/failure.ts";
import type { KeyRecord } from "./key-record.ts";
import { looksLikeKey } from "./key-text.ts";
import type { HandedOut, Keyring } from "./keyring.ts";
import { expiryOf, keysTable, quotaOf, scopesOf } from "./keys-table.ts";

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
      if (values.name === undefined) throw problem("A key needs a name that says who or what uses it.", "name");
      const [servers, tools] = [namesIn(values.servers), namesIn(values.tools)];
      const [perMinute, perDay] = [numberIn(values, "per-minute"), numberIn(values, "per-day")];
      const made = await keyring.create({
        name: values.name,
        admin: values.admin === true,
        quota: { ...(perMinute !== undefined && { perMinute }), ...(perDay !== undefined && { perDay }) },
        ...(values.tenant !== undefined && { tenant: values.tenant }),
        ...(servers && { servers }),
        ...(tools && { tools }),
        ...(values.expires !== undefined && { expiresAt: momentIn(values.expires, now) }),
      });
      return handedOut(made, values, now);
    },
  },
  list: {
    options: ["tenant", "json"],
    prefix: false,
    async run(keyring, { tenant, json }, _, now) {
      const records = await keyring.list(tenant);
      return json ? asJson(records) : keysTable(records, now);
    },
  },
  rotate: {
    options: ["overlap", "json"],
    prefix: true,
    async run(keyring, values, prefix, now) {
      const made = await keyring.rotate(prefix, durationIn("overlap", values.overlap ?? "24h"));
      return handedOut(made, values, now);
    },
  },
  revoke: {
    options: ["json"],
    prefix: true,
    async run(keyring, { json }, prefix) {
      const record = await keyring.revoke(prefix);
      if (json) return asJson({ record });
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
  // Who pastes the whole key means that key; the rest of it is of no use here.
  return looksLikeKey(prefix) ? prefix.slice(4, 12) : prefix;
};

const namesIn = (text: string | undefined): readonly string[] | undefined =>
  text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const numberIn = (values: Values, option: "per-minute" | "per-day"): number | undefined => {
  const text = values[option];
  if (text === undefined) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw problem(`The option --${option} takes a whole number.`, option);
};

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(\d{1,6})([smhd])$/;

const durationIn = (option: string, text: string): number => {
  const [, count, unit = ""] = DURATION.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (UNITS[unit] as number);
  if (text === "0") return 0;
  throw problem(
    `The option --${option} takes a time.`,
    option,
    "a number with s, m, h or d behind it: 30m, 24h, 7d; or 0",
  );
};

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Of a date alone, its first moment in UTC. */
const momentIn = (text: string, now: number): number => {
  if (DURATION.test(text)) return now + durationIn("expires", text);
  const instant = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(instant)) return instant;
  throw problem("The option --expires takes a time or a date.", "expires", "90d, 12h, 2027-06-30 or 2027-06-30T12:00Z");
};

const asJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const handedOut = ({ key, record }: HandedOut, { json }: Values, now: number): string => {
  if (json) return asJson({ key, record });
  return `${key}

This is the only time the key is shown. Clients send it as: Authorization: Bearer <key>

${factsOf(record, now)}`;
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
