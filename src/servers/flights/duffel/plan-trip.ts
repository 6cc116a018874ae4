import { addDays, type IsoDate } from "../../../model/calendar.ts";
import { invalid } from "../../../model/failure.ts";
import { CABINS, type Cabin } from "../../../model/flight.ts";
import type { FlightSearchRequest, MultiCityRequest, TimeWindow } from "../flight-shop.ts";
import type { Trip, TripSlice } from "./trip.ts";

export interface PlannedTrip {
  readonly trip: Trip;
  /** What was assumed about it. */
  readonly warnings: readonly string[];
}

const MOST_SEATED = 9;
const MOST_CONNECTIONS = 2;
const MOST_SLICES = 6;
const USUAL_CHILD_AGE = 8;
const INFANT_AGE = 1;

const IATA_CODE = /^[A-Z]{3}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Throws a Failure for the first field that makes no sense. `now` decides which days are over everywhere. */
export const planSearch = (request: FlightSearchRequest, now: number): PlannedTrip => {
  const { origin, destination, departure_date, return_date, departure_time, arrival_time } = request;
  const there: TripSlice = {
    ...{ origin, destination, date: departure_date },
    ...(departure_time && { departureTime: checkedWindow(departure_time, "departure_time") }),
    ...(arrival_time && { arrivalTime: checkedWindow(arrival_time, "arrival_time") }),
  };
  checkSlice(there, { origin: "origin", destination: "destination", date: "departure_date" }, now);
  if (return_date === undefined) return planned(request, [there]);
  const back = { origin: destination, destination: origin, date: checkedDate(return_date, "return_date", now) };
  checkOrder(there.date, back.date, "return_date");
  return planned(request, [there, back]);
};

export const planMultiCity = (request: MultiCityRequest, now: number): PlannedTrip => {
  const { length } = request.slices;
  if (length < 2 || length > MOST_SLICES) {
    throw invalid(`A trip has 2 to ${MOST_SLICES} slices; given: ${length}.`, { field: "slices", value: length });
  }
  const slices = request.slices.map(({ origin, destination, departure_date }, index) => {
    const slice = { origin, destination, date: departure_date };
    const field = (name: string) => `slices[${index}].${name}`;
    const fields = { origin: field("origin"), destination: field("destination"), date: field("departure_date") };
    checkSlice(slice, fields, now);
    const before = request.slices[index - 1];
    if (before) checkOrder(before.departure_date, departure_date, fields.date);
    return slice;
  });
  return planned(request, slices);
};

const planned = (request: Omit<MultiCityRequest, "slices">, slices: readonly TripSlice[]): PlannedTrip => {
  const { cabin_class: cabin, max_connections: maxConnections = MOST_CONNECTIONS } = request;
  if (cabin !== undefined && !CABINS.includes(cabin)) {
    throw invalid(`There is no cabin class '${cabin}'.`, { field: "cabin_class", value: cabin, allowed: CABINS });
  }
  checkCount(maxConnections, "max_connections", 0, MOST_CONNECTIONS);
  const { adults, ages, warnings } = partyOf(request);
  return { trip: { slices, adults, ages, cabin: cabin as Cabin | undefined, maxConnections }, warnings };
};

const partyOf = ({ adults = 1, children = 0, infants = 0, child_ages: given }: Omit<MultiCityRequest, "slices">) => {
  checkCount(adults, "adults", 1, MOST_SEATED);
  checkCount(children, "children", 0, MOST_SEATED);
  checkCount(infants, "infants", 0, MOST_SEATED);
  for (const [index, age] of (given ?? []).entries()) checkChildAge(age, `child_ages[${index}]`);
  // Whoever gives ages need not count them too.
  const kids = children === 0 ? (given?.length ?? 0) : children;
  if (given !== undefined && given.length !== kids) {
    throw invalid(`There are ${kids} children, but ${given.length} ages.`, {
      field: "child_ages",
      value: given,
      hint: "Give one age per child, or leave child_ages out.",
    });
  }
  if (adults + kids > MOST_SEATED) {
    throw invalid(`At most ${MOST_SEATED} people with a seat travel together; given: ${adults + kids}.`, {
      field: "adults",
      value: adults,
      hint: "Search for two smaller groups.",
    });
  }
  if (infants > adults) {
    throw invalid(`Each infant sits on the lap of an adult: ${infants} infants are too many for ${adults}.`, {
      field: "infants",
      value: infants,
      allowed: `0 to ${adults}`,
      hint: "Count an infant that is to have a seat of its own as a child of two.",
    });
  }
  const warnings = [
    ...(given === undefined && kids > 0
      ? [`Children are priced as ${USUAL_CHILD_AGE} years old; give child_ages for exact fares.`]
      : []),
    ...(infants > 0 ? [`Infants are priced as ${INFANT_AGE} year old, on an adult's lap.`] : []),
  ];
  const childAges = given ?? Array.from({ length: kids }, () => USUAL_CHILD_AGE);
  const ages = [...Array.from({ length: infants }, () => INFANT_AGE), ...childAges].sort((a, b) => a - b);
  return { adults, ages, warnings };
};

const checkSlice = (slice: TripSlice, fields: Record<"origin" | "destination" | "date", string>, now: number): void => {
  checkCode(slice.origin, fields.origin);
  checkCode(slice.destination, fields.destination);
  if (slice.origin === slice.destination) {
    throw invalid(`Origin and destination are both ${slice.origin}.`, {
      field: fields.destination,
      value: slice.destination,
      hint: "Give two different places.",
    });
  }
  checkedDate(slice.date, fields.date, now);
};

const checkCode = (code: string, field: string): void => {
  if (typeof code === "string" && IATA_CODE.test(code)) return;
  throw invalid(`Invalid ${field} IATA code: ${shown(code)}.`, {
    field,
    value: code,
    allowed: "three capital letters",
    hint: "Give the IATA code of an airport or a city, such as SFO or LON.",
  });
};

const checkedDate = (date: IsoDate, field: string, now: number): IsoDate => {
  if (!isDate(date)) {
    throw invalid(`Invalid ${field.replaceAll("_", " ")}: ${shown(date)}.`, {
      field,
      value: date,
      allowed: "a day that exists, as YYYY-MM-DD",
    });
  }
  // Where the day begins last it is still yesterday, by half a day at most.
  const today = new Date(now - 43_200_000).toISOString().slice(0, 10);
  if (date >= today) return date;
  throw invalid(`${date} is over.`, { field, value: date, allowed: `${today} or later`, hint: "Give a day to come." });
};

const isDate = (date: unknown): date is IsoDate =>
  typeof date === "string" &&
  DATE.test(date) &&
  !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) &&
  addDays(date, 0) === date;

const checkOrder = (before: IsoDate, after: IsoDate, field: string): void => {
  if (after >= before) return;
  throw invalid(`${after} lies before ${before}, when the trip has not come that far.`, {
    field,
    value: after,
    allowed: `${before} or later`,
  });
};

const checkedWindow = (window: TimeWindow, field: string): TimeWindow => {
  for (const end of ["after", "before"] as const) {
    if (typeof window[end] === "string" && TIME.test(window[end])) continue;
    throw invalid(`${field}.${end} is no time of day: ${shown(window[end])}.`, {
      field: `${field}.${end}`,
      value: window[end],
      allowed: "HH:MM from 00:00 to 23:59",
    });
  }
  if (window.after <= window.before) return window;
  throw invalid(`${field} ends at ${window.before}, before it begins at ${window.after}.`, {
    field,
    value: window,
    hint: "A window lies within one day; search twice for one that spans midnight.",
  });
};

const checkCount = (count: number, field: string, least: number, most: number): void => {
  if (Number.isInteger(count) && count >= least && count <= most) return;
  throw invalid(`${field} must be a whole number from ${least} to ${most}.`, {
    field,
    value: count,
    allowed: `${least} to ${most}`,
  });
};

const checkChildAge = (age: number, field: string): void => {
  if (Number.isInteger(age) && age >= 2 && age <= 17) return;
  throw invalid(`${field} must be a whole number from 2 to 17.`, {
    field,
    value: age,
    allowed: "2 to 17",
    hint: "Count those under two as infants, and those of 18 and older as adults.",
  });
};

const shown = (value: unknown): string => String(value).slice(0, 40);
