import { isJsonObject } from "../../../model/json.ts";

/** Needs no escaping in URLs, XML or JSON. */
export const MASK = "***";

/** Masks the secrets of one call, in every encoding that an API or a library may give them. */
export interface Masker {
  /** For people: masks short secrets too, where they are whole words. */
  text(text: string): string;
  /** Masks every text in a value, names included. */
  value(value: unknown): unknown;
  /** For mappings and callers: masks long secrets only, so that a price equal to a PIN survives. `text` is the value as text. */
  data(value: unknown, text: string): unknown;
}

/** From this length on, a match is not a coincidence. */
const LONG = 8;
/** Shorter secrets are masked only in the places where they are injected. */
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

/** Patterns for one secret. They match nested encodings; base64 hides the text, so all its spellings are encoded first. */
const formsOf = (secret: string): Forms => {
  const hexadecimal = Buffer.from(secret, "utf8").toString("hex");
  const plain = [flexible(secret), hexadecimal, hexadecimal.toUpperCase()];
  if (secret.length < LONG)
    return { anywhere: [], asWords: [...plain, flexible(Buffer.from(secret).toString("base64"))] };
  const hidden = SPELLINGS.map((spell) => Buffer.from(spell(secret), "utf8")).flatMap((bytes) =>
    [0, 1, 2].flatMap((before) => inBase64(bytes, before)),
  );
  return { anywhere: [...plain, ...[...new Set(hidden)].map(flexible)], asWords: [] };
};

/** How a secret may be spelled before it is encoded in base64. */
const SPELLINGS: readonly ((secret: string) => string)[] = [
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

/** The secret within a longer base64 text, where it can start at any of three offsets. */
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
/** A character of an escape sequence, which may itself be percent-encoded. All quantifiers are bounded: searching stays linear. */
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

/** A pattern that also finds the text where it is escaped for URLs, XML or JSON, once or several times. */
const flexible = (text: string): string =>
  text.replace(/\\+|[^\\]/gsu, (part) => {
    // One quantifier for a run of backslashes: several in a row would backtrack.
    if (part.startsWith("\\"))
      return `(?:${BACKSLASH}{${part.length},64}|(?:${codesOf("\\").join("|")}){${part.length}})`;
    return /[\w.~-]/.test(part) ? part.replace(".", "\\.") : `(?:${spellingsOf(part).join("|")})`;
  });

const spellingsOf = (character: string): readonly string[] => {
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
