import type { IsoDate } from "../../model/calendar.ts";
import { type Failure, notFound, ruleBroken } from "../../model/failure.ts";
import type { FlightOption, FlightSegment } from "../../model/flight.ts";
import { type Party, seated } from "../../model/passenger.ts";
import type { Airport, Places } from "../../model/place.ts";
import type { Answer, FlightOffer, FlightQuery, QuotedFlight, Supplier } from "../supplier.ts";
import { testFare } from "./test-fares.ts";
import {
  isTestFlightId,
  LETTERS,
  parseTestFlightId,
  TEST_AIRLINE_CODE,
  type TestFlight,
  testFlightId,
} from "./test-flight-ids.ts";

/** Duffel Airways: flies from anywhere to anywhere on any day, for rehearsals that the world has no flights for. */
export type TestAirline = Pick<Supplier, "searchFlights" | "quoteFlights">;

/** Every day the same, in local time. */
const DEPARTURES = [
  { number: 101, time: "08:15", factor: 1 },
  { number: 203, time: "13:40", factor: 1.08 },
  { number: 305, time: "19:05", factor: 1.15 },
] as const;
const SEATS = 200;
const MOST_SHOWN = 9;
const TAXI_MINUTES = 30;
const KM_PER_MINUTE = 14;
const SHORT_HAUL_KM = 4_500;
const MINIMUM_CONNECTION = 60;

export const createTestAirline = (places: Places): TestAirline => {
  const segmentOf = (flight: TestFlight, party: Party, field: string): FlightSegment => {
    const departure = DEPARTURES.find(({ number }) => number === flight.number);
    const [from, to] = [places.airport(flight.from), places.airport(flight.to)];
    if (departure === undefined || from === undefined || to === undefined || from === to || !isDate(flight.date)) {
      throw unknownFlight(flight, field);
    }
    const km = places.distanceKm(from, to);
    const duration = TAXI_MINUTES + 5 * Math.ceil(km / KM_PER_MINUTE / 5);
    const leaves = places.instant(from, `${flight.date}T${departure.time}`);
    const { base, tax, total } = testFare(km, flight.cabin, departure.factor, party);
    return {
      id: testFlightId(flight),
      flightNumber: `${TEST_AIRLINE_CODE}${flight.number}`,
      airlineCode: TEST_AIRLINE_CODE,
      airlineName: "Duffel Airways",
      originCode: from.code,
      originName: from.name,
      destinationCode: to.code,
      destinationName: to.name,
      departureTime: places.localTime(from, leaves),
      arrivalTime: places.localTime(to, leaves + duration * 60_000),
      duration,
      aircraftType: km < SHORT_HAUL_KM ? "Airbus A321neo" : "Boeing 777-300ER",
      cabin: flight.cabin,
      price: total,
      seatsAvailable: MOST_SHOWN,
      bookingClass: LETTERS[flight.cabin],
      fareBasis: `${LETTERS[flight.cabin]}20LGTN2`,
      baseFare: base,
      taxes: [{ code: TEST_AIRLINE_CODE, name: "Taxes and charges of the test airline", amount: tax }],
      baggage: flight.cabin === "economy" ? "1PC" : "2PC",
      refundable: true,
      status: "available",
    };
  };

  const offersBetween = (from: Airport, to: Airport, { date, cabin, party }: FlightQuery): readonly FlightOffer[] =>
    DEPARTURES.map(({ number, factor }): FlightOffer => {
      const flight = { number, date, from: from.code, to: to.code, cabin };
      const segment = segmentOf(flight, party, "flightIds");
      const { perAdult } = testFare(places.distanceKm(from, to), cabin, factor, party);
      const option: FlightOption = { ...segment, flightIds: [segment.id], stops: 0, pricePerAdult: perAdult };
      return Object.freeze({ option: Object.freeze(option), stock: [stockOf(segment)] });
    });

  return {
    searchFlights: (query): Answer<FlightOffer> => {
      const from = query.origin.airports[0] as Airport;
      const to = query.destination.airports[0] as Airport;
      const offers = seated(query.party) > SEATS ? [] : offersBetween(from, to, query);
      return { offers: Object.freeze(offers.slice(0, query.maxResults)), total: offers.length };
    },
    quoteFlights: (ids, party): readonly QuotedFlight[] =>
      ids.map((id, i) => {
        const segment = segmentOf(parseTestFlightId(id, `flightIds[${i}]`), party, `flightIds[${i}]`);
        return { segment, stock: stockOf(segment), minimumConnection: MINIMUM_CONNECTION };
      }),
  };
};

/**
 * The supplier with the test airline beside it: its flights can be booked by their ids, and only who asks the test
 * airline itself finds them in a search.
 */
export const withTestAirline = <S extends Supplier>(
  supplier: S,
  places: Places,
): S & { readonly testAirline: TestAirline } => {
  const testAirline = createTestAirline(places);
  return {
    ...supplier,
    testAirline,
    quoteFlights: (ids, party) => {
      const own = ids.filter(isTestFlightId).length;
      if (own === 0) return supplier.quoteFlights(ids, party);
      if (own < ids.length) throw mixed(ids);
      return testAirline.quoteFlights(ids, party);
    },
  };
};

const stockOf = ({ id }: FlightSegment) => ({ key: id.slice(2), seats: SEATS });

const isDate = (date: IsoDate): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().slice(0, 10) === date;

const unknownFlight = (flight: TestFlight, field: string): Failure =>
  notFound(
    `The test airline has no such flight as ${TEST_AIRLINE_CODE}${flight.number} from ${flight.from} to ${flight.to}.`,
    {
      field,
      value: testFlightId(flight),
      hint: "Search again in the Duffel sandbox and book one of its offers.",
    },
  );

const mixed = (ids: readonly string[]): Failure => {
  const i = ids.findIndex((id) => !isTestFlightId(id));
  return ruleBroken("Flights of the test airline cannot be booked together with others.", {
    field: `flightIds[${i}]`,
    value: ids[i],
    hint: "Make two bookings.",
  });
};
