import { isSecretName, KEY_KINDS, OPEN_KEYS, snakeCase } from "./secret-names.ts";

type Fields = Readonly<Record<string, unknown>>;

const DEEPEST = 20;
const LONGEST_NAME = 100;
const MOST_NAMES = 2_000;
/** Smaller numbers are as likely to be timestamps in milliseconds. */
const SMALLEST_CARD = 1e14;

/** Masks secrets in a value, by their format in any text and by field names. For logs and errors. */
export const redact = (value: unknown, levels = DEEPEST): unknown => {
  if (typeof value === "string") return withoutSecrets(value);
  if (typeof value === "number") return value >= SMALLEST_CARD && isCard(value) ? PERSONAL : value;
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "[…]";
  if (Array.isArray(value)) return value.map((entry) => redact(entry, levels - 1));
  if ("toJSON" in value && typeof value.toJSON === "function") return redact(value.toJSON(), levels - 1);
  return redactFields(value as Fields, levels - 1);
};

/** Masks secrets in an error's message and data. */
export const redactError = <Data extends Fields | undefined>(message: string, data: Data) => ({
  message: withoutSecrets(data === undefined ? message : hiderOf(data)(message)),
  data: redact(data) as Data,
});

const redactFields = (fields: Fields, levels: number): Record<string, unknown> => {
  const hide = hiderOf(fields);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const { shownAs, placeholder } = factsOf(name);
      if (placeholder !== undefined && isPlain(value)) return [shownAs, placeholder];
      return [shownAs, redact(typeof value === "string" ? hide(value) : value, levels)];
    }),
  );
};

/** Objects are searched instead of masked: `token` may hold facts about a token. */
const isPlain = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "bigint";

interface NameFacts {
  readonly shownAs: string;
  readonly placeholder: string | undefined;
}

/** A cache of field names: every log line has the same few, and a lookup is faster than the patterns. */
const knownNames = new Map<string, NameFacts>();

const factsOf = (name: string): NameFacts => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const facts = { shownAs: withoutSecrets(name), placeholder: placeholderFor(snakeCase(name.slice(0, LONGEST_NAME))) };
  if (knownNames.size >= MOST_NAMES) knownNames.clear();
  if (name.length <= LONGEST_NAME) knownNames.set(name, facts);
  return facts;
};

/** Returns a function that masks the value of a secret field where an error message repeats it. */
const hiderOf = ({ field, value }: Fields): ((text: string) => string) => {
  const name = typeof field === "string" ? (field.split(".").at(-1) ?? "").replace(/\[\d+\]$/, "") : "";
  const { placeholder } = factsOf(name);
  if (placeholder === undefined || !isPlain(value)) return (text) => text;
  const hidden = String(value);
  const quoted = `'${hidden}'`;
  return (text) => (text === hidden ? placeholder : text.replaceAll(hidden.length < 4 ? quoted : hidden, placeholder));
};

const isCard = (value: number): boolean => Number.isSafeInteger(value) && isCardNumber(String(value));

/** Placeholders for values that must not be stored, logged or repeated. */
export const SECRET = "[secret]";
export const PERSONAL = "[personal]";

/** No key, card number or `pwd=` with a value is shorter. */
const SHORTEST = 8;

type Mask = string | ((found: string, ...groups: string[]) => string);

/** Masks only text with digits: keys nearly always have some, words and fare class names do not. */
const ifItHasDigits = (found: string, shown: string, hidden: string): string =>
  /\d/.test(hidden) ? `${shown}…` : found;

/**
 * Formats of keys and tokens. Public prefixes are kept, to identify the key. Partial keys are masked too, because text
 * gets truncated. A quantifier that is not last is bounded, so that matching takes linear time.
 */
const KEY_FORMS: readonly (readonly [form: RegExp, mask: Mask])[] = [
  [/(twk_(?:[0-9a-z]{8}_(?=[0-9a-z])|(?=[0-9a-z]{12})))[0-9a-z_]+/gi, "$1…"],
  [/(?<![\w-])(taxiway-)(?:[\w-]{32}(?![\w-])|[\w-]{8,31}(?=…))/gi, "$1…"],
  [/(duffel_(?:live|test)_)[\w-]{4,}/gi, "$1…"],
  [/(?<![\w-])(eyJ)[\w-]{6,2048}\.[\w-]+(?:\.[\w-]*)?/gi, "$1…"],
  [/(?<![a-z0-9])(bearer[ \t]{1,4})([\w.~+/=-]{8,})/gi, ifItHasDigits],
  [/(?<![a-z0-9])((?:sk|pk|rk)[-_])([\w-]{16,})/gi, ifItHasDigits],
  [/(?<![a-z0-9])(gh[opsur]_|github_pat_|glpat-|npm_|whsec_|xox[abeprs]-)([\w-]{16,})/gi, ifItHasDigits],
  [/(?<![a-z0-9])(AKIA|ASIA)[A-Z0-9]{16}(?![a-z0-9])/g, "$1…"],
  [/(?<![\w-])(AIza)[\w-]{30,}/g, "$1…"],
  [/(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[\w+/=\s\\]*/g, `$1${SECRET}`],
  [/(:\/\/[^\s/:@]{0,64}:)[^\s/@]{1,256}(?=@)/g, `$1${SECRET}`],
];

/** A pre-check: every format contains one of these, and most text contains none. */
const HINT =
  /twk_|taxiway-|duffel_|eyj|bearer|[spr]k[-_]|gh[opsur]_|github_|glpat|npm_|whsec_|xox|a[ks]ia|aiza|-----B|:\/\//i;
const MAY_BE_NAMED = /[:=]/;
const MAY_BE_CARD = /\d[ -]?\d[ -]?\d[ -]?\d[ -]?\d/;

const KEY_NAMES = `(?<!${OPEN_KEYS})[_-]key|(?:${KEY_KINDS})key`;
const NAMES = `pass(?:word|wd|phrase)|pwd|secret|token|${KEY_NAMES}|authorization|bearer|jwt|credentials?`;
const PERSONAL_NAMES = "passport(?:[_-]?(?:number|no))?|card[_-]?number";

/** Matches `api_key=…`, `"password": "…"` and `Authorization: Basic …`, also in escaped JSON. */
const NAMED = new RegExp(
  String.raw`((?:${NAMES}|(${PERSONAL_NAMES}))(\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?))((?<=["'])[^"'\\]{3,}|(?:(?:Basic|Bearer|Token|Digest) )?[^\s"'\\&,;<>(){}[\]…]{3,})`,
  "gi",
);

/** After a bare colon, a word without digits is usually prose: "token: must be text". */
const maskNamed = (found: string, start: string, personal: string | undefined, sign: string, value: string): string =>
  /["'=]/.test(sign) || /\d/.test(value) ? `${start}${personal === undefined ? SECRET : PERSONAL}` : found;

/** UUIDs are matched first and kept: the digits of one in five hundred look like a card number. */
const ID_OR_CARD = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![a-z0-9])(?:\d[ -]?){12,18}\d(?![a-z0-9])/gi;
const CARD = /^[\d -]{13,37}$/;
const LONGEST_CARD = 19;

/** Checks the Luhn digit, since dates and IDs have many digits too. */
const isCardNumber = (text: string): boolean => {
  const digits = text.replace(/\D/g, "");
  if (!CARD.test(text) || digits.length > LONGEST_CARD) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** Masks only keys and tokens, for documents that must stay usable. */
export const withoutKeys = (text: string): string =>
  text.length < SHORTEST || !HINT.test(text)
    ? text
    : KEY_FORMS.reduce((masked, [form, mask]) => masked.replace(form, mask as string), text);

/** Masks keys, tokens, card numbers, and values that follow the name of a secret. */
export const withoutSecrets = (text: string): string => {
  if (text.length < SHORTEST) return text;
  const keyless = withoutKeys(text);
  const nameless = MAY_BE_NAMED.test(keyless) ? keyless.replace(NAMED, maskNamed) : keyless;
  return MAY_BE_CARD.test(nameless)
    ? nameless.replace(ID_OR_CARD, (found) => (isCardNumber(found) ? PERSONAL : found))
    : nameless;
};

const PERSONAL_NAME = /^(?:.*_)?(?:passport(?:_?(?:number|no))?|card_?number)$/;

/** Returns the placeholder for a field with this name in snake case; undefined if its value may be shown. */
const placeholderFor = (word: string): string | undefined => {
  if (isSecretName(word)) return SECRET;
  return PERSONAL_NAME.test(word) ? PERSONAL : undefined;
};
