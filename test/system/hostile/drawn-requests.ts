import fc from "fast-check";
import type { Draw } from "../../fixtures/hostile/draw.ts";
import { argumentsFor, type JsonSchema } from "../../fixtures/servers/gds/schema-arbitrary.ts";
import { mutated } from "./mutation.ts";
import type { Asked } from "./requests.ts";

/** Bookable offers. */
export interface Offers {
  readonly flightIds: readonly (readonly string[])[];
  readonly hotelIds: readonly string[];
  readonly carIds: readonly string[];
}

export const SEARCHES = {
  searchFlights: {
    origin: "JFK",
    destination: "LAX",
    departureDate: "2027-01-12",
    returnDate: "2027-01-16",
    passengers: { adults: 1, children: 1, infants: 0 },
    cabin: "economy",
    maxConnections: 1,
    maxResults: 5,
    sortBy: "price",
  },
  searchHotels: {
    cityCode: "LAX",
    checkInDate: "2027-01-12",
    checkOutDate: "2027-01-16",
    guests: 2,
    starRating: 3,
    maxResults: 5,
    sortBy: "price",
  },
  searchCars: {
    pickupLocationCode: "LAX",
    dropoffLocationCode: "SFO",
    pickupDate: "2027-01-12T12:00:00-08:00",
    dropoffDate: "2027-01-16T12:00:00-08:00",
    driverAge: 30,
    maxResults: 5,
    sortBy: "price",
  },
} as const;

const ADA = {
  firstName: "Ada",
  lastName: "Lovelace",
  dateOfBirth: "1985-12-10",
  email: "ada@example.com",
  phone: "+14155550123",
};
const CONTACT = { contactEmail: "ada@example.com", contactPhone: "+14155550123" };

/** Valid arguments of each tool, with every field. */
const goodArguments = (
  draw: Draw,
  { flightIds, hotelIds, carIds }: Offers,
  pnrs: readonly string[],
): Record<string, object> => {
  const pnr = pnrs.length > 0 ? draw.pick(pnrs) : "TEST-ABC234";
  const key = draw.chance(20) ? { idempotencyKey: `key-${draw.number(50)}` } : {};
  const onto = draw.chance(30) ? { existingPnr: pnr } : {};
  return {
    ...SEARCHES,
    bookFlight: {
      flightIds: draw.pick(flightIds),
      passengers: [{ type: "adult", frequentFlyerNumber: "AA123", ...ADA }],
      ...CONTACT,
      ...key,
      ...(draw.chance(30) && { hold: true }),
      ...(draw.chance(30) && { extras: [`X-BAG-P1-${flightIds[0]?.[0]}`] }),
      payment: "card:tok_visa",
      specialRequests: "Aisle, please",
    },
    listExtras: { pnr, kind: draw.pick(["all", "bag", "seat", "service"]) },
    payBooking: { pnr, expectedTotal: draw.number(90_000), payment: "account" },
    bookHotel: {
      hotelId: draw.pick(hotelIds),
      guests: [{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }],
      specialRequests: "Quiet, please",
      ...CONTACT,
      ...key,
      ...onto,
    },
    bookCar: { carId: draw.pick(carIds), driver: ADA, specialRequests: "No smoke", ...CONTACT, ...key, ...onto },
    retrieveBooking: { pnr },
    cancelBooking: { pnr, reason: "Plans changed" },
    listBookings: { status: "all" },
  };
};

const METHODS: readonly Asked[] = [
  {
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: { elicitation: {} },
      clientInfo: { name: "hostile", version: "1" },
    },
  },
  { method: "ping", params: {} },
  { method: "server/discover", params: {} },
  { method: "logging/setLevel", params: { level: "warning" } },
  { method: "tools/list", params: { cursor: "abc" } },
  { method: "resources/list", params: {} },
  { method: "resources/templates/list", params: {} },
  { method: "resources/read", params: { uri: "gds://mock-data/airports/JFK" } },
  { method: "resources/read", params: { uri: "gds://session/bookings" } },
  { method: "resources/subscribe", params: { uri: "gds://session/bookings" } },
  { method: "resources/unsubscribe", params: { uri: "gds://session/bookings" } },
  { method: "prompts/list", params: {} },
  { method: "prompts/get", params: { name: "plan_trip", arguments: { destination: "Paris" } } },
  {
    method: "completion/complete",
    params: {
      ref: { type: "ref/resource", uri: "gds://mock-data/airports/{code}" },
      argument: { name: "code", value: "J" },
    },
  },
  { method: "tools/call", params: { name: "test_header_parameter", arguments: { region: "eu" } } },
  {
    method: "tools/call",
    params: {
      name: "test_input_required_result_multi_round",
      arguments: {},
      inputResponses: { step1: { action: "accept", content: { name: "Ada" } } },
    },
  },
  { method: "tools/call", params: { name: "test_logging_tool", arguments: {}, _meta: { progressToken: 1 } } },
];

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

/** Draws requests that are valid except for some mutations. */
export interface RequestSource {
  next(offers: Offers, pnrs: readonly string[]): Asked;
}

export const drawRequests = (draw: Draw, tools: readonly ListedTool[], seed: number): RequestSource => {
  const drawn = new Map(
    tools.map(({ name, inputSchema }) => [name, fc.sample(argumentsFor(inputSchema), { seed, numRuns: 100 })]),
  );
  return {
    next(offers, pnrs) {
      if (draw.chance(25)) {
        const { method, params } = draw.pick(METHODS);
        return { method, params: mutated(draw, params) as Asked["params"] };
      }
      const name = draw.pick(tools).name;
      const given = draw.chance(35)
        ? draw.pick(drawn.get(name) ?? [])
        : mutated(draw, goodArguments(draw, offers, pnrs)[name] ?? {});
      return { method: "tools/call", params: { name, arguments: given } };
    },
  };
};
