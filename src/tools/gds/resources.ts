import type { Resource, ResourceTemplate } from "../../registry/server-definition.ts";
import type { Later } from "../../registry/tool.ts";
import { bookingAnswer } from "./booking-answer.ts";
import type { GdsServices } from "./gds-tool.ts";
import { summarise } from "./list-bookings.ts";
import { airlineRecord, airportRecord } from "./reference-data.ts";

/** The whole list of airports would fill a model's context; it gets the large ones, and any other by its code. */
const MAJOR_AIRPORTS = 300;

const json = (value: unknown): string => JSON.stringify(value, null, 1);

const fixed = { mimeType: "application/json", cache: { ttlMs: 86_400_000, scope: "public" } } as const;
const personal = { mimeType: "application/json" } as const;

export const gdsResources = (services: Later<GdsServices>): readonly Resource[] => [
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
    title: "Bookings of this session",
    description: "The bookings made in this session, as listBookings shows them.",
    ...personal,
    read: async ({ caller }) => {
      const { travel } = await services();
      return json((await travel.listBookings("all", caller)).map(summarise));
    },
  },
  {
    uri: "gds://mock-data/airports",
    name: "airports",
    title: "Airports",
    description: `The ${MAJOR_AIRPORTS} busiest airports; read gds://mock-data/airports/{code} for any other one.`,
    ...fixed,
    read: async () => {
      const { places } = await services();
      const all = places.airports();
      return json({
        total: all.length,
        shown: Math.min(MAJOR_AIRPORTS, all.length),
        airports: all.slice(0, MAJOR_AIRPORTS).map(airportRecord),
      });
    },
  },
  {
    uri: "gds://mock-data/airlines",
    name: "airlines",
    title: "Airlines",
    description: "Every airline that flies in this world, with its home country, alliance and hubs.",
    ...fixed,
    read: async () => {
      const airlines = (await services()).airlines();
      return json({ total: airlines.length, airlines: airlines.map(airlineRecord) });
    },
  },
];

export const gdsTemplates = (services: Later<GdsServices>): readonly ResourceTemplate[] => [
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
    uriTemplate: "gds://booking/{pnr}",
    name: "booking",
    title: "One booking",
    description: "A booking by its record locator, as retrieveBooking shows it.",
    ...personal,
    read: async ({ pnr = "" }, { caller }) => {
      const { travel } = await services();
      return json(bookingAnswer({ booking: await travel.retrieveBooking(pnr, caller), warnings: [] }));
    },
  },
];
