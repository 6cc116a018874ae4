import { createHash } from "node:crypto";
import { addDays, type IsoDate } from "../../../model/calendar.ts";
import { invalid } from "../../../model/failure.ts";
import { CABINS, type Cabin } from "../../../model/flight.ts";
import { keys } from "../../../model/keys.ts";
import type { FlightSearchRequest, MultiCityRequest, TimeWindow } from "../flight-shop.ts";

/** A search in the form that Duffel needs. */
export interface Trip {
  readonly slices: readonly TripSlice[];
  readonly adults: number;
  /** The ages of all travellers under 18, youngest first. */
  readonly ages: readonly number[];
  readonly cabin: Cabin | undefined;
  readonly maxConnections: number;
}

export interface TripSlice {
  readonly origin: string;
  readonly destination: string;
  readonly date: IsoDate;
  readonly departureTime?: TimeWindow | undefined;
  readonly arrivalTime?: TimeWindow | undefined;
}

export interface PlannedTrip {
  readonly trip: Trip;
  /** The assumptions made. */
  readonly warnings: readonly string[];
}

const MAX_SEATED = 9;
const MAX_CONNECTIONS = 2;
const MAX_SLICES = 6;
const USUAL_CHILD_AGE = 8;
const INFANT_AGE = 1;

const IATA_CODE = /^[A-Z]{3}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Checks a search and throws a Failure for the first invalid field. */
export const planSearch = (request: FlightSearchRequest, now: number): PlannedTrip => {
  const { origin, destination, departure_date, return_date, departure_time, arrival_time } = request;
  const there: TripSlice = {
    origin,
    destination,
    date: departure_date,
    ...(departure_time && { departureTime: checkWindow(departure_time, "departure_time") }),
    ...(arrival_time && { arrivalTime: checkWindow(arrival_time, "arrival_time") }),
  };
  checkSlice(there, "", now);
  if (return_date === undefined) return planned(request, [there]);
  const back = { origin: destination, destination: origin, date: checkDate(return_date, "return_date", now) };
  checkOrder(there.date, back.date, "return_date");
  return planned(request, [there, back]);
};

export const planMultiCity = (request: MultiCityRequest, now: number): PlannedTrip => {
  const { length } = request.slices;
  if (length < 2 || length > MAX_SLICES) {
    throw invalid(`A trip has 2 to ${MAX_SLICES} slices; given: ${length}.`, { field: "slices", value: length });
  }
  const slices = request.slices.map(({ origin, destination, departure_date }, index) => {
    const slice = { origin, destination, date: departure_date };
    checkSlice(slice, `slices[${index}].`, now);
    const before = request.slices[index - 1];
    if (before) checkOrder(before.departure_date, departure_date, `slices[${index}].departure_date`);
    return slice;
  });
  return planned(request, slices);
};

const planned = (request: Omit<MultiCityRequest, "slices">, slices: readonly TripSlice[]): PlannedTrip => {
  const { cabin_class: cabin, max_connections: maxConnections = MAX_CONNECTIONS } = request;
  if (cabin !== undefined && !CABINS.includes(cabin)) {
    throw invalid(`There is no cabin class '${cabin}'.`, { field: "cabin_class", value: cabin, allowed: CABINS });
  }
  checkCount(maxConnections, "max_connections", 0, MAX_CONNECTIONS);
  const { adults, ages, warnings } = partyOf(request);
  return { trip: { slices, adults, ages, cabin: cabin as Cabin | undefined, maxConnections }, warnings };
};

const partyOf = ({ adults = 1, children = 0, infants = 0, child_ages: given }: Omit<MultiCityRequest, "slices">) => {
  checkCount(adults, "adults", 1, MAX_SEATED);
  checkCount(children, "children", 0, MAX_SEATED);
  checkCount(infants, "infants", 0, MAX_SEATED);
  const hint = "Count children under 2 as infants, and those of 18 and older as adults.";
  for (const [index, age] of (given ?? []).entries()) checkCount(age, `child_ages[${index}]`, 2, 17, hint);
  // `children` can be left out if ages are given.
  const kids = children === 0 ? (given?.length ?? 0) : children;
  if (given !== undefined && given.length !== kids) {
    throw invalid(`There are ${kids} children, but ${given.length} ages.`, {
      field: "child_ages",
      value: given,
      hint: "Give one age per child, or leave child_ages out.",
    });
  }
  if (adults + kids > MAX_SEATED) {
    throw invalid(`At most ${MAX_SEATED} people with a seat travel together; given: ${adults + kids}.`, {
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
      hint: "Count an infant with a seat of its own as a child of 2.",
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

/** `path` is the path of the slice in the request, such as `slices[0].`. */
const checkSlice = ({ origin, destination, date }: TripSlice, path: string, now: number): void => {
  const field = `${path}destination`;
  checkCode(origin, `${path}origin`);
  checkCode(destination, field);
  if (origin === destination) {
    const hint = "Give two different places.";
    throw invalid(`Origin and destination are both ${origin}.`, { field, value: destination, hint });
  }
  checkDate(date, `${path}departure_date`, now);
};

const checkCode = (code: string, field: string): void => {
  if (typeof code === "string" && IATA_CODE.test(code)) return;
  throw invalid(`Invalid ${field} IATA code: ${excerpt(code)}.`, {
    field,
    value: code,
    allowed: "three capital letters",
    hint: "Give the IATA code of an airport or a city, such as SFO or LON.",
  });
};

const checkDate = (date: IsoDate, field: string, now: number): IsoDate => {
  if (!isDate(date)) {
    throw invalid(`Invalid ${field.replaceAll("_", " ")}: ${excerpt(date)}.`, {
      field,
      value: date,
      allowed: "a day that exists, as YYYY-MM-DD",
    });
  }
  // UTC-12, where a day ends last.
  const today = new Date(now - 43_200_000).toISOString().slice(0, 10);
  if (date >= today) return date;
  throw invalid(`${date} is in the past.`, {
    field,
    value: date,
    allowed: `${today} or later`,
    hint: "Give a future date.",
  });
};

const isDate = (date: unknown): date is IsoDate =>
  typeof date === "string" &&
  DATE.test(date) &&
  !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) &&
  addDays(date, 0) === date;

const checkOrder = (before: IsoDate, after: IsoDate, field: string): void => {
  if (after >= before) return;
  throw invalid(`${after} is before ${before}, the date of the previous flight.`, {
    field,
    value: after,
    allowed: `${before} or later`,
  });
};

const checkWindow = (window: TimeWindow, field: string): TimeWindow => {
  for (const end of ["after", "before"] as const) {
    if (typeof window[end] === "string" && TIME.test(window[end])) continue;
    throw invalid(`${field}.${end} is not a time of day: ${excerpt(window[end])}.`, {
      field: `${field}.${end}`,
      value: window[end],
      allowed: "HH:MM from 00:00 to 23:59",
    });
  }
  if (window.after <= window.before) return window;
  throw invalid(`${field} ends at ${window.before}, before it begins at ${window.after}.`, {
    field,
    value: window,
    hint: "A window must be within one day; search twice for one that spans midnight.",
  });
};

const checkCount = (count: number, field: string, min: number, max: number, hint?: string): void => {
  if (Number.isInteger(count) && count >= min && count <= max) return;
  throw invalid(`${field} must be a whole number from ${min} to ${max}.`, {
    field,
    value: count,
    allowed: `${min} to ${max}`,
    ...(hint !== undefined && { hint }),
  });
};

const excerpt = (value: unknown): string => String(value).slice(0, 40);

/** The body of Duffel's offer request. */
export const requestBody = ({ slices, adults, ages, cabin, maxConnections }: Trip): string =>
  JSON.stringify({
    data: {
      slices: slices.map(({ origin, destination, date, departureTime, arrivalTime }) => ({
        origin,
        destination,
        departure_date: date,
        ...(departureTime && { departure_time: { from: departureTime.after, to: departureTime.before } }),
        ...(arrivalTime && { arrival_time: { from: arrivalTime.after, to: arrivalTime.before } }),
      })),
      passengers: [...Array.from({ length: adults }, () => ({ type: "adult" })), ...ages.map((age) => ({ age }))],
      ...(cabin !== undefined && { cabin_class: cabin }),
      max_connections: maxConnections,
    },
  });

/** The cache key of a search: readable parts, and a digest of everything that affects the answer. */
export const cacheKey = (trip: Trip, account: string): string => {
  const [first] = trip.slices as [TripSlice];
  const digest = createHash("sha256")
    .update(`${account}\n${requestBody(trip)}`)
    .digest("hex")
    .slice(0, 24);
  return keys.flightSearch(first.origin, first.destination, first.date, trip.cabin ?? "any", digest);
};
