import { CABINS } from "../../model/flight.ts";
import { array, defaulted, integer, maybe, object, oneOf, type Schema } from "../../model/schema.ts";
import { FLEXIBILITIES } from "../../travel/supplier.ts";
import { compactFlights } from "./compact-text.ts";
import { DEFAULT_RESULTS, day, detail, maxResults, party, placeCode, suggestParty, suggestPlace } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";
import { fullFlights, LeanFlight, leanFlights } from "./lean-offers.ts";
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
    maxResults: maxResults("10, or 5 each way"),
    detail: detail("full adds taxes, fare bases and every fact of each flight."),
    sortBy: defaulted(oneOf(["price", "duration", "departure"], { default: "price" })),
    flexibility: defaulted(
      oneOf(FLEXIBILITIES, { default: "any", description: "Cheapest fare of each flight that allows it." }),
    ),
  }),
  output: object({
    ...searchFields,
    flights: array(LeanFlight),
    returnFlights: maybe(array(object({}) as Schema<LeanFlight>, { description: "As flights" })),
  }),
  async run(input, { travel, caller }) {
    const isReturn = input.returnDate !== undefined;
    // Field by field: on this hot path, object rest and spread would take a tenth of the call.
    const found = await travel.searchFlights(
      {
        origin: input.origin,
        destination: input.destination,
        departureDate: input.departureDate,
        returnDate: input.returnDate,
        party: input.passengers ?? { adults: 1, children: 0, infants: 0 },
        cabin: input.cabin,
        maxConnections: input.maxConnections as 0 | 1 | 2,
        flexibility: input.flexibility,
        sortBy: input.sortBy,
        maxResults: input.maxResults ?? (isReturn ? DEFAULT_RESULTS / 2 : DEFAULT_RESULTS),
      },
      caller,
    );
    const view = input.detail === "full" ? fullFlights : leanFlights;
    const { about, shown } = searchAnswer(found, caller, input, [
      { offers: view(found.flights), total: found.total, what: isReturn ? "flights out" : "options" },
      ...(found.returnFlights
        ? [{ offers: view(found.returnFlights), total: found.returnTotal ?? 0, what: "back" }]
        : []),
    ]);
    const [flights = [], returnFlights] = shown;
    return Object.assign(about, returnFlights === undefined ? { flights } : { flights, returnFlights });
  },
  compact: compactFlights,
  suggest: (field, value, services) =>
    field === "passengers" ? suggestParty(value) : suggestPlace("origin", "destination")(field, value, services),
});
