import type { Arguments } from "../../components/tool-call/arguments.ts";
import { saveArguments } from "../../components/tool-call/saved-arguments.ts";
import { fieldsOf, numberIn } from "../../format/json.ts";
import { goTo } from "../../router/router.ts";
import type { FlightOption } from "./flights/flight-option.ts";
import type { CarOffer, HotelOffer } from "./views/offer-cards.tsx";

/** Context of a shown result. */
export interface ResultContext {
  readonly server: string;
  readonly tool: string;
  /** Arguments of the call. */
  readonly arguments: Arguments;
  /** Other tools of the server. */
  readonly tools: readonly string[];
  /** Calls the same tool again with other arguments. */
  readonly callAgain: (args: Arguments) => void;
}

/** Opens another tool of the server with its form filled in. */
export const openNextStep = ({ server }: ResultContext, { tool, arguments: args }: NextStep): void => {
  saveArguments(sessionStorage, server, tool, args);
  goTo("explore", [server, tool]);
};

export const canCall = ({ tools }: ResultContext, tool: string): boolean => tools.includes(tool);

/** A follow-up call to another tool of the server. */
interface NextStep {
  readonly tool: string;
  readonly arguments: Arguments;
}

/** Names of test passengers. */
const SAMPLE_PEOPLE = [
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

const samplePerson = (index: number) => SAMPLE_PEOPLE[index % SAMPLE_PEOPLE.length] ?? SAMPLE_PEOPLE[0];

const PASSENGER_KINDS = [
  { type: "adult", countField: "adults", defaultCount: 1 },
  { type: "child", countField: "children", defaultCount: 0 },
  { type: "infant", countField: "infants", defaultCount: 0 },
] as const;

/** Passengers matching the search. */
export const passengersFor = (searched: Arguments) => {
  const party = fieldsOf(searched["passengers"]);
  const types = PASSENGER_KINDS.flatMap(({ type, countField, defaultCount }) =>
    Array.from({ length: Math.min(numberIn(party[countField]) ?? defaultCount, 9) }, () => type),
  );
  return types.map((type, index) => ({ type, ...samplePerson(index) }));
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
  arguments: { hotelId: id, guests: [samplePerson(0)], ...CONTACT, expectedTotal: price.amount },
});

export const bookCar = ({ id, price }: CarOffer): NextStep => ({
  tool: "bookCar",
  arguments: { carId: id, driver: samplePerson(0), ...CONTACT, expectedTotal: price.amount },
});

export const readOffer = ({ key }: FlightOption): NextStep => ({ tool: "get_offer", arguments: { offer_id: key } });
