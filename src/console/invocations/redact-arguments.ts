import { isJsonObject } from "../../model/json.ts";
import { isSecretName, PERSONAL, redact, SECRET, snakeCase, withoutSecrets } from "../../model/redact.ts";
import type { Schema } from "../../model/schema.ts";

const DEEPEST = 6;
const MOST_ENTRIES = 20;
const LONGEST = 200;
/** Of a long text, as much is searched: more than is shown, as masked text is shorter. */
const LONGEST_SEARCHED = 2_000;

/** Secret as arguments, though the log needs some of them. */
const SECRET_ARGUMENTS = /^(?:.*_)?(?:auth|pin|cvv|cvc|session_?id|signature)(?:_.*)?$/;
const PERSONAL_NAMES =
  /^(?:.*_)?(?:e_?mail|phone|telephone|mobile|fax|first_?name|last_?name|given_?name|family_?name|middle_?name|full_?name|sur_?name|birth_?(?:date|day)?|date_of_birth|dob|born_on|passport|document_number|identity|national_id|ssn|tax_id|iban|card|card_number|account_number|address(?:_?line)?|street|post_?code|postal_?code|zip|contact_name|guest_name|passenger_name|customer_name|traveller_name|traveler_name)(?:_.*)?$/;
/** In what stands for a person, also its name is one's own. */
const PEOPLE =
  /(?:guest|passenger|travell?er|person|customer|contact|driver|holder|owner|user|profile|booker|payer)s?$/;
const NAMES_OF_PEOPLE = /^(?:name|title|prefix|gender|nationality|initials|company)$/;
const PERSONAL_FORMATS: ReadonlySet<unknown> = new Set(["email", "idn-email", "phone"]);

const EMAIL = /[^\s@<>"',;]{1,64}@[^\s@<>"',;]{1,190}\.[\p{L}]{2,24}/gu;

/** What a name says about what it names. */
interface NameFacts {
  readonly isSecret: boolean;
  readonly isPersonal: boolean;
  /** Who it is about, rather than what. */
  readonly isPerson: boolean;
  readonly isOfPerson: boolean;
}

const factsOf = (name: string): NameFacts => {
  const word = snakeCase(name);
  return {
    isSecret: isSecretName(word) || SECRET_ARGUMENTS.test(word),
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
  const facts = factsOf(name.slice(0, LONGEST));
  if (knownNames.size >= MOST_NAMES) knownNames.clear();
  if (name.length <= LONGEST_NAME) knownNames.set(name, facts);
  return facts;
};

/** What a log may keep of a call's arguments: enough to see what was asked, and nothing of whom it was asked for. */
export const redactArguments = (value: unknown, schema?: Schema): unknown => redacted(value, schema, false, DEEPEST);

const redacted = (value: unknown, schema: unknown, inPerson: boolean, levels: number): unknown => {
  if (typeof value === "string") return short(masked(value));
  if (typeof value !== "object" || value === null) return redact(value);
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
  // A list or an object of that name is looked into: `addresses` may be those of hotels.
  if (typeof value === "object") return undefined;
  return facts.isPersonal || (inPerson && facts.isOfPerson) ? PERSONAL : undefined;
};

/** Without what may stand in any text. */
const masked = (text: string): string => {
  const searched = text.length > LONGEST_SEARCHED ? `${text.slice(0, LONGEST_SEARCHED)}…` : text;
  return withoutSecrets(searched.includes("@") ? searched.replace(EMAIL, PERSONAL) : searched);
};

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
