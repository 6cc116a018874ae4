import { array, object } from "../../model/schema.ts";
import { compactSearch } from "./compact-text.ts";
import { answerFields, day, defineFlightsTool, placeCode, tripFields } from "./flights-tool.ts";
import { SearchAnswer, searchAnswer } from "./search-answer.ts";

export const searchMultiCity = defineFlightsTool({
  name: "search_multi_city",
  title: "Search a trip of several cities",
  description:
    "Finds offers for a trip of 2 to 6 flights in order, such as SFO-LON, PAR-ROM, ROM-SFO, each sold as one offer for all " +
    "of it, cheapest first: the first flight, and the others in onward. For one way or there and back use search_flights. " +
    "Offers for long trips are rare: if there are none, search its parts one by one.",
  effect: "read",
  input: object({
    slices: array(
      object({
        origin: placeCode("IATA airport or city code."),
        destination: placeCode("IATA airport or city code."),
        departure_date: day("YYYY-MM-DD, not before the slice before."),
      }),
      { minItems: 2, maxItems: 6, description: "The flights, in the order of travel." },
    ),
    ...tripFields,
    ...answerFields(5),
  }),
  output: SearchAnswer,
  run: async ({ max_results, detail, ...request }, { shop, signal }) =>
    searchAnswer(await shop.searchMultiCity(request, { signal }), { max_results, detail, further: "onward" }),
  compact: compactSearch,
});
