import { CABINS, FlightOption } from "../../model/flight.ts";
import { array, integer, maybe, object, oneOf } from "../../model/schema.ts";
import { compactFlights } from "./compact-text.ts";
import { day, maxResults, party, placeCode, suggestPlace } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";
import { searchAnswer, searchFields } from "./search-answer.ts";

export const searchFlights = defineGdsTool({
  name: "searchFlights",
  title: "Search flights",
  description:
    "Finds flights between two airports or cities on a date, with schedules, fares and seats left. Give IATA codes: " +
    "airports (JFK) or whole cities (NYC, LON, TYO). For a round trip add returnDate and book one option of each list. " +
    "To book, pass the chosen option's flightIds to bookFlight. Prices are US cents for the whole party, taxes " +
    "included. Options with status sold_out cannot be booked. Nothing here costs money: all data is a sandbox.",
  effect: "read",
  input: object({
    origin: placeCode("Where the trip starts: IATA airport or city code, such as JFK or NYC."),
    destination: placeCode("Where it goes: IATA airport or city code, such as LAX or LON."),
    departureDate: day("Day of departure at the origin, YYYY-MM-DD, from today to 331 days ahead."),
    passengers: maybe(party),
    cabin: maybe(oneOf(CABINS, { default: "economy", description: "Cabin of travel." })),
    returnDate: maybe(day("Day of the flight back; fills returnFlights.")),
    maxConnections: maybe(integer({ minimum: 0, maximum: 2, default: 2, description: "0 for nonstop flights only." })),
    maxResults,
    sortBy: maybe(
      oneOf(["price", "duration", "departure"], { default: "price", description: "Order of the results." }),
    ),
  }),
  output: object({
    ...searchFields,
    flights: array(FlightOption),
    returnFlights: maybe(array(FlightOption)),
  }),
  async run(input, { travel, caller }) {
    const { passengers, cabin, maxConnections, sortBy, maxResults } = input;
    const found = await travel.searchFlights(
      {
        origin: input.origin,
        destination: input.destination,
        departureDate: input.departureDate,
        returnDate: input.returnDate,
        party: {
          adults: passengers?.adults ?? 1,
          children: passengers?.children ?? 0,
          infants: passengers?.infants ?? 0,
        },
        cabin: cabin ?? "economy",
        maxConnections: (maxConnections ?? 2) as 0 | 1 | 2,
        sortBy: sortBy ?? "price",
        maxResults: maxResults ?? 20,
      },
      caller,
    );
    const { flights, returnFlights } = found;
    return {
      ...searchAnswer(found, caller, flights.length + (returnFlights?.length ?? 0)),
      flights: flights as FlightOption[],
      ...(returnFlights && { returnFlights: returnFlights as FlightOption[] }),
    };
  },
  compact: compactFlights,
  suggest: suggestPlace("origin", "destination"),
});
