import type { LinearRegExp } from "../../../mcp/tools/foreign-schemas.ts";
import type { BookedFlight, Booking, CarRental, HotelReservation } from "../../../model/booking.ts";
import { dateOf } from "../../../model/calendar.ts";
import { type Cents, usd } from "../../../model/money.ts";
import type { Places } from "../../../model/place.ts";
import { type AmountNames, amountOf } from "../scenario/amounts.ts";
import { durationMs } from "../scenario/durations.ts";
import type { BookingMatcher, CarMatcher, FlightMatcher, HotelMatcher, Sum } from "../scenario/matcher-schema.ts";

/** One comparison of a field of a booking. */
export interface Comparison {
  /** `flights[0].date`. */
  readonly field: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly found: string;
}

export interface MatchingTools {
  readonly places: Pick<Places, "place">;
  readonly amounts: AmountNames;
  pattern(text: string): Pick<LinearRegExp, "test">;
}

type Field = readonly [field: string, expected: unknown, found: string, ok: boolean];

/** Compares a booking with every field of the matcher. */
export const compareBooking = (
  booking: Booking,
  matcher: BookingMatcher,
  tools: MatchingTools,
): readonly Comparison[] => {
  const { payment } = booking;
  const names = booking.passengers.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const types = booking.passengers.map(({ type }) => type);
  const contacts = [booking.contactEmail, booking.contactPhone].filter((contact) => contact !== undefined);
  const openNotices = (booking as { notices?: readonly { resolved?: unknown }[] }).notices?.filter(
    ({ resolved }) => resolved === undefined,
  ).length;
  const { status, passengers, contact, frequentFlyerNumbers: numbersWanted } = matcher;
  const numbers = booking.passengers.flatMap(({ frequentFlyerNumber }) => frequentFlyerNumber ?? []);
  const given: Field[] = [
    ["status", status, booking.status, booking.status === status],
    ["passengers", passengers?.join(", "), names.join(", "), sameTexts(passengers, names)],
    ["types", matcher.types?.join(", "), types.join(", "), sameTexts(matcher.types, types)],
    ["contact", contact, contacts.join(", "), contacts.some((one) => foldedText(one) === foldedText(contact ?? ""))],
    ["frequentFlyerNumbers", numbersWanted?.join(", "), numbers.join(", "), sameTexts(numbersWanted, numbers)],
    ["openNotices", matcher.openNotices, String(openNotices ?? 0), (openNotices ?? 0) === matcher.openNotices],
  ];
  return [
    ...comparisons(given),
    ...sums({ total: booking.totalPrice, fees: payment.fees, paid: payment.paid }, matcher, tools),
    ...sums({ refunded: payment.refunded + (payment.credited ?? 0) }, matcher, tools),
    ...(matcher.flights === undefined ? [] : compareFlights(booking.flights, matcher.flights, tools)),
    ...compareList("hotels", booking.hotels, matcher.hotels, (hotel, wanted) => hotelFields(hotel, wanted, tools)),
    ...compareList("cars", booking.cars, matcher.cars, (car, wanted) => carFields(car, wanted, tools)),
    ...compareList("extras", booking.extras, matcher.extras, (extra, { kind, what }) => [
      ["kind", kind, extra.kind, extra.kind === kind],
      ["what", what, extra.what, what !== undefined && tools.pattern(what).test(extra.what)],
    ]),
  ];
};

const comparisons = (fields: readonly Field[], prefix = ""): readonly Comparison[] =>
  fields
    .filter(([, expected]) => expected !== undefined)
    .map(([field, expected, found, ok]) => ({ field: `${prefix}${field}`, ok, expected: String(expected), found }));

const sums = (
  values: Partial<Readonly<Record<"total" | "fees" | "paid" | "refunded", Cents>>>,
  matcher: BookingMatcher,
  { amounts }: MatchingTools,
): readonly Comparison[] =>
  Object.entries(values).flatMap(([name, value]) =>
    compareSum(name, value, matcher[name as keyof typeof values], amounts),
  );

const BOUNDS = {
  atMost: { words: "at most", holds: (value: Cents, bound: Cents) => value <= bound },
  atLeast: { words: "at least", holds: (value: Cents, bound: Cents) => value >= bound },
  exactly: { words: "exactly", holds: (value: Cents, bound: Cents) => value === bound },
} as const;

const compareSum = (name: string, value: Cents, sum: Sum | undefined, amounts: AmountNames): readonly Comparison[] =>
  Object.entries(sum ?? {}).map(([kind, text]) => {
    const { words, holds } = BOUNDS[kind as keyof typeof BOUNDS];
    const bound = amountOf(text, amounts);
    const ok = bound !== undefined && holds(value, bound);
    const expected = bound === undefined ? `${words} ${text}, which is unknown` : `${words} ${usd(bound)}`;
    return { field: `${name}.${kind}`, ok, expected, found: usd(value) };
  });

/** Matches each entry with a different one, whatever their order. */
const compareList = <T, M>(
  name: string,
  found: readonly T[],
  wanted: readonly M[] | undefined,
  fieldsOf: (one: T, matcher: M) => readonly Field[],
): readonly Comparison[] => {
  if (wanted === undefined) return [];
  const count = {
    field: name,
    ok: found.length === wanted.length,
    expected: `${wanted.length}`,
    found: `${found.length}`,
  };
  const free = new Set(found.keys());
  const compared = wanted.flatMap((matcher, i) => {
    const candidates = [...free].map((index) => ({
      index,
      fields: comparisons(fieldsOf(found[index] as T, matcher), `${name}[${i}].`),
    }));
    const best = candidates.sort((a, b) => missesOf(a.fields) - missesOf(b.fields))[0];
    if (best === undefined)
      return [{ field: `${name}[${i}]`, ok: false, expected: wordsOf(matcher), found: "nothing" }];
    free.delete(best.index);
    return best.fields;
  });
  return [count, ...compared];
};

export const missesOf = (fields: readonly Comparison[]): number => fields.filter(({ ok }) => !ok).length;

export const wordsOf = (matcher: unknown): string =>
  JSON.stringify(matcher).replaceAll(/["{}]/g, "").replaceAll(",", ", ");

const DAY_MS = 86_400_000;

/** Divides the flights, in order of travel, into the journeys that the matchers describe. */
const compareFlights = (
  flights: readonly BookedFlight[],
  wanted: readonly FlightMatcher[],
  tools: MatchingTools,
): readonly Comparison[] => {
  let at = 0;
  const compared = wanted.flatMap((matcher, i) => {
    const first = flights[at];
    if (first === undefined) {
      return [{ field: `flights[${i}]`, ok: false, expected: wordsOf(matcher), found: "no flight" }];
    }
    let end = at;
    while (
      end + 1 < flights.length &&
      !arrives(flights[end], matcher, tools) &&
      connects(flights[end], flights[end + 1])
    ) {
      end++;
    }
    const journey = flights.slice(at, end + 1);
    at = end + 1;
    return comparisons(journeyFields(journey, matcher, tools), `flights[${i}].`);
  });
  const rest = flights.slice(at).map(({ flightNumber }) => flightNumber);
  const found = rest.length === 0 ? "none" : rest.join(", ");
  return [...compared, { field: "flights", ok: rest.length === 0, expected: "no other flights", found }];
};

const arrives = (flight: BookedFlight | undefined, { to }: FlightMatcher, { places }: MatchingTools): boolean =>
  flight !== undefined && to !== undefined && isIn(places, flight.destinationCode, to);

const connects = (one: BookedFlight | undefined, next: BookedFlight | undefined): boolean =>
  one !== undefined && next !== undefined && Date.parse(next.departureTime) - Date.parse(one.arrivalTime) < DAY_MS;

/** Whether the airport is the place, or one of a city's airports. */
const isIn = (places: Pick<Places, "place">, airport: string, place: string): boolean =>
  airport === place || (places.place(place)?.airports.some(({ code }) => code === airport) ?? false);

const journeyFields = (
  journey: readonly BookedFlight[],
  matcher: FlightMatcher,
  { places }: MatchingTools,
): readonly Field[] => {
  const first = journey[0] as BookedFlight;
  const last = journey.at(-1) as BookedFlight;
  const all = (holds: (flight: BookedFlight) => boolean): boolean => journey.every(holds);
  const list = (text: (flight: BookedFlight) => unknown): string => journey.map(text).join(", ");
  const minutes = (Date.parse(last.arrivalTime) - Date.parse(first.departureTime)) / 60_000;
  const { from, to, date, flight, airline, cabin, stops, refundable, fareFamily, changeable, status, duration } =
    matcher;
  return [
    ["from", from, first.originCode, from !== undefined && isIn(places, first.originCode, from)],
    ["to", to, last.destinationCode, to !== undefined && isIn(places, last.destinationCode, to)],
    ["date", date, dateOf(first.departureTime), dateOf(first.departureTime) === date],
    ["flight", flight, list(({ flightNumber }) => flightNumber), journey.some((one) => one.flightNumber === flight)],
    ["airline", airline, list(({ airlineCode }) => airlineCode), all(({ airlineCode }) => airlineCode === airline)],
    ["cabin", cabin, list((one) => one.cabin), all((one) => one.cabin === cabin)],
    ["stops", stops, String(journey.length - 1), journey.length - 1 === stops],
    ["refundable", refundable, list((one) => one.refundable), all((one) => one.refundable === refundable)],
    ["fareFamily", fareFamily, list((one) => one.fareFamily), all((one) => one.fareFamily === fareFamily)],
    [
      "changeable",
      changeable,
      list((one) => one.changeFee !== null),
      all((one) => (one.changeFee !== null) === changeable),
    ],
    ["status", status, list((one) => one.segmentStatus), all((one) => one.segmentStatus === status)],
    ["duration", duration?.atMost, `${minutes} minutes`, minutes * 60_000 <= durationMs(duration?.atMost ?? "0s")],
    ...boundFields("depart", first.departureTime, matcher.depart),
    ...boundFields("arrive", last.arrivalTime, matcher.arrive),
  ];
};

/** Bounds are local and inclusive: a time of day, a day, or both. */
const boundFields = (
  name: string,
  time: string,
  bounds: { readonly after?: string; readonly before?: string } | undefined,
): readonly Field[] => {
  const { after, before } = bounds ?? {};
  const value = (bound = ""): string => (/^\d\d:\d\d/.test(bound) ? time.slice(11) : time).slice(0, bound.length);
  return [
    [`${name}.after`, after, value(after), after !== undefined && value(after) >= after],
    [`${name}.before`, before, value(before), before !== undefined && value(before) <= before],
  ];
};

const hotelFields = (hotel: HotelReservation, wanted: HotelMatcher, { places }: MatchingTools): readonly Field[] => [
  ["city", wanted.city, hotel.cityCode, wanted.city !== undefined && sameCity(places, hotel.cityCode, wanted.city)],
  ["code", wanted.code, hotel.hotelCode, hotel.hotelCode === wanted.code],
  ["checkIn", wanted.checkIn, hotel.checkInDate, hotel.checkInDate === wanted.checkIn],
  ["checkOut", wanted.checkOut, hotel.checkOutDate, hotel.checkOutDate === wanted.checkOut],
  ["stars", wanted.stars && `at least ${wanted.stars}`, `${hotel.starRating}`, hotel.starRating >= (wanted.stars ?? 0)],
  ["guests", wanted.guests, `${hotel.guestCount}`, hotel.guestCount === wanted.guests],
  ["rooms", wanted.rooms, `${hotel.rooms}`, hotel.rooms === wanted.rooms],
  ["refundable", wanted.refundable, `${hotel.refundable}`, hotel.refundable === wanted.refundable],
  ["status", wanted.status, hotel.status, hotel.status === wanted.status],
];

const carFields = (car: CarRental, wanted: CarMatcher, { places }: MatchingTools): readonly Field[] => [
  ["pickup", wanted.pickup, car.pickupLocationCode, isIn(places, car.pickupLocationCode, wanted.pickup ?? "")],
  ["dropoff", wanted.dropoff, car.dropoffLocationCode, isIn(places, car.dropoffLocationCode, wanted.dropoff ?? "")],
  ["from", wanted.from, dateOf(car.pickupDate), dateOf(car.pickupDate) === wanted.from],
  ["to", wanted.to, dateOf(car.dropoffDate), dateOf(car.dropoffDate) === wanted.to],
  ["class", wanted.class, car.vehicleClass, car.vehicleClass === wanted.class],
  ["company", wanted.company, car.companyCode, car.companyCode === wanted.company],
  ["status", wanted.status, car.status, car.status === wanted.status],
];

const sameCity = (places: Pick<Places, "place">, found: string, wanted: string): boolean =>
  found === wanted || isIn(places, found, wanted) || isIn(places, wanted, found);

const foldedText = (text: string): string => text.normalize("NFC").toLowerCase().trim();

const sameTexts = (wanted: readonly string[] | undefined, found: readonly string[]): boolean => {
  const inOrder = (texts: readonly string[]) => texts.map(foldedText).sort().join("\n");
  return wanted !== undefined && inOrder(wanted) === inOrder(found);
};
