import { instantText } from "../../model/calendar.ts";
import { array, boolean, maybe, object, type Schema, string } from "../../model/schema.ts";
import { compactOffer } from "./compact-text.ts";
import { defineFlightsTool, detail } from "./flights-tool.ts";
import { leanOffer, Price } from "./lean-option.ts";
import { provenanceFields } from "./search-answer.ts";

/** null if the airline does not say. */
const booleanOrNull = { type: ["boolean", "null"] } as Schema<boolean | null>;

export const getOffer = defineFlightsTool({
  name: "get_offer",
  title: "Read an offer again",
  description:
    "Shows one offer as it is now: its price, bags, conditions and flights, and until when it can be had. Never answered " +
    "from memory, so call it before a price is promised. An offer that is gone is refused; search again then.",
  effect: "read",
  input: object({
    offer_id: string({
      pattern: "^off_[A-Za-z0-9_-]{1,500}$",
      description: "offer_id of a search, such as off_0000AEdGRh.",
    }),
    detail: detail("names of airports and airlines too."),
  }),
  output: object({
    warnings: maybe(array(string())),
    ...provenanceFields,
    offer: object({
      offer_id: string(),
      airline: string(),
      direct: boolean(),
      refundable: booleanOrNull,
      changeable: booleanOrNull,
      baggage: { type: "object" },
      price: Price,
      tax: { type: ["object", "null"] },
      expires_at: string(),
      slices: array({ type: "object" }),
    }),
  }),
  async run({ offer_id, detail }, { shop, signal }) {
    const { source, operationId, fetchedAt, warnings, option } = await shop.offer(offer_id, { signal });
    return {
      ...(warnings.length > 0 && { warnings }),
      operation_id: operationId,
      source,
      fetched_at: instantText(fetchedAt),
      offer: detail === "full" ? option : leanOffer(option),
    };
  },
  compact: compactOffer,
});
