import { maybe, object } from "../../model/schema.ts";
import { compactSearch } from "./compact-text.ts";
import { day, placeCode, refresh, timeWindow, travellerFields, wishFields } from "./fields.ts";
import { defineFlightsTool } from "./flights-tool.ts";
import { SearchAnswer, searchAnswer } from "./search-answer.ts";

export const searchFlights = defineFlightsTool({
  name: "searchFlights",
  title: "Search flights",
  description:
    "Finds flights that airlines sell between two airports or cities, one way or there and back, cheapest first, at most " +
    "50. Give IATA codes: airports (SFO) or whole cities (LON). For a round trip add return_date: each option then is one " +
    "offer for both ways, the way back in slices[1]; what stands outside slices is about the way there. Prices are for " +
    "everybody and the whole trip. Before anything is promised to a traveller, read the chosen option again with " +
    "get_offer. Answers say whether they are live or from the sandbox.",
  effect: "read",
  input: object({
    origin: placeCode("Where the trip starts: IATA airport or city code, such as SFO."),
    destination: placeCode("Where it goes: IATA airport or city code, such as CDG."),
    departure_date: day("Day of departure at the origin, YYYY-MM-DD."),
    return_date: maybe(day("Day of the flight back, YYYY-MM-DD; left out for one way.")),
    ...travellerFields,
    ...wishFields,
    departure_time: maybe(timeWindow("When the flight there leaves, in the origin's local time.")),
    arrival_time: maybe(timeWindow("When the flight there arrives, in the destination's local time.")),
    refresh,
  }),
  output: SearchAnswer,
  run: async (request, { shop, signal }) => searchAnswer(await shop.search(request, { signal })),
  compact: compactSearch,
});
