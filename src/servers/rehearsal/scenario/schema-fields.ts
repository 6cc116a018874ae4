import { maybe, object, oneOf, type Schema, string } from "../../../model/schema.ts";
import { AMOUNT_PATTERN } from "./amounts.ts";
import { DURATION_PATTERN } from "./durations.ts";

export const strict = <P extends Record<string, Schema>>(properties: P, keywords: Record<string, unknown> = {}) =>
  object(properties, { additionalProperties: false, ...keywords });

export const either = <A, B>(first: Schema<A>, second: Schema<B>): Schema<A | B> => ({ anyOf: [first, second] });

export const name = (description?: string) =>
  string({ pattern: "^[a-z][A-Za-z0-9_]*$", maxLength: 40, ...(description && { description }) });
export const text = (description: string, maxLength = 2_000) => string({ minLength: 1, maxLength, description });
export const pattern = (description: string) => string({ minLength: 1, maxLength: 300, description });
export const instant = (description: string) => string({ format: "date-time", description });
export const day = () => string({ format: "date" });
export const duration = (description: string) => string({ pattern: DURATION_PATTERN, description });
export const amount = (description?: string) =>
  string({ pattern: AMOUNT_PATTERN, maxLength: 120, ...(description && { description }) });
const code = (letters: string) => string({ pattern: letters });
export const airport = () => code("^[A-Z]{3}$");
export const flightNumber = () => code("^[A-Z0-9]{2}[0-9]{1,4}[A-Z]?$");
/** A value, or what the solver found: `$gold.flight`. */
export const orGold = (letters: string) => code(`^(?:${letters}|\\$gold\\.[a-z][A-Za-z]*)$`);
export const flightOrGold = () => orGold("[A-Z0-9]{2}[0-9]{1,4}[A-Z]?");
export const dayOrGold = () => orGold("[0-9]{4}-[0-9]{2}-[0-9]{2}");

const TOOLS = [
  "searchFlights",
  "searchHotels",
  "searchCars",
  "listRates",
  "listExtras",
  "bookFlight",
  "bookHotel",
  "bookCar",
  "retrieveBooking",
  "listBookings",
  "cancelBooking",
  "quoteChange",
  "confirmChange",
  "payBooking",
  "updateBooking",
  "flightStatus",
  "askTraveller",
  "finishTask",
] as const;
export const tool = () => oneOf(TOOLS);

/** Tools that change something, besides the traveller's two. */
export const WRITES: ReadonlySet<string> = new Set([
  "bookFlight",
  "bookHotel",
  "bookCar",
  "cancelBooking",
  "confirmChange",
  "payBooking",
  "updateBooking",
]);

export const OUTCOMES = ["done", "declined", "handed_over"] as const;

export const VEHICLES = ["economy", "compact", "midsize", "fullsize", "suv", "luxury"] as const;

export const FlightTarget = {
  flight: maybe(flightNumber()),
  date: maybe(day()),
  from: maybe(airport()),
  to: maybe(airport()),
};
