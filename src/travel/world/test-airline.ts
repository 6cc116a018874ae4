import type { IsoDate } from "../../model/calendar.ts";
import { type Failure, notFound, ruleBroken } from "../../model/failure.ts";
import { type Cabin, type FlightOption, type FlightSegment, LETTER_OF_CABIN } from "../../model/flight.ts";
import { sum } from "../../model/money.ts";
import { type Party, seated } from "../../model/passenger.ts";
import type { Airport, Places } from "../../model/place.ts";
import type {
  Ancillary,
  Answer,
  FlightOffer,
  FlightQuery,
  QuotedFlight,
  RateOffer,
  SeatMap,
  Supplier,
} from "../supplier.ts";
import { cabinOf } from "./flights/airlines.ts";
import { seatMapOf } from "./flights/seat-maps.ts";
import { type PlannedAircraft, seatPlan } from "./flights/seat-plans.ts";

/** Duffel Airways flies between any two airports on any day, for sandbox trips that the generated world has no flights for. */
export type TestAirline = Pick<Supplier, "searchFlights" | "quoteFlights" | "rates" | "seatMap" | "ancillaries">;

/** Daily departures in local time; `factor` is the price relative to the first. */
const DEPARTURES = [
  { number: 101, time: "08:15", factor: 1 },
  { number: 203, time: "13:40", factor: 1.08 },
  { number: 305, time: "19:05", factor: 1.15 },
] as const;
const SEATS = 200;
const MAX_SEATS_SHOWN = 9;
const TAXI_MINUTES = 30;
const KM_PER_MINUTE = 14;
const SHORT_HAUL_KM = 4_500;
const SHORT_HAUL: Plane = { code: "32Q", name: "Airbus A321neo", body: "narrow", seats: 192, cabins: "Y" };
const LONG_HAUL: Plane = { code: "77W", name: "Boeing 777-300ER", body: "wide", seats: 365, cabins: "YWJF" };
/** The share of its seats that is taken before any bookings. */
const TAKEN = 0.6;
/** US cents, as with Duffel's test airline. */
const SEAT_PRICE = 2_000;
const BAG_PRICE = 2_000;
const MINIMUM_CONNECTION = 60;

interface Plane extends PlannedAircraft {
  readonly name: string;
  /** Letters from back to front. */
  readonly cabins: string;
}

const ALL_CABINS = "YWJF";

const createTestAirline = (places: Places): TestAirline => {
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
      aircraftType: (km < SHORT_HAUL_KM ? SHORT_HAUL : LONG_HAUL).name,
      cabin: flight.cabin,
      price: total,
      seatsAvailable: MAX_SEATS_SHOWN,
      bookingClass: LETTER_OF_CABIN[flight.cabin],
      fareBasis: `${LETTER_OF_CABIN[flight.cabin]}20LGTN2`,
      baseFare: base,
      taxes: [{ code: TEST_AIRLINE_CODE, name: "Taxes and charges of the test airline", amount: tax }],
      baggage: flight.cabin === "economy" ? "1PC" : "2PC",
      refundable: true,
      fareFamily: "Flex",
      changeFee: 0,
      refund: "cash",
      refundFee: 0,
      seatSelection: "free",
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
    seatMap: (segment): SeatMap => {
      const { id, cabin, aircraftType } = segment;
      const plane = aircraftType === LONG_HAUL.name ? LONG_HAUL : SHORT_HAUL;
      const letter = LETTER_OF_CABIN[cabin];
      return seatMapOf({
        ...{ seed: TEST_AIRLINE_CODE, flightId: id, stockKey: stockOf(segment).key, cabin },
        plan: seatPlan(plane, plane.cabins.includes(letter) ? plane.cabins : ALL_CABINS, letter),
        taken: (seats) => Math.round(TAKEN * seats),
        priceOf: () => (cabin === "economy" ? SEAT_PRICE : 0),
      });
    },
    /** One bag for each flight. */
    ancillaries: (flights): readonly Ancillary[] =>
      flights.map(({ id }) => ({
        ...{ code: "BAG", kind: "bag", what: "1 bag of 23 kg", price: BAG_PRICE, for: "seated" },
        flightIds: [id],
      })),
    rates: (ids, party): readonly RateOffer[] => {
      const flights = ids.map((id, i) => {
        const field = `ids[${i}]`;
        return segmentOf(parseTestFlightId(id, field), party, field);
      });
      return [{ ids: flights.map(({ id }) => id), price: sum(flights.map(({ price }) => price)), flights }];
    },
  };
};

/**
 * Adds the test airline to a supplier. Its flights can be booked by their ids, but only a search of `testAirline` itself
 * finds them.
 */
export const withTestAirline = <S extends Supplier>(
  supplier: S,
  places: Places,
): S & { readonly testAirline: TestAirline } => {
  const testAirline = createTestAirline(places);
  const sellerOf = (ids: readonly string[], field: string): Pick<Supplier, "quoteFlights" | "rates"> => {
    const own = ids.filter(isTestFlightId).length;
    if (own > 0 && own < ids.length) throw mixed(ids, field);
    return own === 0 ? supplier : testAirline;
  };
  return {
    ...supplier,
    testAirline,
    quoteFlights: (ids, party) => sellerOf(ids, "flightIds").quoteFlights(ids, party),
    rates: (ids, party) => sellerOf(ids, "ids").rates(ids, party),
    seatMap: (flight) => (isTestFlightId(flight.id) ? testAirline : supplier).seatMap(flight),
    ancillaries: (flights) => (isTestFlightId(flights[0]?.id) ? testAirline : supplier).ancillaries(flights),
  };
};

const stockOf = ({ id }: FlightSegment) => ({ key: id.slice(2), seats: SEATS });

const isDate = (date: IsoDate): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().slice(0, 10) === date;

const unknownFlight = (flight: TestFlight, field: string): Failure =>
  notFound(`The test airline has no flight ${TEST_AIRLINE_CODE}${flight.number} from ${flight.from} to ${flight.to}.`, {
    field,
    value: testFlightId(flight),
    hint: "Search again in the Duffel sandbox and book one of its offers.",
  });

const mixed = (ids: readonly string[], name: string): Failure => {
  const i = ids.findIndex((id) => !isTestFlightId(id));
  return ruleBroken("Flights of the test airline cannot be booked together with other flights.", {
    field: `${name}[${i}]`,
    value: ids[i],
    hint: "Make two bookings.",
  });
};

/** A parsed flight id: `F-ZZ101-20261215-LHRLGW-Y`. */
interface TestFlight {
  readonly number: number;
  readonly date: IsoDate;
  readonly from: string;
  readonly to: string;
  readonly cabin: Cabin;
}

const TEST_AIRLINE_CODE = "ZZ";
const PREFIX = /^F-ZZ/i;
const FORM = /^F-ZZ([1-9]\d{0,3})-(\d{4})(\d{2})(\d{2})-([A-Z]{3})([A-Z]{3})-([YWJF])$/;

const isTestFlightId = (id: unknown): boolean => typeof id === "string" && PREFIX.test(id.trim());

const testFlightId = ({ number, date, from, to, cabin }: TestFlight): string =>
  `F-${TEST_AIRLINE_CODE}${number}-${date.replaceAll("-", "")}-${from}${to}-${LETTER_OF_CABIN[cabin]}`;

const parseTestFlightId = (id: string, field: string): TestFlight => {
  const match = FORM.exec(id.trim().toUpperCase());
  if (match === null) {
    throw notFound("This is not a flight of the test airline.", {
      field,
      value: id.slice(0, 80),
      allowed: "an id such as F-ZZ101-20261215-LHRLGW-Y, from an offer of the Duffel sandbox",
      hint: "Search again in the Duffel sandbox.",
    });
  }
  const [, number, year, month, day, from = "", to = "", letter = ""] = match;
  return { number: Number(number), date: `${year}-${month}-${day}`, from, to, cabin: cabinOf(letter) as Cabin };
};

/** US cents for the whole party. */
interface TestFare {
  readonly base: number;
  readonly tax: number;
  readonly total: number;
  readonly perAdult: number;
}

/** Fitted to Duffel's test airline a month ahead from London: 70 dollars to Barcelona, 223 to New York. */
const START = 3_300;
const PER_KM = 3.45;
const LONG_HAUL_KM = 2_500;
const CABIN_FACTORS: Readonly<Record<"short" | "long", Readonly<Record<Cabin, number>>>> = {
  short: { economy: 1, premium_economy: 1.31, business: 4.2, first: 9.9 },
  long: { economy: 1, premium_economy: 1.53, business: 5.9, first: 14.3 },
};
const TAX_SHARE = 0.18;
const CHILD_SHARE = 0.75;
const INFANT_SHARE = 0.1;

const testFare = (km: number, cabin: Cabin, factor: number, party: Party): TestFare => {
  const cabinFactor = CABIN_FACTORS[km < LONG_HAUL_KM ? "short" : "long"][cabin];
  const adult = Math.round((START + PER_KM * km) * cabinFactor * factor);
  const child = Math.round(adult * CHILD_SHARE);
  const infant = Math.round(adult * INFANT_SHARE);
  const total = adult * party.adults + child * party.children + infant * party.infants;
  const tax = Math.round(total * TAX_SHARE);
  return { base: total - tax, tax, total, perAdult: adult };
};
