import type { Cabin } from "../../../model/flight.ts";
import { drawn } from "../chance.ts";
import type { DuffelOffer, DuffelSegment, DuffelService } from "../duffel-wire.ts";
import { idOf } from "../ids.ts";
import { type Reference, TEST_AIRLINE } from "../reference.ts";
import { amountOf, CURRENCY } from "../wire-forms.ts";
import { type CabinLayout, cabinLayout } from "./cabin-layout.ts";

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
type Element = Fitting | Seat;
interface Fitting {
  readonly type: "exit_row" | "lavatory" | "galley";
}
interface Seat {
  readonly type: "seat" | "restricted_seat_general";
  readonly designator: string;
  readonly name: string;
  readonly disclosures: readonly string[];
  readonly available_services: readonly SeatService[];
}
interface SeatService {
  readonly id: string;
  readonly passenger_id: string;
  readonly total_amount: string;
  readonly total_currency: string;
}

/** Two of five seats are for sale: of 256 that may be drawn. */
const FREE_BELOW = 102;
/** US cents. */
const SEAT = 2_000;
const LOW_COST_SEAT = 1_200;
const FRONT_EXTRA = 1_000;
const EXIT_EXTRA = 2_500;
const FRONT_ROWS = 4;
const STANDARD_SEAT = { type: "seat", name: "Standard seat", disclosures: [] } as const;
const EXIT_SEAT = {
  type: "restricted_seat_general",
  name: "Exit row seat",
  disclosures: [
    "Passengers in this seat must be able to help in an emergency.",
    "Not for children, nor for passengers who need assistance.",
  ],
} as const;

/** One map per flight: the cabin that the fare is for. */
export const seatMapsOf = (offer: DuffelOffer, reference: Reference, seed: string): readonly DuffelSeatMap[] => {
  const seated = offer.passengers.filter(({ type }) => type !== "infant_without_seat").map(({ id }) => id);
  return offer.slices.flatMap((slice) =>
    slice.segments.map((segment) => ({
      id: idOf("sea", segment.id),
      slice_id: slice.id,
      segment_id: segment.id,
      cabins: [cabinOf(segment, seated, reference, seed)],
    })),
  );
};

/** The seats of all maps, as things that can be bought with an order. */
export const seatServices = (maps: readonly DuffelSeatMap[]): readonly DuffelService[] =>
  maps.flatMap(({ segment_id, cabins }) =>
    cabins
      .flatMap(({ rows }) => rows.flatMap(({ sections }) => sections.flatMap(({ elements }) => elements)))
      .flatMap((element) => ("designator" in element ? servicesOf(element, segment_id) : [])),
  );

const servicesOf = ({ designator, name, disclosures, available_services }: Seat, segmentId: string): DuffelService[] =>
  available_services.map(({ id, passenger_id, total_amount, total_currency }) => ({
    id,
    type: "seat",
    passenger_ids: [passenger_id],
    segment_ids: [segmentId],
    maximum_quantity: 1,
    total_amount,
    total_currency,
    metadata: { designator, name, disclosures },
  }));

const cabinOf = (
  segment: DuffelSegment,
  passengerIds: readonly string[],
  reference: Reference,
  seed: string,
): DuffelCabin => {
  const cabin = segment.passengers[0]?.cabin_class as Cabin;
  const aircraft = reference.aircraftType(segment.aircraft?.name ?? "") ?? { body: "narrow" as const, seats: 150 };
  const layout = cabinLayout(aircraft, cabin);
  const { sections, exitBehind } = layout;
  const rows: Row[] = [fittings(layout, "lavatory", "galley")];
  for (let row = 0; row < layout.rows; row++) {
    const isExit = row === exitBehind;
    if (isExit) rows.push(fittings(layout, "exit_row", "exit_row"));
    const price = amountOf(priceOf(segment, cabin, row, isExit, reference));
    const luck = luckOf(seed, segment, cabin, layout.firstRow + row);
    rows.push(
      seatRow(layout, row, (designator, position) => ({
        ...(isExit ? EXIT_SEAT : STANDARD_SEAT),
        designator,
        available_services:
          (luck[position] as number) < FREE_BELOW ? servicesFor(passengerIds, segment.id, designator, price) : [],
      })),
    );
  }
  rows.push(fittings(layout, "galley", "lavatory"));
  const overWing =
    exitBehind === undefined ? null : { first_row_index: exitBehind - 2, last_row_index: exitBehind + 5 };
  return { deck: 0, cabin_class: cabin, aisles: sections.length - 1, wings: overWing, rows };
};

/** Which seats of a row are taken: one number for each, the same whoever looks. */
const luckOf = (seed: string, segment: DuffelSegment, cabin: Cabin, row: number): Uint8Array => {
  const { marketing_carrier, marketing_carrier_flight_number, departing_at } = segment;
  return drawn(seed, marketing_carrier.iata_code, marketing_carrier_flight_number, departing_at, cabin, row);
};

const seatRow = (
  { sections, firstRow }: CabinLayout,
  row: number,
  seat: (designator: string, position: number) => Seat,
): Row => {
  let position = 0;
  return {
    sections: sections.map((letters) => ({
      elements: [...letters].map((letter) => seat(`${firstRow + row}${letter}`, position++)),
    })),
  };
};

const servicesFor = (
  passengerIds: readonly string[],
  segmentId: string,
  designator: string,
  price: string,
): readonly SeatService[] =>
  passengerIds.map((passengerId) => ({
    id: idOf("ase", "seat", segmentId, designator, passengerId),
    passenger_id: passengerId,
    total_amount: price,
    total_currency: CURRENCY,
  }));

/** Walls, at the ends of a cabin and at its exits: one thing in every section, another in the last. */
const fittings = ({ sections }: CabinLayout, first: Fitting["type"], last: Fitting["type"]): Row => ({
  sections: sections.map((_, i) => ({ elements: [{ type: i === sections.length - 1 ? last : first }] })),
});

/** In front of economy a seat is part of the fare. */
const priceOf = (
  { marketing_carrier }: DuffelSegment,
  cabin: Cabin,
  row: number,
  isExit: boolean,
  reference: Reference,
): number => {
  if (cabin !== "economy") return 0;
  if (marketing_carrier.iata_code === TEST_AIRLINE.code) return SEAT;
  const plain = reference.isLowCost(marketing_carrier.iata_code) ? LOW_COST_SEAT : SEAT;
  return plain + (isExit ? EXIT_EXTRA : row < FRONT_ROWS ? FRONT_EXTRA : 0);
};
