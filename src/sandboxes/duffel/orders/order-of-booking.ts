import type { BookedFlight, Booking } from "../../../model/booking.ts";
import { sum } from "../../../model/money.ts";
import type { Passenger, PassengerType } from "../../../model/passenger.ts";
import type { Places } from "../../../model/place.ts";
import type { InspectedBooking } from "../../../travel/browse-bookings.ts";
import { bookingId, idOf, orderId } from "../ids.ts";
import type { Reference } from "../reference.ts";
import { brandOf, strictest } from "../search/fare-brand.ts";
import { PRICE_HOLDS_MS } from "../search/offer-wire.ts";
import { addedScope } from "../search/offers.ts";
import { sliceWire } from "../search/slice-wire.ts";
import { airlineChangesOf } from "./airline-changes.ts";
import type { BookedSlice, FacePassenger, Order, OrderPayment, OrderRecord, PaymentType, SliceScope } from "./order.ts";
import type { OrderPassenger } from "./order-wire.ts";

const TYPES: Readonly<Record<PassengerType, NonNullable<OrderPassenger["type"]>>> = {
  adult: "adult",
  child: "child",
  infant: "infant_without_seat",
};

/** A longer time on the ground begins a new slice. */
const MAX_CONNECTION_MS = 24 * 3_600_000;

interface Parts {
  readonly reference: Reference;
  readonly places: Places;
}

/** The record of a booking that was made outside the sandbox, or whose record was lost. */
export const emptyRecord = (pnr: string): OrderRecord => ({
  pnr,
  ...{ offerId: null, scenario: null, slices: [], passengers: [], services: {}, metadata: {}, users: [] },
  ...{ quotes: [], changes: [], airlineActions: {} },
});

/** The air part of a booking as an order; undefined if it never had flights. */
export const orderOfBooking = (inspected: InspectedBooking, record: OrderRecord, parts: Parts): Order | undefined => {
  const { booking, hold, operations, tickets, voidUntil } = inspected;
  const { pnr } = booking;
  const isOff = booking.flights.length === 0;
  const takenOff = isOff
    ? operations.findLast(({ kind, removed }) => kind === "cancellation" && removed.flights.length > 0)
    : undefined;
  const { flights, extras } = takenOff?.removed ?? booking;
  if (flights.length === 0) return undefined;
  const passengers = booking.passengers.map((passenger) => passengerOf(passenger, booking, record));
  const slices = slicesOf(flights, passengers, record, parts);
  const brands = slices.map(({ flightIds }) =>
    brandOf(
      flights.filter(({ id }) => flightIds.includes(id)),
      passengers.length,
    ),
  );
  const payments = paymentsOf(inspected);
  const extrasPrice = sum(extras.map(({ price }) => price));
  const isCancelled = booking.status === "cancelled";
  return {
    ...{ id: orderId(pnr), booking, record, flights, extras, slices, passengers, payments, tickets, operations },
    type: hold === undefined ? "instant" : "hold",
    owner: parts.reference.airline((flights[0] as BookedFlight).airlineCode),
    conditions: {
      refund_before_departure: strictest(brands.map(({ refund }) => refund)),
      change_before_departure: strictest(brands.map(({ change }) => change)),
    },
    airlineChanges: airlineChangesOf(inspected, record, (some) => slicesOf(some, passengers, record, parts)),
    base: sum(flights.map(({ baseFare }) => baseFare)) + extrasPrice,
    total: sum(flights.map(({ price }) => price)) + extrasPrice,
    hold: hold ? { payBy: hold.payBy, priceUntil: Math.min(booking.createdAt + PRICE_HOLDS_MS, hold.payBy) } : null,
    paidAt: payments[0]?.createdAt ?? null,
    voidUntil: voidUntil ?? null,
    cancellation: takenOff ?? (isCancelled ? (operations.at(-1) ?? null) : null),
    cancelledAt: takenOff?.at ?? (isCancelled ? (booking.cancelledAt ?? booking.lastModified) : null),
  };
};

const passengerOf = (
  passenger: Passenger,
  { pnr, contactEmail, contactPhone }: Booking,
  record: OrderRecord,
): OrderPassenger => {
  const known: Omit<FacePassenger, "traveller"> = record.passengers.find(
    ({ traveller }) => traveller === passenger.id,
  ) ?? {
    id: idOf("pas", pnr, passenger.id),
    type: TYPES[passenger.type],
    ...{ title: null, gender: null, infant_passenger_id: null, user_id: null, loyalty_programme_accounts: [] },
  };
  return {
    id: known.id,
    type: known.type,
    title: known.title,
    gender: known.gender,
    given_name: passenger.firstName,
    family_name: passenger.lastName,
    born_on: passenger.dateOfBirth ?? null,
    email: passenger.email ?? contactEmail ?? null,
    phone_number: passenger.phone ?? contactPhone ?? null,
    infant_passenger_id: known.infant_passenger_id,
    user_id: known.user_id,
    loyalty_programme_accounts: known.loyalty_programme_accounts,
  };
};

/** The slices that were ordered or changed to, as far as their flights are booked; other flights are grouped by time. */
const slicesOf = (
  flights: readonly BookedFlight[],
  passengers: readonly OrderPassenger[],
  record: OrderRecord,
  parts: Parts,
): readonly BookedSlice[] => {
  const booked = new Set(flights.map(({ id }) => id));
  const changedTo = record.changes.flatMap(({ added }) =>
    added.map(({ flightIds }): SliceScope => ({ flightIds, scope: addedScope(byType(passengers), flightIds) })),
  );
  const scopes = new Map<string, SliceScope>();
  for (const known of [...record.slices, ...changedTo]) {
    if (known.flightIds.every((id) => booked.has(id))) scopes.set(known.flightIds[0] as string, known);
  }
  const slices: BookedSlice[] = [];
  const add = (segments: readonly BookedFlight[], scope: string) => {
    const flightIds = segments.map(({ id }) => id);
    const choice = { segments, flightIds, minutes: minutesOf(segments), total: 0, base: 0 };
    const { scenario } = record;
    slices.push({ flightIds, wire: sliceWire(choice, { scope, travellers: passengers, scenario }, parts) });
  };
  let others: BookedFlight[] = [];
  const addOthers = () => {
    for (const segments of groupsOf(others, parts.places)) {
      add(segments, `${record.pnr}/${segments.map(({ id }) => id).join()}`);
    }
    others = [];
  };
  for (let i = 0; i < flights.length; ) {
    const flight = flights[i] as BookedFlight;
    const known = scopes.get(flight.id);
    if (known === undefined) {
      others.push(flight);
      i++;
    } else {
      addOthers();
      add(flights.slice(i, i + known.flightIds.length), known.scope);
      i += known.flightIds.length;
    }
  }
  addOthers();
  return slices;
};

/** In the order adults, children, infants. */
export const byType = (passengers: readonly OrderPassenger[]): readonly OrderPassenger[] =>
  (["adult", "child", "infant_without_seat"] as const).flatMap((wanted) =>
    passengers.filter(({ type }) => (type ?? "adult") === wanted),
  );

/** A slice ends with a stay of a day, or before a flight back to a city of the slice. */
const groupsOf = (flights: readonly BookedFlight[], places: Places): readonly (readonly BookedFlight[])[] => {
  const slices: BookedFlight[][] = [];
  for (const flight of flights) {
    const slice = slices.at(-1);
    const last = slice?.at(-1);
    const connects =
      slice !== undefined &&
      last !== undefined &&
      Date.parse(flight.departureTime) - Date.parse(last.arrivalTime) < MAX_CONNECTION_MS &&
      !slice.some(({ originCode }) => places.sameCity(originCode, flight.destinationCode));
    if (connects) slice.push(flight);
    else slices.push([flight]);
  }
  return slices;
};

const minutesOf = (segments: readonly BookedFlight[]): number => {
  const [first, last] = [segments[0] as BookedFlight, segments.at(-1) as BookedFlight];
  return (Date.parse(last.arrivalTime) - Date.parse(first.departureTime)) / 60_000;
};

/** The method of a payment in the ledger of the booking, by Duffel's type. */
export const METHODS: Readonly<Record<PaymentType, string>> = {
  balance: "account",
  card: "card",
  arc_bsp_cash: "arc_bsp_cash",
};

const typeOf = (method = METHODS.balance): PaymentType =>
  method.startsWith("card") ? "card" : method === METHODS.arc_bsp_cash ? "arc_bsp_cash" : "balance";

const isAir = (id = ""): boolean => id.startsWith("F-") || id.startsWith("X-");

/** Payments for flights and extras; hotels and cars that were added later are paid on their own. */
const paymentsOf = ({ booking: { pnr }, ledger }: InspectedBooking): readonly OrderPayment[] => {
  const isOther = (op: number): boolean => {
    const sales = ledger.filter((line) => line.op === op && line.kind === "sale");
    return sales.length > 0 && !sales.some(({ about }) => isAir(about));
  };
  return ledger
    .filter(({ kind, op }) => kind === "payment" && !isOther(op))
    .map(({ id, method, amount, at }) => ({
      id: bookingId("pay", pnr, id),
      type: typeOf(method),
      amount,
      createdAt: at,
    }));
};
