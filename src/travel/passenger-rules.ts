import { ageOn, type IsoDate } from "../model/calendar.ts";
import { invalid, ruleBroken } from "../model/failure.ts";
import { type Party, type Passenger, seated } from "../model/passenger.ts";

export type NewPassenger = Omit<Passenger, "id">;

/** Letters of any script with combining marks, and the punctuation between names. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:[ '’ʼ‘.-]+[\p{L}\p{M}]+)*[.'’]?$/u;
const E164 = /^\+[1-9]\d{1,14}$/;
const MAX_NAME_LENGTH = 50;
const MAX_SEATED = 9;

export const requireName = (name: string, field: string): string => {
  const trimmed = name.trim();
  if (NAME.test(trimmed) && [...trimmed].length <= MAX_NAME_LENGTH) return trimmed;
  throw invalid(`${field} '${name.slice(0, 80)}' is not a name.`, {
    field,
    value: name,
    allowed: `1 to ${MAX_NAME_LENGTH} letters of any script, with spaces, hyphens and apostrophes between them`,
    hint: "Leave out digits, titles and other symbols.",
  });
};

/** Returns the number in E.164, without spaces, dots, dashes and brackets. */
export const requirePhone = (phone: string, field: string): string => {
  const bare = phone.replace(/[\s().-]/g, "");
  if (E164.test(bare)) return bare;
  throw invalid(`${field} '${phone.slice(0, 40)}' is not an international phone number.`, {
    field,
    value: phone,
    allowed: "E.164: + and country code, then the number, at most 15 digits in all",
    hint: "Write it like +14155550123.",
  });
};

export const checkParty = (party: Party, field: string): void => {
  if (seated(party) > MAX_SEATED) {
    throw ruleBroken(`${seated(party)} seated passengers are too many for one booking.`, {
      field,
      value: seated(party),
      allowed: `at most ${MAX_SEATED} adults and children`,
      hint: "Split the group over several bookings.",
    });
  }
  if (party.adults < 1) {
    throw ruleBroken("Children and infants cannot travel without an adult.", {
      field,
      value: party,
      allowed: "at least 1 adult",
      hint: "Add an adult to the party.",
    });
  }
  if (party.infants > party.adults) {
    throw ruleBroken(`${party.infants} infants need as many adults; there are ${party.adults}.`, {
      field,
      value: party.infants,
      allowed: `at most ${party.adults}`,
      hint: "An infant travels on an adult's lap. Book further infants as children with seats of their own.",
    });
  }
};

/** Numbers the passengers of a new booking and normalises their names and phone numbers. */
export const admitPassengers = (list: readonly NewPassenger[], field: string): Passenger[] => {
  const admitted = list.map((passenger, index) => ({
    id: `P${index + 1}`,
    ...passenger,
    firstName: requireName(passenger.firstName, `${field}[${index}].firstName`),
    lastName: requireName(passenger.lastName, `${field}[${index}].lastName`),
    ...(passenger.phone !== undefined && { phone: requirePhone(passenger.phone, `${field}[${index}].phone`) }),
  }));
  requireDifferent(admitted, field);
  return admitted;
};

/** Airlines cannot tell two travellers of one name apart, unless their types or dates of birth differ. */
export const requireDifferent = (passengers: readonly Omit<Passenger, "id">[], field: string): void => {
  if (passengers.length < 2) return;
  const known = new Map<string, { readonly index: number; readonly dateOfBirth: string | undefined }[]>();
  for (const [index, passenger] of passengers.entries()) {
    const { firstName, lastName, type, dateOfBirth } = passenger;
    const key = `${type} ${nameKey(passenger)}`;
    const namesakes = known.get(key) ?? [];
    const same = namesakes.find((one) => (one.dateOfBirth ?? dateOfBirth) === (dateOfBirth ?? one.dateOfBirth));
    known.set(key, [...namesakes, { index, dateOfBirth }]);
    if (same === undefined) continue;
    throw ruleBroken(`${firstName} ${lastName} is named twice, as passengers ${same.index + 1} and ${index + 1}.`, {
      field: `${field}[${index}]`,
      value: `${firstName} ${lastName}`,
      allowed: `each ${type} of that name with a dateOfBirth of their own`,
      hint: "Name each traveller once. If two people have the same name, give dateOfBirth for both.",
    });
  }
};

const AGES = { infant: [0, 1], child: [2, 11], adult: [12, 130] } as const;

/** Child and infant fares depend on the age on the day of the last flight. */
export const checkAges = (passengers: readonly Passenger[], today: IsoDate, lastFlight: IsoDate): void => {
  for (const [index, { dateOfBirth, type }] of passengers.entries()) {
    if (dateOfBirth === undefined) continue;
    const field = `passengers[${index}].dateOfBirth`;
    if (dateOfBirth > today) {
      const allowed = `${today} or earlier`;
      throw invalid(`${field} ${dateOfBirth} is in the future.`, { field, value: dateOfBirth, allowed });
    }
    const age = ageOn(dateOfBirth, lastFlight);
    const [youngest, oldest] = AGES[type];
    if (age >= youngest && age <= oldest) continue;
    const right = (Object.keys(AGES) as (keyof typeof AGES)[]).find((kind) => age <= AGES[kind][1]);
    throw ruleBroken(`Passenger ${index + 1} will be ${age} on ${lastFlight} and cannot travel as ${type}.`, {
      field,
      value: dateOfBirth,
      allowed: `${type}: ${youngest} to ${oldest} years on the day of the last flight`,
      ...(right && { hint: `Book this passenger as ${right}, after a search with that party.` }),
    });
  }
};

const nameKey = (person: { readonly firstName: string; readonly lastName: string }): string =>
  `${person.lastName.trim()}/${person.firstName.trim()}`.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the passenger with that name. All services of a booking share its passengers. */
export const requireOnBooking = (
  person: { readonly firstName: string; readonly lastName: string },
  passengers: readonly Passenger[],
  field: string,
): Passenger => {
  const found = passengers.find((passenger) => nameKey(passenger) === nameKey(person));
  if (found) return found;
  const name = `${person.firstName} ${person.lastName}`;
  throw ruleBroken(`${name.slice(0, 2 * MAX_NAME_LENGTH)} is not on this booking.`, {
    field,
    value: name,
    allowed: passengers.map((passenger) => `${passenger.firstName} ${passenger.lastName}`),
    hint: "Name a traveller who is on the booking, or make a booking of its own without existingPnr.",
  });
};
