import type { Resource, ResourceTemplate } from "../../mcp/tools/server-definition.ts";
import type { Lazy } from "../../mcp/tools/tool.ts";
import { notFound } from "../../model/failure.ts";
import type { Airline } from "../../model/flight.ts";
import type { Airport } from "../../model/place.ts";
import { bookingAnswer, noticeWarnings } from "./booking-answer.ts";
import { bookingHistory } from "./booking-history.ts";
import type { GdsServices } from "./gds-tool.ts";
import { summarise } from "./list-bookings.ts";

/** A complete list would fill a model's context. The others can be read by code. */
const MAX_LISTED = 100;

const json = (value: unknown): string => JSON.stringify(value);

const majors = <T>(name: string, all: readonly T[], record: (item: T) => MockDataRecord): string =>
  json({
    total: all.length,
    more: `The ${MAX_LISTED} largest are listed; read gds://mock-data/${name}/{code} for any other, by its IATA code.`,
    [name]: all.slice(0, MAX_LISTED).map(record),
  });

const fixed = { mimeType: "application/json", cache: { ttlMs: 86_400_000, scope: "public" } } as const;
const personal = { mimeType: "application/json" } as const;

export const gdsResources = (services: Lazy<GdsServices>): readonly Resource[] => [
  {
    uri: "gds://session/current",
    name: "session",
    title: "Current session",
    description: "When this session began and ends, and how many searches and bookings it has made.",
    ...personal,
    read: async ({ caller }) => {
      const { sessions } = await services();
      return json(await sessions.current(caller));
    },
  },
  {
    uri: "gds://session/bookings",
    name: "bookings",
    tool: "listBookings",
    title: "Bookings of this session",
    description: "The bookings made in this session, as listBookings shows them.",
    ...personal,
    read: async ({ caller }) => {
      const { travel } = await services();
      return json((await travel.listBookings("all", caller)).map(summarise));
    },
  },
  {
    uri: "gds://session/notices",
    name: "notices",
    tool: "listBookings",
    title: "Open notices",
    description: "What suppliers changed on the bookings of this session, until it is accepted, rebooked or refunded.",
    ...personal,
    read: async ({ caller }) => {
      const { travel } = await services();
      const bookings = await travel.listBookings("all", caller);
      const open = bookings.flatMap(({ pnr, notices = [] }) =>
        notices.filter(({ resolved }) => resolved === undefined).map((notice) => ({ pnr, ...notice })),
      );
      return json({ total: open.length, notices: open.slice(-MAX_LISTED) });
    },
  },
  {
    uri: "gds://mock-data/airports",
    name: "airports",
    title: "Airports",
    description: `The ${MAX_LISTED} busiest airports; gds://mock-data/airports/{code} has every one.`,
    ...fixed,
    read: async () => majors("airports", (await services()).places.airports(), airportRecord),
  },
  {
    uri: "gds://mock-data/airlines",
    name: "airlines",
    title: "Airlines",
    description: `The ${MAX_LISTED} largest airlines, with home country, alliance and hubs; gds://mock-data/airlines/{code} has every one.`,
    ...fixed,
    read: async () => majors("airlines", (await services()).airlines(), airlineRecord),
  },
];

export const gdsTemplates = (services: Lazy<GdsServices>): readonly ResourceTemplate[] => [
  {
    uriTemplate: "gds://mock-data/airports/{code}",
    name: "airport",
    title: "One airport or city",
    description: "An airport by its IATA code, or all airports of a city by its city code.",
    ...fixed,
    read: async ({ code = "" }) => {
      const { places } = await services();
      const place = places.require(code, "code");
      const airports = place.airports.map(airportRecord);
      return json(place.kind === "airport" ? airports[0] : { code, name: place.name, airports });
    },
    complete: async (_name, text) => {
      const { places } = await services();
      return places.search(text, 20).map((place) => place.code);
    },
  },
  {
    uriTemplate: "gds://mock-data/airlines/{code}",
    name: "airline",
    title: "One airline",
    description: "An airline by its IATA code.",
    ...fixed,
    read: async ({ code = "" }) => {
      const airline = (await services()).airlines().find((candidate) => candidate.code === code);
      if (airline) return json(airlineRecord(airline));
      throw notFound(`No airline has the code '${code}'.`, { field: "code", value: code });
    },
    complete: async (_name, text) => matchAirlines((await services()).airlines(), text),
  },
  {
    uriTemplate: "gds://booking/{pnr}",
    name: "booking",
    tool: "retrieveBooking",
    title: "One booking",
    description: "A booking by its record locator, as retrieveBooking shows it.",
    ...personal,
    read: async ({ pnr = "" }, { caller }) => {
      const { travel } = await services();
      const booking = await travel.retrieveBooking(pnr, caller);
      return json(bookingAnswer({ booking, warnings: noticeWarnings(booking) }));
    },
  },
  {
    uriTemplate: "gds://booking/{pnr}/history",
    name: "booking-history",
    tool: "retrieveBooking",
    title: "History of a booking",
    description:
      "All changes of a booking, what left it, every amount that was charged or given back, and all notices.",
    ...personal,
    read: async ({ pnr = "" }, { caller }) => {
      const { travel } = await services();
      return json(bookingHistory(await travel.bookingHistory(pnr, caller)));
    },
  },
];

/** Reference data of the generated world. */
interface MockDataRecord {
  readonly type: "airport" | "airline";
  readonly code: string;
  readonly name: string;
  readonly metadata: object;
}

const airportRecord = ({ code, name, ...metadata }: Airport): MockDataRecord => ({
  type: "airport",
  code,
  name,
  metadata,
});

const airlineRecord = ({ code, name, ...metadata }: Airline): MockDataRecord => ({
  type: "airline",
  code,
  name,
  metadata,
});

/** Completes airline codes by code or name. */
export const matchAirlines = (airlines: readonly Airline[], text: string): string[] => {
  const wanted = text.trim().toLowerCase();
  const rank = ({ code, name }: Airline): number => {
    if (code.toLowerCase().startsWith(wanted)) return 0;
    const words = name.toLowerCase();
    if (words.startsWith(wanted)) return 1;
    return words.includes(wanted) ? 2 : 3;
  };
  return airlines
    .map((airline) => ({ airline, rank: rank(airline) }))
    .filter((entry) => entry.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ airline }) => airline.code);
};
