import { CABINS, FlightOption } from "../../model/flight.ts";
import { array, defaulted, integer, maybe, object, oneOf } from "../../model/schema.ts";
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
    cabin: defaulted(oneOf(CABINS, { default: "economy", description: "Cabin of travel." })),
    returnDate: maybe(day("Day of the flight back; fills returnFlights.")),
    maxConnections: defaulted(
      integer({ minimum: 0, maximum: 2, default: 2, description: "0 for nonstop flights only." }),
    ),
    maxResults,
    sortBy: defaulted(
      oneOf(["price", "duration", "departure"], { default: "price", description: "Order of the results." }),
    ),
  }),
  output: object({
    ...searchFields,
    flights: array(FlightOption),
    returnFlights: maybe(array(FlightOption)),
  }),
  async run(input, { travel, caller }) {
    // Named one by one: on the busiest path of all, a rest and a spread of the input cost a tenth of the call.
    const found = await travel.searchFlights(
      {
        origin: input.origin,
        destination: input.destination,
        departureDate: input.departureDate,
        returnDate: input.returnDate,
        party: input.passengers ?? { adults: 1, children: 0, infants: 0 },
        cabin: input.cabin,
        maxConnections: input.maxConnections as 0 | 1 | 2,
        sortBy: input.sortBy,
        maxResults: input.maxResults,
      },
      caller,
    );
    const { flights, returnFlights } = found;
    const answer = searchAnswer(found, caller, flights.length + (returnFlights?.length ?? 0));
    return Object.assign(answer, returnFlights === undefined ? { flights } : { flights, returnFlights });
  },
  compact: compactFlights,
  suggest: suggestPlace("origin", "destination"),
});
