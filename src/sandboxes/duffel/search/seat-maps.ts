import type { Cabin } from "../../../model/flight.ts";
import type { DuffelOffer, DuffelSegment, DuffelService } from "../duffel-wire.ts";
import { hashBytes, idOf } from "../ids.ts";
import { type Reference, TEST_AIRLINE } from "../reference.ts";
import type { AircraftType } from "../sandbox-context.ts";
import { amountOf, CURRENCY } from "../wire-format.ts";

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

/** Two of five seats are for sale: those whose byte is lower. */
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

/** One map per segment, with the cabin of the fare. */
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

/** The seats of all maps as services that can be bought with an order. */
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
    const bytes = bytesOf(seed, segment, cabin, layout.firstRow + row);
    rows.push(
      seatRow(layout, row, (designator, position) => ({
        ...(isExit ? EXIT_SEAT : STANDARD_SEAT),
        designator,
        available_services:
          (bytes[position] as number) < FREE_BELOW ? servicesFor(passengerIds, segment.id, designator, price) : [],
      })),
    );
  }
  rows.push(fittings(layout, "galley", "lavatory"));
  const overWing =
    exitBehind === undefined ? null : { first_row_index: exitBehind - 2, last_row_index: exitBehind + 5 };
  return { deck: 0, cabin_class: cabin, aisles: sections.length - 1, wings: overWing, rows };
};

/** One byte per seat of a row decides whether the seat is taken. The same for all clients. */
const bytesOf = (seed: string, segment: DuffelSegment, cabin: Cabin, row: number): Uint8Array => {
  const { marketing_carrier, marketing_carrier_flight_number, departing_at } = segment;
  return hashBytes(seed, marketing_carrier.iata_code, marketing_carrier_flight_number, departing_at, cabin, row);
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

/** A row without seats, at the ends of a cabin and at its exits. The last section may differ. */
const fittings = ({ sections }: CabinLayout, first: Fitting["type"], last: Fitting["type"]): Row => ({
  sections: sections.map((_, i) => ({ elements: [{ type: i === sections.length - 1 ? last : first }] })),
});

/** Outside economy the seat is included in the fare. */
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

interface CabinLayout {
  /** The seat letters of a row, split at the aisles: `["ABC", "DEF"]`. */
  readonly sections: readonly string[];
  readonly firstRow: number;
  readonly rows: number;
  /** The row in front of the overwing exits. Only economy has exits. */
  readonly exitBehind: number | undefined;
}

type Body = AircraftType["body"];

const SECTIONS: Readonly<Record<Body, Readonly<Record<Cabin, string>>>> = {
  wide: { economy: "ABC DEG HJK", premium_economy: "AC DEG HK", business: "A DG K", first: "A DG K" },
  narrow: { economy: "ABC DEF", premium_economy: "ABC DEF", business: "AC DF", first: "AC DF" },
  regional: { economy: "AC DF", premium_economy: "AC DF", business: "A DF", first: "A DF" },
  turboprop: { economy: "AC DF", premium_economy: "AC DF", business: "AC DF", first: "AC DF" },
  small: { economy: "A C", premium_economy: "A C", business: "A C", first: "A C" },
};

const FIRST_ROW: Readonly<Record<Cabin, number>> = { first: 1, business: 1, premium_economy: 10, economy: 20 };
const ROWS_IN_FRONT: Readonly<Record<Exclude<Cabin, "economy">, number>> = {
  first: 2,
  business: 5,
  premium_economy: 4,
};
/** The share of an aircraft's seats that is in economy. */
const ECONOMY_SHARE: Readonly<Record<Body, number>> = {
  wide: 0.8,
  narrow: 0.95,
  regional: 0.9,
  turboprop: 1,
  small: 1,
};
const MIN_ROWS_WITH_EXIT = 12;

export const cabinLayout = ({ body, seats }: Pick<AircraftType, "body" | "seats">, cabin: Cabin): CabinLayout => {
  const sections = SECTIONS[body][cabin].split(" ");
  const abreast = sections.join("").length;
  const rows =
    cabin === "economy" ? Math.max(2, Math.round((seats * ECONOMY_SHARE[body]) / abreast)) : ROWS_IN_FRONT[cabin];
  const firstRow = cabin === "economy" && body !== "wide" ? 1 + (body === "small" ? 0 : 5) : FIRST_ROW[cabin];
  const hasExit = cabin === "economy" && rows >= MIN_ROWS_WITH_EXIT;
  return { sections, firstRow, rows, exitBehind: hasExit ? Math.floor(rows * 0.45) : undefined };
};
