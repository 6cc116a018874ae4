import type { Booking } from "../../../model/booking.ts";
import { Failure, invalid } from "../../../model/failure.ts";
import type { PassengerType } from "../../../model/passenger.ts";
import type { Supplier } from "../../../travel/supplier.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { ComposedRun } from "../serving/compose-run.ts";
import type { GivenBookings } from "./run-store.ts";

type GivenBooking = NonNullable<NonNullable<Scenario["given"]>["bookings"]>[number];
type GivenFlight = Exclude<NonNullable<GivenBooking["flights"]>[number], string>;

/** Makes the bookings that a scenario begins with, by the rules of the trade and at the prices of their own day. */
export const makeGivenBookings = async (composed: ComposedRun): Promise<GivenBookings> => {
  const { scenario, current, caller, travel } = composed;
  const start = Date.parse(scenario.clock.start);
  const made: Record<string, Booking> = {};
  for (const [i, given] of (scenario.given?.bookings ?? []).entries()) {
    current.now = given.at === undefined ? start : Date.parse(given.at);
    try {
      made[given.as] = await make(composed, given);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw invalid(`given.bookings[${i}] cannot be made: ${error.message}`, {
        field: `given.bookings[${i}]`,
        ...(error.details.hint !== undefined && { hint: error.details.hint }),
      });
    }
  }
  current.now = start;
  // As they are when the run starts: a hold may have lapsed since.
  const entries = Object.entries(made).map(
    async ([as, { pnr }]) => [as, await travel.retrieveBooking(pnr, caller)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
};

const make = async ({ travel, caller, agency }: ComposedRun, given: GivenBooking): Promise<Booking> => {
  const { flights = [], hotels = [], cars = [], passengers, contact, hold, specialRequests } = given;
  const [lead] = passengers;
  if (lead === undefined) throw invalid("A booking needs a passenger.", { field: "passengers" });
  const reach = contact.includes("@") ? { contactEmail: contact } : { contactPhone: contact };
  const wishes = specialRequests === undefined ? {} : { specialRequests };
  let booking: Booking | undefined;
  const onto = () => (booking === undefined ? { ...reach, ...wishes } : { existingPnr: booking.pnr });
  if (flights.length > 0) {
    const flightIds = flights.map((flight) => (typeof flight === "string" ? flight : idOf(flight, agency, passengers)));
    const request = { flightIds, passengers, ...reach, ...wishes, ...(hold && { hold }) };
    booking = (await travel.bookFlight(request, caller)).booking;
  }
  for (const hotelId of hotels) {
    const guests = passengers.map(({ firstName, lastName }) => ({ firstName, lastName }));
    booking = (await travel.bookHotel({ hotelId, guests, ...onto() }, caller)).booking;
  }
  for (const carId of cars) {
    const { firstName, lastName, dateOfBirth } = lead;
    const driver = { firstName, lastName, ...(dateOfBirth !== undefined && { dateOfBirth }) };
    booking = (await travel.bookCar({ carId, driver, ...onto() }, caller)).booking;
  }
  if (booking === undefined) throw invalid("A booking needs a flight, a hotel or a car.", { field: "flights" });
  return booking;
};

/** The id of a flight that the scenario names by its number. */
const idOf = (
  { flight, date, from, to, cabin = "economy" }: GivenFlight,
  { supplier, services: { places } }: ComposedRun["agency"],
  passengers: readonly { readonly type: PassengerType }[],
): string => {
  const count = (type: PassengerType): number => passengers.filter((one) => one.type === type).length;
  const { offers } = (supplier as Supplier).searchFlights({
    origin: places.require(from, "from"),
    destination: places.require(to, "to"),
    date,
    cabin,
    party: { adults: count("adult"), children: count("child"), infants: count("infant") },
    maxConnections: 0,
    sortBy: "departure",
    maxResults: Number.MAX_SAFE_INTEGER,
  });
  const found = offers.find(({ option }) => option.flightNumber === flight);
  if (found !== undefined) return found.option.id;
  throw invalid(`${flight} does not fly from ${from} to ${to} on ${date} in ${cabin}.`, {
    field: "flight",
    value: flight,
  });
};
