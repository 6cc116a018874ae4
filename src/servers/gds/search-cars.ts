import { array, defaulted, extend, integer, maybe, object, oneOf, string } from "../../model/schema.ts";
import { compactCars } from "./compact-text.ts";
import { DEFAULT_RESULTS, detail, maxResults, placeCode, suggestPlace } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";
import { fullCars, LeanCar, leanCars } from "./lean-offers.ts";
import { searchAnswer, searchFields } from "./search-answer.ts";

const moment = (description: string) => string({ description });
const localMoment = string({ format: "local-date-time" });

const input = object({
  pickupLocationCode: placeCode("IATA airport or city code of the pick-up."),
  dropoffLocationCode: maybe(placeCode("Where the car is returned, if elsewhere; adds a one-way charge.")),
  pickupDate: moment("When the car is picked up, YYYY-MM-DDThh:mm."),
  dropoffDate: moment("When it is returned, YYYY-MM-DDThh:mm."),
  driverAge: defaulted(
    integer({ minimum: 21, maximum: 99, default: 30, description: "Under 25 a young-driver fee applies." }),
  ),
  maxResults: maxResults("10"),
  detail: detail("full adds the charges that make up the price, and more."),
  sortBy: defaulted(oneOf(["price", "class", "company"], { default: "price" })),
});

export const searchCars = defineGdsTool({
  name: "searchCars",
  title: "Search rental cars",
  description:
    "Finds rental cars at an airport or in a city. Times are local at the place (2026-12-15T10:00) unless they have an " +
    "offset. Every charge, one-way and young-driver fees included, is inside totalPrice (US cents). To book, pass the " +
    "car's id to bookCar.",
  effect: "read",
  input,
  // The published schema has no `format`: some clients would reject a local time before sending it.
  enforced: extend(input, { pickupDate: localMoment, dropoffDate: localMoment }),
  output: object({ ...searchFields, cars: array(LeanCar) }),
  async run(rental, { travel, caller }) {
    const maxResults = rental.maxResults ?? DEFAULT_RESULTS;
    const { cars, ...found } = await travel.searchCars({ ...rental, maxResults }, caller);
    const offers = rental.detail === "full" ? fullCars(cars) : leanCars(cars);
    const { about, shown } = searchAnswer<LeanCar>(found, caller, rental, [
      { offers, total: found.total, what: "cars" },
    ]);
    return { ...about, cars: shown[0] ?? [] };
  },
  compact: compactCars,
  suggest: suggestPlace("pickupLocationCode", "dropoffLocationCode"),
});
