import type { FareConditions } from "../model/fare.ts";
import type { FlightSegment } from "../model/flight.ts";

type Flight = Pick<FlightSegment, "id" | "cabin" | "bookingClass" | "refundable" | "duration" | "baggage">;

const LIGHT_CLASSES = "NS";
const CHANGE_FEE = 7_500;

/** Flights that are sold together have ids with the same tag: `-1OF2-K7QP`. */
const TAG = /-\d+OF\d+-([A-Z0-9]+)$/;

/** Consecutive flights that are sold, changed and cancelled together. */
export const fareGroupsOf = <F extends { readonly id: string }>(flights: readonly F[]): readonly (readonly F[])[] => {
  const groups: F[][] = [];
  let last: string | undefined;
  for (const flight of flights) {
    const tag = TAG.exec(flight.id)?.[1];
    if (tag !== undefined && tag === last) groups.at(-1)?.push(flight);
    else groups.push([flight]);
    last = tag;
  }
  return groups;
};

/** By the booking class. */
const conditionsOfFlight = ({ cabin, bookingClass, refundable, baggage }: Flight): FareConditions => {
  const bags = baggage;
  if (refundable) return { family: "FX", name: "Flex", changeFee: 0, refund: "cash", refundFee: 0, bags, seat: "free" };
  if (cabin === "economy" && LIGHT_CLASSES.includes(bookingClass)) {
    return { family: "LT", name: "Light", changeFee: null, refund: "none", refundFee: 0, bags, seat: "paid" };
  }
  const name = cabin === "economy" ? "Standard" : "Saver";
  return { family: "ST", name, changeFee: CHANGE_FEE, refund: "none", refundFee: 0, bags, seat: "free" };
};

/** The conditions of each flight. Those of flights sold together are those of the longest. */
export const conditionsOf = (flights: readonly Flight[]): readonly FareConditions[] =>
  fareGroupsOf(flights).flatMap((group) => {
    const main = group.reduce((longest, other) => (other.duration > longest.duration ? other : longest));
    const conditions = conditionsOfFlight(main);
    return group.map(() => conditions);
  });

type Booked = Flight & { readonly fareFamily?: string };

/** Adds the conditions to flights as they are sold. */
export const withConditions = <F extends Booked>(flights: readonly F[]) => {
  const conditions = conditionsOf(flights);
  return flights.map((flight, i) => {
    const { name, changeFee, refund, refundFee } = conditions[i] as FareConditions;
    return { ...flight, fareFamily: name, changeFee, refund, refundFee };
  });
};
