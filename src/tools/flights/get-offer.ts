import { object, string } from "../../model/schema.ts";
import { FlightOption } from "../../suppliers/flight-option.ts";
import { compactOffer } from "./compact-text.ts";
import { defineFlightsTool } from "./flights-tool.ts";
import { currencyNote, provenanceFields } from "./search-answer.ts";

export const getOffer = defineFlightsTool({
  name: "get_offer",
  title: "Read an offer again",
  description:
    "Shows one offer as it is now, by the id of a search: its price, what it includes, and until when it can be had. Never " +
    "answered from memory, so call it before a price is promised. An offer that is gone is refused; search again then.",
  effect: "read",
  input: object({
    offer_id: string({
      pattern: "^off_[A-Za-z0-9_-]{1,500}$",
      description: "id of an option, such as off_0000AEdGRh.",
    }),
  }),
  output: object({ ...provenanceFields, currency_note: string(), offer: FlightOption }),
  async run({ offer_id }, { shop, signal }) {
    const { source, operationId, fetchedAt, warnings, option } = await shop.offer(offer_id, { signal });
    return {
      source,
      operation_id: operationId,
      fetched_at: new Date(fetchedAt).toISOString(),
      currency_note: currencyNote(option.total.currency),
      ...(warnings.length > 0 && { warnings }),
      offer: option,
    };
  },
  compact: compactOffer,
});
