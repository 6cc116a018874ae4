import type { Extra } from "../model/extra.ts";
import type { Cents } from "../model/money.ts";

/** An extra as the caller of a booking names it. */
export interface NewExtra {
  readonly kind: "bag" | "seat";
  /** P1 is the first passenger of the request. */
  readonly traveller: string;
  readonly flightIds: readonly string[];
  /** Only of a seat: 24A. */
  readonly designator?: string;
  readonly quantity: number;
  readonly price: Cents;
}

export const extraOf = ({ kind, traveller, flightIds, designator, quantity, price }: NewExtra): Extra => ({
  id: ["X", kind.toUpperCase(), ...(designator === undefined ? [] : [designator]), traveller, flightIds[0]].join("-"),
  kind,
  what: kind === "seat" ? `Seat ${designator}` : quantity === 1 ? "1 bag of 23 kg" : `${quantity} bags of 23 kg each`,
  quantity,
  flightIds,
  traveller,
  price,
});
