import { CABINS } from "../../../model/flight.ts";
import type { Airport, Place, Places } from "../../../model/place.ts";
import { requireSellable } from "../../../travel/date-window.ts";
import { excerpt, invalidAirport, malformed, notAllowed, withPointer } from "../duffel-error.ts";
import { dataOf, dateAt, listAt, maybe, objectAt, oneOfAt, textAt } from "../fields.ts";
import { idOf, offerRequestId } from "../ids.ts";
import type { SandboxParts } from "../sandbox-context.ts";
import { MAGIC_ROUTES, type Scenario } from "../scenarios.ts";
import type { OfferRequest, RequestedSlice, TimeWindow } from "./offer-requests.ts";
import { readPassengers } from "./passenger-input.ts";

const MAX_SLICES = 6;
const DEFAULT_CONNECTIONS = 1;

type Parts = Pick<SandboxParts, "places" | "clock" | "seed">;

/** Reads and checks a search. The ID is a hash of the search, its time and the round: how often it was ordered from. */
export const readOfferRequest = (
  sent: unknown,
  requested: Scenario | undefined,
  round: number,
  parts: Parts,
): OfferRequest => {
  const data = dataOf(sent);
  const list = listAt(data.slices, "/slices", { min: 1, max: MAX_SLICES });
  const slices = list.map((item, i) => readSlice(item, `/slices/${i}`, parts));
  checkOrder(slices);
  const magic = magicScenario(slices);
  const cabin = maybe(data.cabin_class, (value) => oneOfAt(value, "/cabin_class", CABINS)) ?? null;
  const maxConnections =
    maybe(data.max_connections, (value) => oneOfAt(value, "/max_connections", [0, 1, 2])) ?? DEFAULT_CONNECTIONS;
  const createdAt = parts.clock.now();
  const scenario = requested ?? magic ?? null;
  // Names are not part of the ID: a rehearsal with other names gets the same offers.
  const passengers = readPassengers(data.passengers, (i) => String(i));
  const party = passengers.map(({ type, age, fare_type }) => `${type},${age},${fare_type}`);
  const id = offerRequestId(
    parts.seed,
    createdAt,
    JSON.stringify([slices, party, cabin, maxConnections, scenario, data.private_fares ?? null]),
    ...(round === 0 ? [] : [round]),
  );
  return {
    id,
    createdAt,
    slices,
    passengers: passengers.map((passenger) => ({ ...passenger, id: idOf("pas", id, passenger.id) })),
    cabin,
    maxConnections,
    scenario,
    market: magic === undefined ? "world" : "test airline",
  };
};

/** Duffel's magic routes work one way only. */
const magicScenario = (slices: readonly RequestedSlice[]): Scenario | undefined => {
  const [only, ...others] = slices;
  if (only === undefined || others.length > 0) return undefined;
  return MAGIC_ROUTES[`${only.origin}-${only.destination}`];
};

const readSlice = (value: unknown, pointer: string, { places, clock }: Parts): RequestedSlice => {
  const slice = objectAt(value, pointer);
  const origin = readPlace(slice.origin, `${pointer}/origin`, places);
  const destination = readPlace(slice.destination, `${pointer}/destination`, places);
  if (origin.airports.some((airport) => destination.airports.includes(airport))) {
    throw notAllowed(
      `${pointer}/destination`,
      `The destination ${destination.code} and the origin ${origin.code} must be different places.`,
    );
  }
  const date = dateAt(slice.departure_date, `${pointer}/departure_date`);
  withPointer(`${pointer}/departure_date`, () =>
    requireSellable(date, "departure_date", origin.airports[0] as Airport, { clock, places }),
  );
  return {
    origin: origin.code,
    destination: destination.code,
    date,
    departs: readWindow(slice.departure_time, `${pointer}/departure_time`),
    arrives: readWindow(slice.arrival_time, `${pointer}/arrival_time`),
  };
};

const readPlace = (value: unknown, pointer: string, places: Places): Place => {
  const code = textAt(value, pointer, { max: 1000 }).trim().toUpperCase();
  const place = /^[A-Z]{3}$/.test(code) ? places.place(code) : undefined;
  if (place === undefined) throw invalidAirport(value, pointer);
  return place;
};

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const readWindow = (value: unknown, pointer: string): TimeWindow | null =>
  maybe(value, (given) => {
    const window = objectAt(given, pointer);
    const timeAt = (name: "from" | "to"): string => {
      const time = textAt(window[name], `${pointer}/${name}`);
      if (!TIME.test(time)) throw malformed(`${pointer}/${name}`, "a time (HH:MM)");
      return time;
    };
    const [from, to] = [timeAt("from"), timeAt("to")];
    if (from > to) throw notAllowed(`${pointer}/to`, `'${excerpt(to)}' is before '${excerpt(from)}'.`);
    return { from, to };
  }) ?? null;

const checkOrder = (slices: readonly RequestedSlice[]): void => {
  for (const [i, { date }] of slices.entries()) {
    const before = slices[i - 1];
    if (before === undefined || before.date <= date) continue;
    throw notAllowed(
      `/slices/${i}/departure_date`,
      `The departure date ${date} is before ${before.date}, the departure date of the previous slice.`,
    );
  }
};
