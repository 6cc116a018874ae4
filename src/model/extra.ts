import { array, integer, maybe, object, oneOf, type Static, string } from "./schema.ts";

/** Something sold for flights that has a price of its own. */
export const Extra = object({
  id: string(),
  kind: oneOf(["bag", "seat", "service"]),
  what: string({ description: "In words" }),
  quantity: integer({ minimum: 1 }),
  flightIds: array(string()),
  traveller: string({ description: "P1, P2 and so on" }),
  price: integer({ description: "US cents" }),
  emd: maybe(string({ description: "Number of its electronic miscellaneous document" })),
});
export type Extra = Static<typeof Extra>;
