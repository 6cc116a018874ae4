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
const CARD = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;

/** `PostalCode` and `postal-code` are `postal_code`. */
const snake = (name: string): string =>
  name
    .replace(/^@/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

/** What a log may keep of a call's arguments: enough to see what was asked, and nothing of whom it was asked for. */
export const redactArguments = (value: unknown, schema?: Schema): unknown => redacted(value, schema, "", DEEPEST);

const redacted = (value: unknown, schema: unknown, parent: string, levels: number): unknown => {
  if (typeof value === "string") return short(value.replace(EMAIL, PERSONAL).replace(CARD, cardless));
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "[…]";
  const within = isJsonObject(schema) ? schema : {};
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ENTRIES).map((entry) => redacted(entry, within["items"], parent, levels - 1));
    return value.length > MOST_ENTRIES ? [...shown, `[${value.length - MOST_ENTRIES} more]`] : shown;
  }
  const properties = isJsonObject(within["properties"]) ? within["properties"] : {};
  const entries = Object.entries(value).slice(0, MOST_ENTRIES * 5);
  return Object.fromEntries(
    entries.map(([name, member]) => {
      const about = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [
        name.slice(0, LONGEST),
        maskFor(snake(name), about, parent, member) ?? redacted(member, about, snake(name), levels - 1),
      ];
    }),
  );
};

const maskFor = (name: string, about: unknown, parent: string, value: unknown): string | undefined => {
  if (value === null || value === undefined || typeof value === "boolean") return undefined;
  const schema = isJsonObject(about) ? about : {};
  if (schema["writeOnly"] === true || schema["format"] === "password" || schema["x-secret"] === true) return SECRET;
  if (schema["contentEncoding"] === "base64") return `[file, ${String(value).length} characters]`;
  if (SECRET_NAMES.test(name)) return SECRET;
  if (PERSONAL_FORMATS.has(schema["format"]) || schema["x-personal"] === true) return PERSONAL;
  // A list or an object of that name is looked into: `addresses` may be those of hotels.
  if (typeof value === "object") return undefined;
  const isPersonal = PERSONAL_NAMES.test(name) || (PEOPLE.test(parent) && NAMES_OF_PEOPLE.test(name));
  return isPersonal ? PERSONAL : undefined;
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
