import { PNR_PATTERN } from "../../model/booking.ts";
import type { Places } from "../../model/place.ts";
import { array, defaulted, integer, maybe, object, string } from "../../model/schema.ts";

/** Fields that several tools share; the constraints are the contract's, to the letter. */

export const placeCode = (description: string) => string({ pattern: "^[A-Z]{3}$", description });

export const day = (description: string) => string({ format: "date", description });

export const pnrField = (description: string) => string({ pattern: PNR_PATTERN, description });

export const maxResults = defaulted(
  integer({ minimum: 1, maximum: 100, default: 20, description: "How many results to return at most." }),
);

export const contactFields = {
  contactEmail: maybe(string({ format: "email", description: "E-mail address for this booking." })),
  contactPhone: maybe(string({ description: "Phone for this booking, international form: +14155550123." })),
};

export const safeguardFields = {
  idempotencyKey: maybe(
    string({
      minLength: 1,
      maxLength: 128,
      description: "Any text of your choice. Repeating the call with the same key and arguments never books twice.",
    }),
  ),
  expectedTotal: maybe(
    integer({
      minimum: 0,
      description:
        "The price shown to the traveller for what this call books, in US cents. If it differs, nothing is booked.",
    }),
  ),
};

export const specialRequests = maybe(string({ description: "A wish to pass on, in plain words." }));

export const warnings = array(string(), { description: "What the caller should know or tell the traveller" });

export const party = object(
  {
    adults: integer({ minimum: 1, maximum: 9, default: 1, description: "12 years and older." }),
    children: defaulted(integer({ minimum: 0, maximum: 9, default: 0, description: "2 to 11 years." })),
    infants: defaulted(integer({ minimum: 0, maximum: 9, default: 0, description: "Under 2, on an adult's lap." })),
  },
  { description: "Who travels; one adult if left out." },
);

/** For a value that is no code: the code of the place that was probably meant. */
export const suggestPlace =
  (...fields: readonly string[]) =>
  (field: string, value: unknown, { places }: { readonly places: Places }): string | undefined =>
    fields.includes(field) && typeof value === "string" ? places.suggest(value) : undefined;
