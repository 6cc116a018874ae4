import { ageOn, type IsoDate } from "../../../model/calendar.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { NewPassenger } from "../../../travel/passenger-rules.ts";
import { excerpt, invalidField, malformed, notAllowed, required } from "../duffel-error.ts";
import type { DuffelOffer, DuffelOfferPassenger } from "../duffel-wire.ts";
import { dateAt, listAt, maybe, objectAt, oneOfAt, textAt } from "../fields.ts";
import { PASSENGER_TYPES, readAccounts, readName } from "../search/passenger-input.ts";
import type { OrderPassenger } from "./order-wire.ts";

const TITLES = ["mr", "ms", "mrs", "miss", "dr"] as const;
const GENDERS = ["m", "f"] as const;
const DOCUMENT_TYPES = ["passport", "tax_id", "known_traveler_number", "passenger_redress_number"] as const;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;
const PHONE = /^\+[1-9]\d{6,14}$/;
const MAX_PASSENGERS = 18;

/** Reads the offer's passengers with their personal details, in the order of the offer. */
export const readOrderPassengers = (value: unknown, offer: DuffelOffer, today: IsoDate): readonly OrderPassenger[] => {
  const list = listAt(value, "/passengers", { min: 1, max: MAX_PASSENGERS });
  const lastDay = offer.slices.at(-1)?.segments.at(-1)?.departing_at.slice(0, 10) ?? today;
  const given = new Map<string, OrderPassenger>();
  for (const [i, item] of list.entries()) {
    const pointer = `/passengers/${i}`;
    const known = knownPassenger(item, pointer, offer);
    if (given.has(known.id)) throw notAllowed(`${pointer}/id`, `Passenger '${known.id}' is listed twice.`);
    given.set(known.id, readPassenger(objectAt(item, pointer), pointer, known, { offer, today, lastDay }));
  }
  const passengers = offer.passengers.map(({ id }) => {
    const passenger = given.get(id);
    if (passenger === undefined) throw notAllowed("/passengers", `Passenger '${id}' of the offer is missing.`);
    return passenger;
  });
  requireDifferentNames(passengers);
  requireAdultPerInfant(passengers);
  return passengers;
};

const knownPassenger = (item: unknown, pointer: string, offer: DuffelOffer): DuffelOfferPassenger => {
  const id = textAt(isJsonObject(item) ? item.id : undefined, `${pointer}/id`);
  const known = offer.passengers.find((passenger) => passenger.id === id);
  if (known) return known;
  throw notAllowed(
    `${pointer}/id`,
    `'${excerpt(id)}' is not a passenger of the offer. Its passengers are: ${offer.passengers.map((one) => one.id).join(", ")}.`,
  );
};

const readPassenger = (
  data: Readonly<Record<string, unknown>>,
  pointer: string,
  known: DuffelOfferPassenger,
  trip: { readonly offer: DuffelOffer; readonly today: IsoDate; readonly lastDay: IsoDate },
): OrderPassenger => {
  const passenger: OrderPassenger = {
    id: known.id,
    type: known.type,
    title: oneOfAt(data.title, `${pointer}/title`, TITLES),
    gender: oneOfAt(data.gender, `${pointer}/gender`, GENDERS),
    given_name: readName(data.given_name, `${pointer}/given_name`),
    family_name: readName(data.family_name, `${pointer}/family_name`),
    born_on: readBirthday(data.born_on, `${pointer}/born_on`, known, trip),
    email: readEmail(data.email, `${pointer}/email`),
    phone_number: readPhone(data.phone_number, `${pointer}/phone_number`),
    infant_passenger_id: maybe(data.infant_passenger_id, (id) => textAt(id, `${pointer}/infant_passenger_id`)) ?? null,
    user_id: maybe(data.user_id, (id) => textAt(id, `${pointer}/user_id`)) ?? null,
    loyalty_programme_accounts:
      data.loyalty_programme_accounts === undefined
        ? known.loyalty_programme_accounts
        : readAccounts(data.loyalty_programme_accounts, pointer),
  };
  checkDocuments(data.identity_documents, `${pointer}/identity_documents`, trip);
  return passenger;
};

const readBirthday = (
  value: unknown,
  pointer: string,
  { age }: DuffelOfferPassenger,
  { today, lastDay }: { readonly today: IsoDate; readonly lastDay: IsoDate },
): string => {
  const bornOn = dateAt(value, pointer);
  if (bornOn > today) throw malformed(pointer, "a day in the past");
  if (age === null || ageOn(bornOn, lastDay) === age) return bornOn;
  throw notAllowed(
    pointer,
    `The search was for a passenger aged ${age} on ${lastDay}; a passenger born on ${bornOn} is ${ageOn(bornOn, lastDay)} on that day.`,
  );
};

const readEmail = (value: unknown, pointer: string): string => {
  const email = textAt(value, pointer, { max: 254 });
  if (!EMAIL.test(email)) throw malformed(pointer, "an e-mail address");
  return email;
};

const readPhone = (value: unknown, pointer: string): string => {
  const phone = textAt(value, pointer, { max: 40 });
  if (PHONE.test(phone)) return phone;
  throw invalidField(
    "invalid_phone_number",
    pointer,
    `Field 'phone_number' must be in E.164 format, such as +442080160509, not '${excerpt(phone)}'.`,
  );
};

/** Documents are checked but not stored. */
const checkDocuments = (
  value: unknown,
  pointer: string,
  { offer, lastDay }: { readonly offer: DuffelOffer; readonly lastDay: IsoDate },
): void => {
  const documents = maybe(value, (list) => listAt(list, pointer, { max: 5 })) ?? [];
  if (documents.length === 0 && offer.passenger_identity_documents_required) throw required(pointer);
  for (const [i, item] of documents.entries()) {
    const here = `${pointer}/${i}`;
    const document = objectAt(item, here);
    const type = oneOfAt(document.type, `${here}/type`, DOCUMENT_TYPES);
    if (!offer.supported_passenger_identity_document_types.includes(type)) {
      throw notAllowed(`${here}/type`, `The airline does not accept a '${type}' for this offer.`);
    }
    textAt(document.unique_identifier, `${here}/unique_identifier`, { max: 40 });
    const country = textAt(document.issuing_country_code, `${here}/issuing_country_code`);
    if (!/^[A-Z]{2}$/.test(country)) throw malformed(`${here}/issuing_country_code`, "a country code, such as GB");
    if (type === "passport" && dateAt(document.expires_on, `${here}/expires_on`) < lastDay) {
      throw malformed(`${here}/expires_on`, `${lastDay} (the day of the last flight) or later`);
    }
  }
};

const requireDifferentNames = (passengers: readonly OrderPassenger[]): void => {
  const names = passengers.map(({ given_name, family_name }) => `${given_name}/${family_name}`.toLowerCase());
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twice < 0) return;
  throw invalidField(
    "duplicate_passenger_name",
    `/passengers/${twice}/given_name`,
    "Two passengers have the same name. Airlines accept each name once per order.",
  );
};

/** Each infant travels on the lap of an adult, who can carry one. */
const requireAdultPerInfant = (passengers: readonly OrderPassenger[]): void => {
  const taken = new Set<string>();
  for (const [i, { type, infant_passenger_id }] of passengers.entries()) {
    if (infant_passenger_id === null) continue;
    const pointer = `/passengers/${i}/infant_passenger_id`;
    const infant = passengers.find(({ id }) => id === infant_passenger_id);
    if (infant?.type !== "infant_without_seat") {
      throw notAllowed(pointer, `'${excerpt(infant_passenger_id)}' is not an infant of this offer.`);
    }
    if (type !== "adult") throw notAllowed(pointer, "Only an adult can carry an infant.");
    if (taken.has(infant.id)) throw notAllowed(pointer, `Infant '${infant.id}' is already assigned to another adult.`);
    taken.add(infant.id);
  }
  const alone = passengers.find(({ id, type }) => type === "infant_without_seat" && !taken.has(id));
  if (alone === undefined) return;
  throw notAllowed("/passengers", `Infant '${alone.id}' needs an adult whose 'infant_passenger_id' names it.`);
};

/** Converts a passenger for the booking. */
export const toNewPassenger = (passenger: OrderPassenger): NewPassenger => ({
  type: PASSENGER_TYPES[passenger.type ?? "adult"],
  firstName: passenger.given_name,
  lastName: passenger.family_name,
  ...(passenger.born_on !== null && { dateOfBirth: passenger.born_on }),
  ...(passenger.email !== null && { email: passenger.email }),
  ...(passenger.phone_number !== null && { phone: passenger.phone_number }),
  ...(passenger.loyalty_programme_accounts[0] && {
    frequentFlyerNumber: passenger.loyalty_programme_accounts[0].account_number,
  }),
});
