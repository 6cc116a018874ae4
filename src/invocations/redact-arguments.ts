import { isJsonObject } from "../model/json.ts";
import type { Schema } from "../model/schema.ts";

const SECRET = "[secret]";
const PERSONAL = "[personal]";

const DEEPEST = 6;
const MOST_ENTRIES = 20;
const LONGEST = 200;

const SECRET_NAMES =
  /^(?:.*_)?(?:password|passwd|passphrase|pwd|secret|token|api_?key|auth|authorization|credentials?|pin|cvv|cvc|private_key|session_?id|cookie|signature)(?:_.*)?$/;
const PERSONAL_NAMES =
  /^(?:.*_)?(?:e_?mail|phone|telephone|mobile|fax|first_?name|last_?name|given_?name|family_?name|middle_?name|full_?name|sur_?name|birth_?(?:date|day)?|date_of_birth|dob|born_on|passport|document_number|identity|national_id|ssn|tax_id|iban|card|card_number|account_number|address(?:_?line)?|street|post_?code|postal_?code|zip|contact_name|guest_name|passenger_name|customer_name|traveller_name|traveler_name)(?:_.*)?$/;
/** In what stands for a person, also its name is one's own. */
const PEOPLE =
  /(?:guest|passenger|travell?er|person|customer|contact|driver|holder|owner|user|profile|booker|payer)s?$/;
const NAMES_OF_PEOPLE = /^(?:name|title|prefix|gender|nationality|initials|company)$/;
const PERSONAL_FORMATS: ReadonlySet<unknown> = new Set(["email", "idn-email", "phone"]);

const EMAIL = /[^\s@<>"',;]{1,64}@[^\s@<>"',;]{1,190}\.[\p{L}]{2,24}/gu;
const SHORTEST_CARD = 13;
const CARD = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;

/** `PostalCode` and `postal-code` are `postal_code`. */
const snake = (name: string): string =>
  name
    .replace(/^@/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

/** What a name says about what it names. */
interface NameFacts {
  readonly isSecret: boolean;
  readonly isPersonal: boolean;
  /** Who it is about, rather than what. */
  readonly isPerson: boolean;
  readonly isOfPerson: boolean;
}

const factsOf = (name: string): NameFacts => {
  const word = snake(name);
  return {
    isSecret: SECRET_NAMES.test(word),
    isPersonal: PERSONAL_NAMES.test(word),
    isPerson: PEOPLE.test(word),
    isOfPerson: NAMES_OF_PEOPLE.test(word),
  };
};

const MOST_NAMES = 2_000;
const LONGEST_NAME = 100;
const knownNames = new Map<string, NameFacts>();

/** The same few names come with every call, and to look at one takes longer than to find it here. */
const nameFacts = (name: string): NameFacts => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const facts = factsOf(name);
  if (knownNames.size >= MOST_NAMES) knownNames.clear();
  if (name.length <= LONGEST_NAME) knownNames.set(name, facts);
  return facts;
};

/** What a log may keep of a call's arguments: enough to see what was asked, and nothing of whom it was asked for. */
export const redactArguments = (value: unknown, schema?: Schema): unknown => redacted(value, schema, false, DEEPEST);

const redacted = (value: unknown, schema: unknown, inPerson: boolean, levels: number): unknown => {
  if (typeof value === "string") return short(masked(value));
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "[…]";
  const within = isJsonObject(schema) ? schema : {};
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ENTRIES).map((entry) => redacted(entry, within["items"], inPerson, levels - 1));
    return value.length > MOST_ENTRIES ? [...shown, `[${value.length - MOST_ENTRIES} more]`] : shown;
  }
  const properties = isJsonObject(within["properties"]) ? within["properties"] : {};
  const entries = Object.entries(value).slice(0, MOST_ENTRIES * 5);
  return Object.fromEntries(
    entries.map(([name, member]) => {
      const about = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const facts = nameFacts(name);
      return [
        name.slice(0, LONGEST),
        maskFor(facts, about, inPerson, member) ?? redacted(member, about, facts.isPerson, levels - 1),
      ];
    }),
  );
};

const maskFor = (facts: NameFacts, about: unknown, inPerson: boolean, value: unknown): string | undefined => {
  if (value === null || value === undefined || typeof value === "boolean") return undefined;
  const schema = isJsonObject(about) ? about : {};
  if (schema["writeOnly"] === true || schema["format"] === "password" || schema["x-secret"] === true) return SECRET;
  if (schema["contentEncoding"] === "base64") return `[file, ${String(value).length} characters]`;
  if (facts.isSecret) return SECRET;
  if (PERSONAL_FORMATS.has(schema["format"]) || schema["x-personal"] === true) return PERSONAL;
  // A list or an object of that name is looked into: `addresses` may be those of hotels.
  if (typeof value === "object") return undefined;
  return facts.isPersonal || (inPerson && facts.isOfPerson) ? PERSONAL : undefined;
};

/** Without what may stand in any text. Most texts are too short for a card, and have no address in them. */
const masked = (text: string): string => {
  const nameless = text.includes("@") ? text.replace(EMAIL, PERSONAL) : text;
  return nameless.length < SHORTEST_CARD ? nameless : nameless.replace(CARD, cardless);
};

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Dates and ids have many digits too; the last digit of a card's number follows from the others. */
const cardless = (found: string): string => {
  const digits = found.replace(/\D/g, "");
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 ? PERSONAL : found;
};
