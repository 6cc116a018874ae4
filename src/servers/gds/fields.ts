import { PNR_PATTERN } from "../../model/booking.ts";
import type { Places } from "../../model/place.ts";
import { array, defaulted, integer, maybe, object, oneOf, string } from "../../model/schema.ts";

/** Fields that several tools share. Their constraints must match the GDS contract exactly. */

export const placeCode = (description: string) => string({ pattern: "^[A-Z]{3}$", description });

export const day = (description: string) => string({ format: "date", description });

export const pnrField = (description: string) => string({ pattern: PNR_PATTERN, description });

/** The default number of search results; for a round trip, half of them each way. */
export const DEFAULT_RESULTS = 10;

export const maxResults = (defaultText: string) =>
  maybe(integer({ minimum: 1, maximum: 100, description: `How many to show at most; ${defaultText} if left out.` }));

const DETAILS = ["lean", "full"] as const;
export type Detail = (typeof DETAILS)[number];

export const detail = (description: string) => defaulted(oneOf(DETAILS, { default: "lean", description }));

export const contactFields = {
  contactEmail: maybe(string({ format: "email" })),
  contactPhone: maybe(string({ description: "International form: +14155550123." })),
};

export const safeguardFields = {
  idempotencyKey: maybe(
    string({
      minLength: 1,
      maxLength: 128,
      description: "A text of your own. A repeat with the same key and arguments never books twice.",
    }),
  ),
  expectedTotal: maybe(
    integer({
      minimum: 0,
      description: "Price told to the traveller for this call, in US cents. If it differs, nothing is booked.",
    }),
  ),
};

/** A caller may send a card number, which is refused, and must not be in the log. */
export const SECRET_ARGUMENTS: ReadonlySet<string> = new Set(["payment"]);

export const payment = maybe(
  string({ description: "account (default), card:tok_visa or credit:CODE; never a card number." }),
);

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

/** Suggests the intended party for a number or a list of travellers. */
export const suggestParty = (value: unknown): string | undefined => {
  const adults = Array.isArray(value) ? value.length : Number(value);
  if (!Number.isInteger(adults) || adults < 1 || adults > 9) return undefined;
  return `Write how many travel: {"adults":${adults}}, with children and infants if there are any.`;
};

/** Suggests the intended place for an invalid code. */
export const suggestPlace =
  (...fields: readonly string[]) =>
  (field: string, value: unknown, { places }: { readonly places: Places }): string | undefined =>
    fields.includes(field) && typeof value === "string" ? places.suggest(value) : undefined;
