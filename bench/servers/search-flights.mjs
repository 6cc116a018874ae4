import { z } from "../../test/referees/node_modules/zod/index.js";
import { recordedAnswer } from "./recorded-answer.mjs";

/** searchFlights as in the SDK's guide, with schemas in zod. It returns a constant. */
const placeCode = z.string().regex(/^[A-Z]{3}$/);
const cabin = z.enum(["economy", "premium_economy", "business", "first"]);

const inputSchema = {
  origin: placeCode.describe("Where the trip starts: IATA airport or city code, such as JFK or NYC."),
  destination: placeCode.describe("Where it goes: IATA airport or city code, such as LAX or LON."),
  departureDate: z.iso.date().describe("Day of departure at the origin, YYYY-MM-DD."),
  passengers: z
    .object({
      adults: z.int().min(1).max(9).default(1),
      children: z.int().min(0).max(9).default(0),
      infants: z.int().min(0).max(9).default(0),
    })
    .optional(),
  cabin: cabin.default("economy"),
  returnDate: z.iso.date().optional(),
  maxConnections: z.int().min(0).max(2).default(2),
  maxResults: z.int().min(1).max(100).optional(),
  sortBy: z.enum(["price", "duration", "departure"]).default("price"),
};

const time = z.iso.datetime({ offset: true });

const segment = z.object({
  flightNumber: z.string(),
  originCode: z.string(),
  destinationCode: z.string(),
  departureTime: time,
  arrivalTime: time,
  aircraftType: z.string(),
});

const option = segment.extend({
  id: z.string().optional(),
  airlineCode: z.string(),
  airlineName: z.string(),
  originName: z.string(),
  destinationName: z.string(),
  duration: z.int(),
  cabin,
  price: z.int(),
  priceText: z.string(),
  pricePerAdult: z.int().optional(),
  seatsAvailable: z.int().min(0).max(9),
  bookingClass: z.string(),
  baggage: z.string(),
  refundable: z.boolean(),
  fareFamily: z.string(),
  status: z.enum(["available", "sold_out", "cancelled"]),
  flightIds: z.array(z.string()),
  stops: z.int().min(0).max(2),
  segments: z.array(segment).optional(),
  layovers: z.array(z.object({ airportCode: z.string(), duration: z.int() })).optional(),
});

const outputSchema = {
  resultCount: z.int().min(0),
  currency: z.enum(["USD"]),
  searchId: z.string(),
  sessionId: z.string(),
  source: z.enum(["sandbox", "live"]),
  more: z.string().optional(),
  flights: z.array(option),
};

/** With `unchecked` as the second argument the tool has no output schema, so the SDK does not validate answers. */
const checked = process.argv[3] !== "unchecked";

/** Registers the tool with an McpServer of either SDK. `asSchema` converts the fields to the schema that the SDK expects. */
export const registerSearchFlights = (server, asSchema) =>
  server.registerTool(
    "searchFlights",
    {
      title: "Search flights",
      description: "Finds flights between two airports or cities on a date, with schedules, fares and seats left.",
      inputSchema: asSchema(inputSchema),
      ...(checked && { outputSchema: asSchema(outputSchema) }),
    },
    async () => recordedAnswer(),
  );

export const asObject = z.object;
