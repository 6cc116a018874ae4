import { isJsonObject } from "../../model/json.ts";

/** Needs no escaping in addresses, XML or JSON. */
export const MASK = "***";

/** Knows the secrets of one call, in every form that an API, a library or an encoding may give them. */
export interface Masker {
  /** For people: also short secrets, where they stand as words. */
  text(text: string): string;
  /** The same for every text in it, names included. */
  value(value: unknown): unknown;
  /** What a mapping and a caller may see: a PIN that is also a price is left alone. */
  data(value: unknown, text: string): unknown;
}

/** From here on a secret is too long to stand anywhere by chance. */
const LONG = 8;
/** Below that, only the places where a secret is put are masked. */
const SHORTEST = 4;

export const createMasker = (secrets: readonly string[]): Masker => {
  const forms = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST).map((secret) => formsOf(secret));
  const long = patternOf(forms.flatMap(({ anywhere }) => anywhere));
  const words = patternOf(
    forms.flatMap(({ asWords }) => asWords),
    true,
  );
  const masked = (text: string): string => {
    const without = long === undefined ? text : text.replace(long, MASK);
    return words === undefined ? without : without.replace(words, MASK);
  };
  return {
    text: masked,
    value: (value) => (forms.length === 0 ? value : deeply(value, masked)),
    data: (value, text) =>
      long === undefined || text.search(long) < 0 ? value : deeply(value, (part) => part.replace(long, MASK)),
  };
};

const deeply = (value: unknown, mask: (text: string) => string): unknown => {
  if (typeof value === "string") return mask(value);
  if (typeof value === "number") return mask(String(value)) === MASK ? MASK : value;
  if (Array.isArray(value)) return value.map((entry) => deeply(entry, mask));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [mask(name), deeply(member, mask)]));
};

interface Forms {
  readonly anywhere: readonly string[];
  readonly asWords: readonly string[];
}

const formsOf = (secret: string): Forms => {
  const bytes = Buffer.from(secret, "utf8");
  const written = WRITINGS.map((write) => write(secret));
  const whole = [bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
  if (secret.length < LONG) return { anywhere: [], asWords: [...written, ...whole] };
  return { anywhere: [...written, ...whole, ...[0, 1, 2].flatMap((before) => inBase64(bytes, before))], asWords: [] };
};

const percents = (bytes: Buffer, kept: RegExp): string =>
  [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return kept.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
const UNRESERVED = /[\w.~-]/;
const lowerPercents = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const escapedIn = (pattern: RegExp, form: (code: number) => string) => (text: string) =>
  text.replace(pattern, (character) => form(character.codePointAt(0) as number));
const XML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const inXml = (pattern: RegExp, text: string): string => text.replace(pattern, (found) => XML[found] as string);

const strictly = (secret: string): string => percents(Buffer.from(secret, "utf8"), UNRESERVED);
const loosely = (secret: string): string => percents(Buffer.from(secret, "utf8"), /[\w.~!'()*-]/);
const asForm = (secret: string): string => new URLSearchParams([["", secret]]).toString().slice(1);
const western = (secret: string): string => percents(Buffer.from(secret, "latin1"), UNRESERVED);
const asJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);

/** How a text may be written down by whoever repeats it. */
const WRITINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  ...[strictly, loosely, asForm, western].flatMap((write) => [write, (secret: string) => lowerPercents(write(secret))]),
  asJson,
  (secret) => asJson(secret).replaceAll("/", "\\/"),
  (secret) => escapedIn(/[^\0-\x7f]/g, (code) => `\\u${code.toString(16).padStart(4, "0")}`)(asJson(secret)),
  (secret) => inXml(/[&<>]/g, secret),
  (secret) => inXml(/[&<>"]/g, secret),
  (secret) => inXml(/[&<>"']/g, secret),
  (secret) => inXml(/[&<>"]/g, secret).replaceAll("'", "&#39;"),
  (secret) => escapedIn(/[^\0-\x7f]/gu, (code) => `&#${code};`)(inXml(/[&<>"]/g, secret)),
  escapedIn(/[^\w.-]/gu, (code) => `&#${code};`),
  escapedIn(/[^\w.-]/gu, (code) => `&#x${code.toString(16)};`),
  escapedIn(/[^\w.-]/gu, (code) => `&#x${code.toString(16).toUpperCase()};`),
];

/** As it looks within a longer text in base64, where it begins at any of three places. */
const inBase64 = (bytes: Buffer, before: number): readonly string[] => {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  const [skipped, dropped] = [[0, 2, 3][before] as number, [0, 3, 2][padded.length % 3] as number];
  const text = padded.toString("base64");
  const part = text.slice(skipped, text.length - dropped);
  return part.length < LONG ? [] : [part, part.replaceAll("+", "-").replaceAll("/", "_")];
};

const patternOf = (texts: readonly string[], asWords = false): RegExp | undefined => {
  if (texts.length === 0) return undefined;
  const sorted = [...new Set(texts)].sort((a, b) => b.length - a.length);
  const any = sorted.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  return new RegExp(asWords ? `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])` : any, "gu");
};
