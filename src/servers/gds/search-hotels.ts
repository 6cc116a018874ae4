import { array, defaulted, integer, maybe, object, oneOf } from "../../model/schema.ts";
import { compactHotels } from "./compact-text.ts";
import { DEFAULT_RESULTS, day, detail, maxResults, placeCode, suggestPlace } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";
import { fullHotels, LeanHotel, leanHotels } from "./lean-offers.ts";
import { searchAnswer, searchFields } from "./search-answer.ts";

export const searchHotels = defineGdsTool({
  name: "searchHotels",
  title: "Search hotels",
  description:
    "Finds hotels in a city or near an airport for a stay, each with its best room and rate. Give an IATA city or " +
    "airport code. To book, pass the hotel's id to bookHotel. price is US cents for the whole stay and all guests, " +
    "pricePerNight times nights. Hotels with status sold_out cannot be booked.",
  effect: "read",
  input: object({
    cityCode: placeCode("IATA city or airport code, such as LAX, LON or NYC."),
    checkInDate: day("First night, YYYY-MM-DD, not in the past."),
    checkOutDate: day("Day of leaving, after checkInDate."),
    guests: defaulted(integer({ minimum: 1, maximum: 10, default: 1, description: "People who sleep there." })),
    starRating: maybe(integer({ minimum: 1, maximum: 5, description: "Only hotels with at least so many stars." })),
    maxResults: maxResults("10"),
    detail: detail("full adds every amenity, the rate's name and the cancellation policy."),
    sortBy: defaulted(oneOf(["price", "stars", "name"], { default: "price" })),
  }),
  output: object({ ...searchFields, hotels: array(LeanHotel) }),
  async run(stay, { travel, caller }) {
    const maxResults = stay.maxResults ?? DEFAULT_RESULTS;
    const { hotels, ...found } = await travel.searchHotels({ ...stay, maxResults }, caller);
    const offers = stay.detail === "full" ? fullHotels(hotels) : leanHotels(hotels);
    const { about, shown } = searchAnswer<LeanHotel>(found, caller, stay, [
      { offers, total: found.total, what: "hotels" },
    ]);
    return { ...about, hotels: shown[0] ?? [] };
  },
  compact: compactHotels,
  suggest: suggestPlace("cityCode"),
});
