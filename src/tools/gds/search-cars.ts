import { CarRental } from "../../model/rental.ts";
import { array, defaulted, integer, maybe, object, oneOf, string } from "../../model/schema.ts";
import { compactCars } from "./compact-text.ts";
import { maxResults, placeCode, suggestPlace } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";
import { searchAnswer, searchFields } from "./search-answer.ts";

const moment = (description: string) => string({ format: "date-time", description });

export const searchCars = defineGdsTool({
  name: "searchCars",
  title: "Search rental cars",
  description:
    "Finds rental cars at an airport or in a city. Times need an offset (2026-12-15T10:00:00-08:00, or Z); answers are " +
    "in local time. Every charge, one-way and young-driver fees included, is inside totalPrice (US cents) and listed in " +
    "charges. To book, pass the car's id to bookCar.",
  effect: "read",
  input: object({
    pickupLocationCode: placeCode("IATA airport or city code of the pick-up."),
    dropoffLocationCode: maybe(placeCode("Where the car is returned, if elsewhere; adds a one-way charge.")),
    pickupDate: moment("When the car is picked up, with offset."),
    dropoffDate: moment("When it is returned, with offset, after pickupDate."),
    driverAge: defaulted(
      integer({ minimum: 21, maximum: 99, default: 30, description: "Under 25 a young-driver fee applies." }),
    ),
    maxResults,
    sortBy: defaulted(oneOf(["price", "class", "company"], { default: "price", description: "Order of the results." })),
  }),
  output: object({ ...searchFields, cars: array(CarRental) }),
  run(rental, { travel, caller }) {
    const { cars, ...found } = travel.searchCars(rental, caller);
    return { ...searchAnswer(found, caller, cars.length), cars };
  },
  compact: compactCars,
  suggest: suggestPlace("pickupLocationCode", "dropoffLocationCode"),
});
