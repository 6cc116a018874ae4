import { extraId } from "../../../travel/extra-ids.ts";
import type { Ancillary } from "../../../travel/supplier.ts";
import type { DuffelService } from "../duffel-wire.ts";
import { idOf } from "../ids.ts";
import { amountOf, CURRENCY } from "../wire-format.ts";

/** A service, and the extra that it is on the booking. */
export interface OfferedService {
  readonly service: DuffelService;
  readonly extraId: string;
}

export const servicesIn = (offered: readonly OfferedService[]): readonly DuffelService[] =>
  offered.map(({ service }) => service);

/** P1 is the first passenger of the offer, as on the booking. */
export const travellerId = (position: number): string => `P${position + 1}`;

interface Buyer {
  readonly id: string;
  readonly type: string | null;
  readonly traveller: string;
}

const WEIGHT = /(\d+) kg/;

/** What Duffel says of a bag. */
export const bagMetadata = (what: string) => ({
  type: "checked",
  maximum_weight_kg: Number(WEIGHT.exec(what)?.[1] ?? 23),
  ...{ maximum_height_cm: null, maximum_length_cm: null, maximum_depth_cm: null },
});

/** Additional bags for each passenger who is seated. `segmentOf` finds the ID of the segment of a flight. */
export const bagServices = (
  ancillaries: readonly Ancillary[],
  buyers: readonly Buyer[],
  segmentOf: (flightId: string) => string,
): readonly OfferedService[] =>
  ancillaries
    .filter(({ kind }) => kind === "bag")
    .flatMap(({ code, what, price, flightIds }) => {
      const segmentIds = flightIds.map(segmentOf);
      return buyers
        .filter(({ type }) => type !== "infant_without_seat")
        .map(({ id, traveller }): OfferedService => {
          const service: DuffelService = {
            id: idOf("ase", code, ...segmentIds, id),
            type: "baggage",
            passenger_ids: [id],
            segment_ids: segmentIds,
            maximum_quantity: 1,
            total_amount: amountOf(price),
            total_currency: CURRENCY,
            metadata: bagMetadata(what),
          };
          return { service, extraId: extraId({ code, traveller, flightId: flightIds[0] as string }) };
        });
    });
