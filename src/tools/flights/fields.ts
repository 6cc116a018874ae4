import { CABINS } from "../../model/flight.ts";
import { array, boolean, defaulted, integer, maybe, object, oneOf, string } from "../../model/schema.ts";

/** Fields that both searches share. */

export const placeCode = (description: string) => string({ pattern: "^[A-Z]{3}$", description });

export const day = (description: string) => string({ format: "date", description });

const time = (description: string) => string({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description });

export const timeWindow = (description: string) =>
  object({ after: time("Not before, HH:MM."), before: time("Not after, HH:MM.") }, { description });

export const travellerFields = {
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
      description: "One age per child on the last day of travel. Fares depend on it; 8 is assumed if left out.",
    }),
  ),
};

export const wishFields = {
  cabin_class: maybe(oneOf(CABINS, { description: "Cabin of travel; any if left out." })),
  max_connections: defaulted(
    integer({ minimum: 0, maximum: 2, default: 2, description: "Changes of flight per direction; 0 for none." }),
  ),
};

export const refresh = maybe(
  boolean({
    description:
      "true asks the airlines anew. Answers are kept for 30 minutes; use it when the traveller wants current prices.",
  }),
);

export const warnings = array(string(), { description: "What the caller should know or tell the traveller" });
