import type { Carried } from "../../src/console/contract.ts";
import { searchCars, searchFlights, searchHotels } from "./fake-flights.ts";
import { HOSTILE_RESULT } from "./fake-hostile.ts";
import type { FakeRequest } from "./fake-route.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a tool says no with. */
class ToolRefusal extends Error {
  readonly field: string;
  readonly hint: string;
  constructor(field: string, message: string, hint: string) {
    super(message);
    this.field = field;
    this.hint = hint;
  }
}

const structured = (value: unknown) => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});

const booking = (given: Fields) => ({
  ...{ pnr: "TEST-V7BQNZ", sessionId: "0636dd32-5655-46b2-83f9-4dbb3bfa61a1", status: "confirmed", currency: "USD" },
  passengers: given["passengers"] ?? given["guests"] ?? [given["driver"]],
  flights: (Array.isArray(given["flightIds"]) ? given["flightIds"] : []).map((id) => ({
    ...{ id, flightNumber: String(id).split("-")[1], originCode: "LHR", destinationCode: "JFK", cabin: "economy" },
    ...{ departureTime: "2026-12-21T13:05:00+00:00", arrivalTime: "2026-12-21T15:55:00-05:00", segmentStatus: "HK" },
  })),
  hotels: [],
  cars: [],
  totalPrice: given["expectedTotal"] ?? 58_313,
  ...{ source: "sandbox", warnings: ["Nothing here costs money: this is a test booking."] },
});

const airportsKnown = (given: Fields): void => {
  for (const field of ["origin", "destination"]) {
    const code = given[field];
    if (typeof code !== "string" || !/^[A-Z]{3}$/.test(code) || code === "XXX") {
      throw new ToolRefusal(
        field,
        `Invalid airport code '${code}'.`,
        "Give the three-letter IATA code of an airport (JFK) or of a city (NYC).",
      );
    }
  }
};

const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC";

/** By server and name; all others answer with what they were given. */
const TOOLS: Readonly<Record<string, (given: Fields) => unknown>> = {
  "gds/searchFlights": (given) => {
    airportsKnown(given);
    return structured(searchFlights(given));
  },
  "gds/searchHotels": (given) => structured(searchHotels(given)),
  "gds/searchCars": (given) => structured(searchCars(given)),
  "gds/bookFlight": (given) => structured(booking(given)),
  "gds/bookHotel": (given) => structured(booking(given)),
  "gds/bookCar": (given) => structured(booking(given)),
  "gds/retrieveBooking": (given) => structured(booking(given)),
  "gds/listBookings": () => structured({ source: "sandbox", resultCount: 0, bookings: [] }),
  "toolbox/image_generator__generate_image": () => ({
    content: [
      { type: "image", data: PICTURE, mimeType: "image/png" },
      {
        type: "resource_link",
        uri: "https://pictures.example/1.png",
        name: "1.png",
        description: "The same, elsewhere",
      },
    ],
    structuredContent: { width: 10, height: 10, format: "png", provider: "procedural", source: "offline" },
  }),
  "capcorn/hostile": () => HOSTILE_RESULT,
};

const resultOf = (server: string, tool: string, given: Fields): unknown => {
  try {
    const answer = TOOLS[`${server}/${tool}`] ?? structured;
    return { resultType: "complete", ...(answer(given) as object) };
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    const { message, field, hint } = error;
    return {
      ...{ resultType: "complete", isError: true, content: [{ type: "text", text: `${message} ${hint}` }] },
      _meta: { "taxiway/error": { code: -32_602, message, data: { field, value: "XXX", hint } } },
    };
  }
};

export const carried = ({ params, body }: FakeRequest): Carried => {
  const request = body["request"] as { readonly id: unknown; readonly params: { name: string; arguments: Fields } };
  const result = resultOf(params["server"] ?? "", request.params.name, request.params.arguments);
  return {
    ...{ request, response: { jsonrpc: "2.0", id: request.id, result } },
    ...{ milliseconds: 12.4, session_id: "0636dd32-5655-46b2-83f9-4dbb3bfa61a1", notifications: [] },
  };
};
