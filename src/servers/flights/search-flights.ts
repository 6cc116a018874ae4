import { maybe, object } from "../../model/schema.ts";
import { compactSearch } from "./compact-text.ts";
import { answerFields, day, defineFlightsTool, placeCode, timeWindow, tripFields } from "./flights-tool.ts";
import { SearchAnswer, searchAnswer } from "./search-answer.ts";

export const searchFlights = defineFlightsTool({
  name: "search_flights",
  // Also a tool of the GDS: listing this name too would collide in hosts that do not prefix tool names.
  aliases: ["searchFlights"],
  title: "Search flights",
  description:
    "Finds flights that airlines sell between two airports or cities, one way or there and back, cheapest first. Give IATA " +
    "codes: airports (SFO) or whole cities (LON). With return_date each option is one offer for both ways, the way back in " +
    "return. Prices are for all travellers and the whole trip, taxes included. Before a price is promised, read the chosen " +
    "option again with get_offer. source says whether answers are live or from the sandbox.",
  effect: "read",
  input: object({
    origin: placeCode("Where the trip starts: IATA airport or city code."),
    destination: placeCode("Where it goes: IATA airport or city code."),
    departure_date: day("Day of departure at the origin, YYYY-MM-DD."),
    return_date: maybe(day("Day of the flight back; left out for one way.")),
    ...tripFields,
    departure_time: maybe(timeWindow("When the flight there leaves, local time at the origin")),
    arrival_time: maybe(timeWindow("When the flight there arrives, local time at the destination")),
    ...answerFields(10),
  }),
  output: SearchAnswer,
  run: async ({ max_results, detail, ...request }, { shop, signal }) =>
    searchAnswer(await shop.search(request, { signal }), { max_results, detail, further: "return" }),
  compact: compactSearch,
});
