import { isJsonObject } from "../../model/json.ts";
import { PERSONAL, redact, SECRET, withoutSecrets } from "../../model/redact.ts";
import type { Schema } from "../../model/schema.ts";
import { isSecretName, snakeCase } from "../../model/secret-names.ts";

const MAX_DEPTH = 6;
const MAX_ENTRIES = 20;
const MAX_TEXT_LENGTH = 200;
/** More than is shown, because masking makes text shorter. */
const MAX_SEARCHED_LENGTH = 2_000;

/** Names that are secret in arguments, although log lines may contain some of them. */
const SECRET_ARGUMENTS = /^(?:.*_)?(?:auth|pin|cvv|cvc|session_?id|signature)(?:_.*)?$/;
const PERSONAL_NAMES =
  /^(?:.*_)?(?:e_?mail|phone|telephone|mobile|fax|first_?name|last_?name|given_?name|family_?name|middle_?name|full_?name|sur_?name|birth_?(?:date|day)?|date_of_birth|dob|born_on|passport|document_number|identity|national_id|ssn|tax_id|iban|card|card_number|account_number|address(?:_?line)?|street|post_?code|postal_?code|zip|contact_name|guest_name|passenger_name|customer_name|traveller_name|traveler_name)(?:_.*)?$/;
/** Objects that describe a person, whose name is personal too. */
const PEOPLE =
  /(?:guest|passenger|travell?er|person|customer|contact|driver|holder|owner|user|profile|booker|payer)s?$/;
const NAMES_OF_PEOPLE = /^(?:name|title|prefix|gender|nationality|initials|company)$/;
/** Free text, in which long numbers are those of cards and passports. */
const FREE_TEXT = /^special_requests?$/;
const LONG_NUMBER = 12;
const PERSONAL_FORMATS: ReadonlySet<unknown> = new Set(["email", "idn-email", "phone"]);

const EMAIL = /[^\s@<>"',;]{1,64}@[^\s@<>"',;]{1,190}\.[\p{L}]{2,24}/gu;

/** What a name reveals about its value. */
interface NameFacts {
  readonly isSecret: boolean;
  readonly isPersonal: boolean;
  /** The value describes a person. */
  readonly isPerson: boolean;
  /** Personal within an object that describes a person. */
  readonly isOfPerson: boolean;
  readonly isFreeText: boolean;
}

const factsOf = (name: string): NameFacts => {
  const word = snakeCase(name);
  return {
    isSecret: isSecretName(word) || SECRET_ARGUMENTS.test(word),
    isPersonal: PERSONAL_NAMES.test(word),
    isPerson: PEOPLE.test(word),
    isOfPerson: NAMES_OF_PEOPLE.test(word),
    isFreeText: FREE_TEXT.test(word),
  };
};

const MAX_NAMES = 2_000;
const MAX_NAME_LENGTH = 100;
const knownNames = new Map<string, NameFacts>();

/** Cached, because calls use the same few names, and the patterns are slow. */
const nameFacts = (name: string): NameFacts => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const facts = factsOf(name.slice(0, MAX_TEXT_LENGTH));
  if (knownNames.size >= MAX_NAMES) knownNames.clear();
  if (name.length <= MAX_NAME_LENGTH) knownNames.set(name, facts);
  return facts;
};

/** Masks secrets and personal data in a call's arguments, and shortens them for the log. `secrets` are masked in any case. */
export const redactArguments = (value: unknown, schema?: Schema, secrets?: ReadonlySet<string>): unknown =>
  redacted(secrets?.size ? withoutMembers(value, secrets) : value, schema, false, MAX_DEPTH);

const withoutMembers = (value: unknown, names: ReadonlySet<string>): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, names.has(name) ? SECRET : member]))
    : value;

const redacted = (value: unknown, schema: unknown, inPerson: boolean, levels: number): unknown => {
  if (typeof value === "string") return short(masked(value));
  if (typeof value !== "object" || value === null) return redact(value);
  if (levels === 0) return "[…]";
  const within = isJsonObject(schema) ? schema : {};
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ENTRIES).map((entry) => redacted(entry, within["items"], inPerson, levels - 1));
    return value.length > MAX_ENTRIES ? [...shown, `[${value.length - MAX_ENTRIES} more]`] : shown;
  }
  const properties = isJsonObject(within["properties"]) ? within["properties"] : {};
  const entries = Object.entries(value).slice(0, MAX_ENTRIES * 5);
  return Object.fromEntries(
    entries.map(([name, member]) => {
      const about = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const facts = nameFacts(name);
      return [
        short(masked(name)),
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
  // Members of lists and objects decide for themselves: `addresses` may be those of hotels.
  if (typeof value === "object") return undefined;
  if (facts.isFreeText && String(value).replace(/\D/g, "").length >= LONG_NUMBER) return PERSONAL;
  return facts.isPersonal || (inPerson && facts.isOfPerson) ? PERSONAL : undefined;
};

/** Masks secrets and e-mail addresses inside text. */
const masked = (text: string): string => {
  const searched = text.length > MAX_SEARCHED_LENGTH ? `${text.slice(0, MAX_SEARCHED_LENGTH)}…` : text;
  return withoutSecrets(searched.includes("@") ? searched.replace(EMAIL, PERSONAL) : searched);
};

const short = (text: string): string => (text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text);
