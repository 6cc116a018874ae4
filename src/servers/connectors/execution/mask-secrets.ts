import { isJsonObject } from "../../../model/json.ts";

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

/** Patterns. Encodings of encodings are found by those; what base64 hides is written in every way first. */
const formsOf = (secret: string): Forms => {
  const hexadecimal = Buffer.from(secret, "utf8").toString("hex");
  const plain = [flexible(secret), hexadecimal, hexadecimal.toUpperCase()];
  if (secret.length < LONG)
    return { anywhere: [], asWords: [...plain, flexible(Buffer.from(secret).toString("base64"))] };
  const hidden = WRITINGS.map((write) => Buffer.from(write(secret), "utf8")).flatMap((bytes) =>
    [0, 1, 2].flatMap((before) => inBase64(bytes, before)),
  );
  return { anywhere: [...plain, ...[...new Set(hidden)].map(flexible)], asWords: [] };
};

/** How a text may be written before somebody puts it into base64. */
const WRITINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => encodeURIComponent(secret.replace(/\p{Cs}/gu, "")),
  (secret) => percents(Buffer.from(secret, "utf8")),
  (secret) => new URLSearchParams([["", secret]]).toString().slice(1),
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => secret.replace(/[&<>]/g, (found) => `&${XML_NAMES[found]};`),
  (secret) => secret.replace(/[&<>"]/g, (found) => `&${XML_NAMES[found]};`),
];

const XML_NAMES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

const percents = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");

/** As it looks within a longer text in base64, where it begins at any of three places. */
const inBase64 = (bytes: Buffer, before: number): readonly string[] => {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  const [skipped, dropped] = [[0, 2, 3][before] as number, [0, 3, 2][padded.length % 3] as number];
  const text = padded.toString("base64");
  const part = text.slice(skipped, text.length - dropped);
  return part.length < LONG ? [] : [part, part.replaceAll("+", "-").replaceAll("/", "_")];
};

const anyCase = (hexadecimal: string): string =>
  hexadecimal.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const percentOf = (byte: number): string => `%(?:25){0,4}${anyCase(byte.toString(16).padStart(2, "0"))}`;
/** All quantifiers have an end, so that no answer can make the search take long. What encodings are made of may itself have been encoded for an address. */
const mark = (character: string): string =>
  `(?:${character.replace(/[\\+]/, "\\$&")}|${percentOf(character.charCodeAt(0))})`;
const [AND, END, NUMBER, BACKSLASH, PLUS] = ["&", ";", "#", "\\", "+"].map(mark) as [
  string,
  string,
  string,
  string,
  string,
];
const REFERENCE = `${AND}(?:amp${END}){0,4}`;

/** A pattern that finds a text also where it was encoded for addresses, XML or JSON, once or several times. */
const flexible = (text: string): string =>
  text.replace(/\\+|[^\\]/gsu, (part) => {
    // One quantifier for a row of them: several in a row could be divided up in too many ways.
    if (part.startsWith("\\"))
      return `(?:${BACKSLASH}{${part.length},64}|(?:${codesOf("\\").join("|")}){${part.length}})`;
    return /[\w.~-]/.test(part) ? part.replace(".", "\\.") : `(?:${writingsOf(part).join("|")})`;
  });

const writingsOf = (character: string): readonly string[] => {
  const code = character.codePointAt(0) as number;
  const name = XML_NAMES[character];
  const bytes = [Buffer.from(character, "utf8"), ...(code < 0x100 ? [Buffer.of(code)] : [])];
  const plain = [
    character.replace(/[\^$.*+?()[\]{}|/]/, "\\$&"),
    ...bytes.map((one) => [...one].map(percentOf).join("")),
  ];
  return [
    `${BACKSLASH}{0,16}(?:${plain.join("|")})`,
    ...(character === " " ? [PLUS] : []),
    ...(name === undefined ? [] : [`${REFERENCE}${name}${END}`]),
    ...codesOf(character),
  ];
};

const codesOf = (character: string): readonly string[] => {
  const code = character.codePointAt(0) as number;
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return [
    `${REFERENCE}${NUMBER}0{0,4}${code}${END}`,
    `${REFERENCE}${NUMBER}[xX]0{0,4}${anyCase(code.toString(16))}${END}`,
    units.map((unit) => `${BACKSLASH}{1,16}u${anyCase(unit)}`).join(""),
  ];
};

const patternOf = (patterns: readonly string[], asWords = false): RegExp | undefined => {
  if (patterns.length === 0) return undefined;
  const any = [...new Set(patterns)].sort((a, b) => b.length - a.length).join("|");
  return new RegExp(asWords ? `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])` : any, "gu");
};
