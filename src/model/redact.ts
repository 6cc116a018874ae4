import { isCardNumber, PERSONAL, placeholderFor, snakeCase, withoutSecrets } from "./without-secrets.ts";

type Fields = Readonly<Record<string, unknown>>;

const DEEPEST = 20;
const LONGEST_NAME = 100;
const MOST_NAMES = 2_000;
/** Below, instants in milliseconds are as likely. */
const SMALLEST_CARD = 1e14;

/** The value without secrets, by their form in every text and by the names of fields: for logs and errors. */
export const redact = (value: unknown, levels = DEEPEST): unknown => {
  if (typeof value === "string") return withoutSecrets(value);
  if (typeof value === "number") return value >= SMALLEST_CARD && isCard(value) ? PERSONAL : value;
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "[…]";
  if (Array.isArray(value)) return value.map((entry) => redact(entry, levels - 1));
  if ("toJSON" in value && typeof value.toJSON === "function") return redact(value.toJSON(), levels - 1);
  return redactFields(value as Fields, levels - 1);
};

/** Of an error: its sentence, and what else is told about it. */
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

/** Objects are looked into: `token` may hold what is known about one. */
const isPlain = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "bigint";

interface NameFacts {
  readonly shownAs: string;
  readonly placeholder: string | undefined;
}

/** The same few names come with every line, and to judge one takes longer than to find it here. */
const knownNames = new Map<string, NameFacts>();

const factsOf = (name: string): NameFacts => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const facts = { shownAs: withoutSecrets(name), placeholder: placeholderFor(snakeCase(name.slice(0, LONGEST_NAME))) };
  if (knownNames.size >= MOST_NAMES) knownNames.clear();
  if (name.length <= LONGEST_NAME) knownNames.set(name, facts);
  return facts;
};

/** An error that names a field and the value in it may repeat the value in its sentences. */
const hiderOf = ({ field, value }: Fields): ((text: string) => string) => {
  const name = typeof field === "string" ? (field.split(".").at(-1) ?? "").replace(/\[\d+\]$/, "") : "";
  const { placeholder } = factsOf(name);
  if (placeholder === undefined || !isPlain(value)) return (text) => text;
  const hidden = String(value);
  const quoted = `'${hidden}'`;
  return (text) => (text === hidden ? placeholder : text.replaceAll(hidden.length < 4 ? quoted : hidden, placeholder));
};

const isCard = (value: number): boolean => Number.isSafeInteger(value) && isCardNumber(String(value));
