import { defineTool } from "../../mcp/tools/tool.ts";
import { CABINS } from "../../model/flight.ts";
import { array, boolean, defaulted, integer, maybe, object, oneOf, string } from "../../model/schema.ts";
import { type FlightShop, MAX_OPTIONS } from "./flight-shop.ts";

/** What the tools of the flights server share: their services and input fields. */

export interface FlightServices {
  readonly shop: FlightShop;
}

export const defineFlightsTool = defineTool<FlightServices>();

export const placeCode = (description: string) => string({ pattern: "^[A-Z]{3}$", description });

export const day = (description: string) => string({ format: "date", description });

const time = string({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" });

export const timeWindow = (description: string) =>
  object({ after: time, before: time }, { description: `${description}, HH:MM.` });

/** The travellers and preferences of a search. */
export const tripFields = {
  adults: defaulted(integer({ minimum: 1, maximum: 9, default: 1, description: "18 years and older." })),
  children: defaulted(
    integer({ minimum: 0, maximum: 9, default: 0, description: "2 to 17 years; at most 9 with the adults." }),
  ),
  infants: defaulted(
    integer({ minimum: 0, maximum: 9, default: 0, description: "Under 2, on an adult's lap: at most one each." }),
  ),
  child_ages: maybe(
    array(integer({ minimum: 2, maximum: 17 }), {
      maxItems: 8,
      description: "One age per child on the last day of travel; 8 is assumed if left out.",
    }),
  ),
  cabin_class: maybe(oneOf(CABINS, { description: "Cabin of travel; any if left out." })),
  max_connections: defaulted(
    integer({ minimum: 0, maximum: 2, default: 2, description: "Changes of flight per direction; 0 for none." }),
  ),
};

const DETAILS = ["lean", "full"] as const;
export type Detail = (typeof DETAILS)[number];

export const detail = (description: string) =>
  defaulted(oneOf(DETAILS, { default: "lean", description: `lean, or full: ${description}` }));

/** What a search returns. The default `results` is what fits in an answer of 10,000 characters. */
export const answerFields = (results: number) => ({
  max_results: defaulted(
    integer({
      minimum: 1,
      maximum: MAX_OPTIONS,
      default: results,
      description: "Options returned, the cheapest ones.",
    }),
  ),
  detail: detail("segments, bags, tax, names too."),
  refresh: maybe(boolean({ description: "true asks the airlines again; answers are kept for 30 minutes." })),
});
