import { array, boolean, integer, maybe, object, oneOf, type Static, string } from "../../model/schema.ts";
import { FlightOption } from "../../suppliers/flight-option.ts";
import type { FlightSearchAnswer } from "../../suppliers/flight-shop.ts";
import { warnings } from "./fields.ts";

/** What every answer says of itself. */
export const provenanceFields = {
  source: oneOf(["sandbox", "live"], { description: "sandbox: invented flights; live: real ones" }),
  operation_id: string({ description: "Under which the operator's log has this call" }),
  fetched_at: string({ format: "date-time", description: "When the offers were asked for" }),
  warnings: maybe(warnings),
};

/** The options, and what they are worth. */
export const SearchAnswer = object({
  ...provenanceFields,
  cached: boolean({ description: "Whether this is an answer of the last 30 minutes" }),
  stale: maybe(boolean({ description: "true: nobody could be asked, these are older offers" })),
  stale_age_seconds: maybe(integer({ minimum: 0 })),
  result_count: integer({ minimum: 0, maximum: 50 }),
  currency_note: maybe(string()),
  reason: maybe(string({ description: "Why nothing was found" })),
  options: array(FlightOption, { maxItems: 50, description: "Cheapest first" }),
});
export type SearchAnswer = Static<typeof SearchAnswer>;

export const searchAnswer = (found: FlightSearchAnswer): SearchAnswer => {
  const { source, operationId, fetchedAt, cached, staleSeconds, options, reason, warnings } = found;
  const currency = options[0]?.total.currency;
  return {
    source,
    operation_id: operationId,
    fetched_at: new Date(fetchedAt).toISOString(),
    cached,
    ...(staleSeconds !== undefined && { stale: true, stale_age_seconds: staleSeconds }),
    result_count: options.length,
    ...(currency !== undefined && { currency_note: currencyNote(currency) }),
    ...(reason !== undefined && { reason }),
    ...(warnings.length > 0 && { warnings }),
    options,
  };
};

export const currencyNote = (currency: string): string =>
  `Prices are in ${currency}, as they are charged: for everybody and the whole trip, taxes included. Nothing was converted.`;
