import type { Caller } from "../../../fixtures/in-process.ts";
import { worked } from "../../../fixtures/taxiway.ts";

/** The clock is frozen at 2026-12-01T09:00Z; sales close 331 days later. */
export const ROUTE = { origin: "JFK", destination: "LAX", departureDate: "2027-01-12" };
export const STAY = { cityCode: "LAX", checkInDate: "2027-01-12", checkOutDate: "2027-01-16" };
export const RENTAL = {
  pickupLocationCode: "LAX",
  pickupDate: "2027-01-12T18:00:00-08:00",
  dropoffDate: "2027-01-16T08:00:00-08:00",
};
export const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" };
export const GUEST = { firstName: ADA.firstName, lastName: ADA.lastName };
export const CONTACT = { contactEmail: "ada@example.com" };

/** A confirmed booking and offers for calls that break rules. */
export interface Known {
  readonly pnr: string;
  readonly flightIds: readonly string[];
  readonly price: number;
  readonly backId: string;
  readonly soldOutIds: readonly string[];
  readonly hotelId: string;
  readonly earlyHotelId: string;
  readonly carId: string;
}

interface Offer {
  readonly id: string;
  readonly status: string;
  readonly price: number;
  readonly flightIds: readonly string[];
}

const find = async (caller: Caller, tool: string, input: object, list: string, status = "available") =>
  (worked(await caller.call(tool, input))[list] as Offer[]).find((offer) => offer.status === status);

const offer = async (caller: Caller, tool: string, input: object, list: string): Promise<Offer> => {
  const found = await find(caller, tool, input, list);
  if (!found) throw new Error(`${tool} has nothing to sell`);
  return found;
};

const soldOutFlight = async (caller: Caller): Promise<readonly string[]> => {
  for (let day = 10; day < 30; day++) {
    const input = { ...ROUTE, departureDate: `2027-01-${day}`, maxResults: 100 };
    const option = await find(caller, "searchFlights", input, "flights", "sold_out");
    if (option) return option.flightIds;
  }
  throw new Error("nothing is sold out in twenty days");
};

export const rehearse = async (caller: Caller): Promise<Known> => {
  const nonstop = { maxConnections: 0 };
  const homeward = { origin: "LAX", destination: "JFK", departureDate: "2027-01-16" };
  const out = await offer(caller, "searchFlights", { ...ROUTE, ...nonstop }, "flights");
  const back = await offer(caller, "searchFlights", { ...homeward, ...nonstop }, "flights");
  const flightIds = [...out.flightIds, ...back.flightIds];
  const early = { ...STAY, checkInDate: "2027-01-05", checkOutDate: "2027-01-08" };
  return {
    pnr: worked(await caller.call("bookFlight", { flightIds, passengers: [ADA], ...CONTACT })).pnr,
    flightIds: out.flightIds,
    price: out.price,
    backId: back.id,
    soldOutIds: await soldOutFlight(caller),
    hotelId: (await offer(caller, "searchHotels", STAY, "hotels")).id,
    earlyHotelId: (await offer(caller, "searchHotels", early, "hotels")).id,
    carId: (await offer(caller, "searchCars", RENTAL, "cars")).id,
  };
};
