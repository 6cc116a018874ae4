import { seatId } from "../../../travel/extra-ids.ts";
import { maySitAtExit } from "../../../travel/extras-rules.ts";
import type { Seat, SeatMap, SeatRow } from "../../../travel/supplier.ts";
import type { DuffelOffer, DuffelService } from "../duffel-wire.ts";
import { idOf } from "../ids.ts";
import { amountOf, CURRENCY } from "../wire-format.ts";
import { type OfferedService, travellerId } from "./offered-services.ts";
import { PASSENGER_TYPES } from "./passenger-input.ts";

export interface DuffelSeatMap {
  readonly id: string;
  readonly slice_id: string;
  readonly segment_id: string;
  readonly cabins: readonly DuffelCabin[];
}

interface DuffelCabin {
  readonly deck: 0;
  readonly cabin_class: string;
  readonly aisles: number;
  readonly wings: { readonly first_row_index: number; readonly last_row_index: number } | null;
  readonly rows: readonly Row[];
}
interface Row {
  readonly sections: readonly { readonly elements: readonly Element[] }[];
}
type Element = Fitting | SeatElement;
interface Fitting {
  readonly type: "exit_row" | "lavatory" | "galley";
}
interface SeatElement extends SeatText {
  readonly designator: string;
  readonly available_services: readonly SeatService[];
}
interface SeatService {
  readonly id: string;
  readonly passenger_id: string;
  readonly total_amount: string;
  readonly total_currency: string;
}

interface SeatText {
  readonly type: "seat" | "restricted_seat_general";
  readonly name: string;
  readonly disclosures: readonly string[];
}

const STANDARD_SEAT: SeatText = { type: "seat", name: "Standard seat", disclosures: [] };
const EXIT_SEAT: SeatText = {
  type: "restricted_seat_general",
  name: "Exit row seat",
  disclosures: [
    "Passengers in this seat must be able to help in an emergency.",
    "Not for children, nor for passengers who need assistance.",
  ],
};

const textOf = ({ isExit }: Seat): SeatText => (isExit ? EXIT_SEAT : STANDARD_SEAT);

interface SeatedPassenger {
  readonly id: string;
  readonly traveller: string;
  readonly mayUseExits: boolean;
}

interface Seated {
  readonly segmentId: string;
  /** In the order of the offer; infants have no seat. */
  readonly passengers: readonly SeatedPassenger[];
}

const seatedIn = ({ passengers }: DuffelOffer): readonly SeatedPassenger[] => {
  const party = passengers.map(({ type }, i) => ({ id: travellerId(i), type: PASSENGER_TYPES[type ?? "adult"] }));
  return passengers.flatMap(({ id }, i) => {
    const traveller = party[i] as (typeof party)[number];
    if (traveller.type === "infant") return [];
    return [{ id, traveller: traveller.id, mayUseExits: maySitAtExit(traveller, party) }];
  });
};

const mayUse =
  ({ isExit }: Seat) =>
  ({ mayUseExits }: SeatedPassenger): boolean =>
    mayUseExits || !isExit;

const segmentsOf = ({ slices }: DuffelOffer) =>
  slices.flatMap(({ id: sliceId, segments }) => segments.map(({ id }) => ({ sliceId, segmentId: id })));

/** One map per segment, with the cabin of the fare. `maps` are in the order of the segments. */
export const seatMapsOf = (offer: DuffelOffer, maps: readonly SeatMap[]): readonly DuffelSeatMap[] => {
  const passengers = seatedIn(offer);
  return segmentsOf(offer).map(({ sliceId, segmentId }, i) => ({
    id: idOf("sea", segmentId),
    slice_id: sliceId,
    segment_id: segmentId,
    cabins: [cabinOf(maps[i] as SeatMap, { segmentId, passengers })],
  }));
};

/** The seats of all maps as services that can be bought with an order. Whether one is booked is found out by booking it. */
export const seatServices = (offer: DuffelOffer, maps: readonly SeatMap[]): readonly OfferedService[] => {
  const passengers = seatedIn(offer);
  return segmentsOf(offer).flatMap(({ segmentId }, i) => {
    const { flightId, rows } = maps[i] as SeatMap;
    return rows
      .flatMap(({ seats }) => seats)
      .filter(({ isTaken }) => !isTaken)
      .flatMap((seat) => {
        const { name, disclosures } = textOf(seat);
        const { designator } = seat;
        return passengers.filter(mayUse(seat)).map(({ id, traveller }): OfferedService => {
          const service: DuffelService = {
            id: serviceId(segmentId, designator, id),
            type: "seat",
            passenger_ids: [id],
            segment_ids: [segmentId],
            maximum_quantity: 1,
            total_amount: amountOf(seat.price),
            total_currency: CURRENCY,
            metadata: { designator, name, disclosures },
          };
          return { service, extraId: seatId(designator, traveller, flightId) };
        });
      });
  });
};

const serviceId = (segmentId: string, designator: string, passengerId: string): string =>
  idOf("ase", "seat", segmentId, designator, passengerId);

/** Rows over the wing in front of the first exit and behind it. */
const WING_ROWS = { before: 2, behind: 5 };

const cabinOf = ({ cabin, sections, rows }: SeatMap, seated: Seated): DuffelCabin => {
  const exit = rows.findIndex(({ isExit }) => isExit);
  const fittings = (first: Fitting["type"], last: Fitting["type"]): Row => ({
    sections: sections.map((_, i) => ({ elements: [{ type: i === sections.length - 1 ? last : first }] })),
  });
  return {
    deck: 0,
    cabin_class: cabin,
    aisles: sections.length - 1,
    wings: exit < 0 ? null : { first_row_index: exit - WING_ROWS.before, last_row_index: exit + WING_ROWS.behind },
    rows: [
      fittings("lavatory", "galley"),
      ...rows.flatMap((row) => [
        ...(row.isExit ? [fittings("exit_row", "exit_row")] : []),
        rowOf(row, sections, seated),
      ]),
      fittings("galley", "lavatory"),
    ],
  };
};

const rowOf = ({ seats }: SeatRow, sections: readonly string[], seated: Seated): Row => {
  let next = 0;
  return {
    sections: sections.map((letters) => {
      const first = next;
      next += letters.length;
      return { elements: seats.slice(first, next).map((seat) => elementOf(seat, seated)) };
    }),
  };
};

const elementOf = (seat: Seat, { segmentId, passengers }: Seated): SeatElement => ({
  ...textOf(seat),
  designator: seat.designator,
  available_services:
    seat.isTaken || seat.isBooked
      ? []
      : passengers.filter(mayUse(seat)).map(({ id }) => ({
          id: serviceId(segmentId, seat.designator, id),
          passenger_id: id,
          total_amount: amountOf(seat.price),
          total_currency: CURRENCY,
        })),
});
