import type { FlightOption } from "../flights/flight-option.ts";
import type { CarOffer, HotelOffer } from "../stays/offers.ts";
import { fieldsOf, numberIn } from "../views/read.ts";
import type { Arguments } from "./tool.ts";

/** A next step with another tool of the same server, already filled in. */
export interface NextStep {
  readonly tool: string;
  readonly arguments: Arguments;
}

/** Somebody has to travel in a rehearsal. */
const PEOPLE = [
  { firstName: "Ada", lastName: "Lovelace" },
  { firstName: "Amelia", lastName: "Earhart" },
  { firstName: "Louis", lastName: "Bleriot" },
  { firstName: "Bessie", lastName: "Coleman" },
  { firstName: "Hugo", lastName: "Junkers" },
  { firstName: "Elly", lastName: "Beinhorn" },
  { firstName: "Santos", lastName: "Dumont" },
  { firstName: "Sally", lastName: "Ride" },
  { firstName: "Igor", lastName: "Sikorsky" },
] as const;
const CONTACT = { contactEmail: "ada.lovelace@example.com" };

const person = (index: number) => PEOPLE[index % PEOPLE.length] ?? PEOPLE[0];

const KINDS = [
  { type: "adult", counted: "adults", usually: 1 },
  { type: "child", counted: "children", usually: 0 },
  { type: "infant", counted: "infants", usually: 0 },
] as const;

/** As many as the search was for. */
export const passengersFor = (searched: Arguments) => {
  const party = fieldsOf(searched["passengers"]);
  const types = KINDS.flatMap(({ type, counted, usually }) =>
    Array.from({ length: Math.min(numberIn(party[counted]) ?? usually, 9) }, () => type),
  );
  return types.map((type, index) => ({ type, ...person(index) }));
};

export const bookFlights = (options: readonly FlightOption[], searched: Arguments): NextStep => ({
  tool: "bookFlight",
  arguments: {
    flightIds: options.flatMap(({ flightIds }) => flightIds),
    passengers: passengersFor(searched),
    ...CONTACT,
    expectedTotal: options.reduce((total, { price }) => total + price.amount, 0),
  },
});

export const bookHotel = ({ id, price }: HotelOffer): NextStep => ({
  tool: "bookHotel",
  arguments: { hotelId: id, guests: [person(0)], ...CONTACT, expectedTotal: price.amount },
});

export const bookCar = ({ id, price }: CarOffer): NextStep => ({
  tool: "bookCar",
  arguments: { carId: id, driver: person(0), ...CONTACT, expectedTotal: price.amount },
});

export const readOffer = ({ key }: FlightOption): NextStep => ({ tool: "get_offer", arguments: { offer_id: key } });
