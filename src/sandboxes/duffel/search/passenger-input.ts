import type { Party } from "../../../model/passenger.ts";
import { checkParty } from "../../../travel/passenger-rules.ts";
import { malformed, notAllowed, required, withPointer } from "../duffel-error.ts";
import type { DuffelOfferPassenger } from "../duffel-wire.ts";
import { integerAt, listAt, maybe, objectAt, oneOfAt, textAt } from "../fields.ts";

const TYPES = ["adult", "child", "infant_without_seat"] as const;
/** As bookings call them. */
export const PASSENGER_TYPES = { adult: "adult", child: "child", infant_without_seat: "infant" } as const;
type PassengerType = (typeof TYPES)[number];

const FARE_TYPES = [
  "accompanying_adult",
  "contract_bulk",
  "contract_bulk_child",
  "contract_bulk_infant_with_seat",
  "contract_bulk_infant_without_seat",
  "frequent_flyer",
  "group_inclusive_tour",
  "group_inclusive_tour_child",
  "humanitarian",
  "individual_inclusive_tour_child",
  "marine",
  "seat_only",
  "student",
  "teacher",
  "tour_operator_inclusive",
  "tour_operator_inclusive_infant",
  "unaccompanied_child",
  "visiting_friends_and_family",
] as const;
const CHILD_FARES: ReadonlySet<string> = new Set([
  "contract_bulk_child",
  "contract_bulk_infant_with_seat",
  "group_inclusive_tour_child",
  "individual_inclusive_tour_child",
  "unaccompanied_child",
]);
const INFANT_FARES: ReadonlySet<string> = new Set([
  "contract_bulk_infant_without_seat",
  "tour_operator_inclusive_infant",
]);

const MAX_NAME_LENGTH = 20;
const MAX_AGE = 130;
const MAX_PASSENGERS = 18;
const MAX_ACCOUNTS = 10;

/** Reads the passengers of a search. `idAt` returns the ID for a position in the list. */
export const readPassengers = (value: unknown, idAt: (position: number) => string): readonly DuffelOfferPassenger[] => {
  const list = listAt(value, "/passengers", { min: 1, max: MAX_PASSENGERS });
  const passengers = list.map((item, i) => readPassenger(item, `/passengers/${i}`, idAt(i)));
  withPointer("/passengers", () => checkParty(partyOfPassengers(passengers), "passengers"));
  return passengers;
};

const readPassenger = (value: unknown, pointer: string, id: string): DuffelOfferPassenger => {
  const data = objectAt(value, pointer);
  const type = maybe(data.type, (given) => oneOfAt(given, `${pointer}/type`, TYPES));
  const age = maybe(data.age, (given) => integerAt(given, `${pointer}/age`, { min: 0, max: MAX_AGE }));
  const fareType = maybe(data.fare_type, (given) => oneOfAt(given, `${pointer}/fare_type`, FARE_TYPES));
  if (type === undefined && age === undefined && fareType === undefined) throw required(`${pointer}/type`);
  if (type !== undefined && (age !== undefined || fareType !== undefined)) {
    throw notAllowed(`${pointer}/type`, "Give either 'type' or one of 'age' and 'fare_type', not both.");
  }
  return {
    id,
    type: type ?? (age === undefined ? typeOfFare(fareType as string) : typeOfAge(age)),
    fare_type: fareType ?? null,
    age: age ?? null,
    given_name: maybe(data.given_name, (name) => readName(name, `${pointer}/given_name`)) ?? null,
    family_name: maybe(data.family_name, (name) => readName(name, `${pointer}/family_name`)) ?? null,
    loyalty_programme_accounts: readAccounts(data.loyalty_programme_accounts, pointer),
  };
};

/** Child fares are for ages 2 to 11. */
const typeOfAge = (age: number): PassengerType => (age < 2 ? "infant_without_seat" : age < 12 ? "child" : "adult");

const typeOfFare = (fareType: string): PassengerType =>
  INFANT_FARES.has(fareType) ? "infant_without_seat" : CHILD_FARES.has(fareType) ? "child" : "adult";

export const readName = (value: unknown, pointer: string): string => {
  const name = textAt(value, pointer, { max: MAX_NAME_LENGTH });
  if (!/^[\p{L}\p{M}' .’-]+$/u.test(name)) throw malformed(pointer, "letters, spaces, hyphens and apostrophes");
  return name;
};

export const readAccounts = (value: unknown, pointer: string): DuffelOfferPassenger["loyalty_programme_accounts"] =>
  maybe(value, (list) =>
    listAt(list, `${pointer}/loyalty_programme_accounts`, { max: MAX_ACCOUNTS }).map((item, i) => {
      const here = `${pointer}/loyalty_programme_accounts/${i}`;
      const account = objectAt(item, here);
      const airline = textAt(account.airline_iata_code, `${here}/airline_iata_code`);
      if (!/^[A-Z0-9]{2}$/.test(airline)) throw malformed(`${here}/airline_iata_code`, "an IATA code, such as BA");
      const number = textAt(account.account_number, `${here}/account_number`, { max: 40 });
      return { airline_iata_code: airline, account_number: number };
    }),
  ) ?? [];

export const partyOfPassengers = (passengers: readonly Pick<DuffelOfferPassenger, "type">[]): Party => {
  const count = (type: PassengerType): number => passengers.filter((passenger) => passenger.type === type).length;
  return { adults: count("adult"), children: count("child"), infants: count("infant_without_seat") };
};
