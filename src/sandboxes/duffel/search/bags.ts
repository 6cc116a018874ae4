import { drawn } from "../chance.ts";
import type { DuffelOffer, DuffelService } from "../duffel-wire.ts";
import { idOf } from "../ids.ts";
import { TEST_AIRLINE } from "../reference.ts";
import type { Scenario } from "../scenarios.ts";
import { amountOf, CURRENCY } from "../wire-forms.ts";

/** US cents: every airline has a price of its own, the test airline Duffel's. */
const CHEAPEST = 2_000;
const STEP = 500;
const STEPS = 5;
const MOST_BAGS = 2;
const BAG = {
  type: "checked",
  maximum_weight_kg: 23,
  maximum_height_cm: null,
  maximum_length_cm: null,
  maximum_depth_cm: null,
} as const;

const priceOf = (airline: string): number =>
  airline === TEST_AIRLINE.code ? CHEAPEST : CHEAPEST + STEP * ((drawn("bag", airline)[0] as number) % STEPS);

/** Further bags to check in, by slice and passenger. */
export const bagsOf = (offer: DuffelOffer, scenario: Scenario | null): readonly DuffelService[] => {
  if (scenario === "no_services") return [];
  const { iata_code: airline } = offer.owner;
  const carriers = offer.passengers.filter(({ type }) => type !== "infant_without_seat");
  return offer.slices.flatMap((slice) =>
    carriers.map(({ id }) => ({
      id: idOf("ase", "bag", slice.id, id),
      type: "baggage",
      passenger_ids: [id],
      segment_ids: slice.segments.map((segment) => segment.id),
      maximum_quantity: airline === TEST_AIRLINE.code ? 1 : MOST_BAGS,
      total_amount: amountOf(priceOf(airline)),
      total_currency: CURRENCY,
      metadata: BAG,
    })),
  );
};
