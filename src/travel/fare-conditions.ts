import type { FlightSegment } from "../model/flight.ts";

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

type Conditions = Pick<FlightSegment, "fareFamily" | "changeFee" | "refund" | "refundFee" | "seatSelection">;
type Earlier = Pick<FlightSegment, "id" | "cabin" | "bookingClass" | "refundable" | "duration">;

const LIGHT_CLASSES = "NS";
const CHANGE_FEE = 7_500;

/** Before there were fare families, the booking class decided. */
const conditionsByClass = ({ cabin, bookingClass, refundable }: Earlier): Conditions => {
  if (refundable) {
    return { fareFamily: "Flex", changeFee: 0, refund: "cash", refundFee: 0, seatSelection: "free" };
  }
  if (cabin === "economy" && LIGHT_CLASSES.includes(bookingClass)) {
    return { fareFamily: "Light", changeFee: null, refund: "none", refundFee: 0, seatSelection: "paid" };
  }
  const fareFamily = cabin === "economy" ? "Standard" : "Saver";
  return { fareFamily, changeFee: CHANGE_FEE, refund: "none", refundFee: 0, seatSelection: "free" };
};

/** Flights of records of earlier releases, with the conditions that they were sold with: those of the longest of a group. */
export const withEarlierConditions = <F extends Earlier>(flights: readonly F[]): readonly (F & Conditions)[] =>
  fareGroupsOf(flights).flatMap((group) => {
    const main = group.reduce((longest, other) => (other.duration > longest.duration ? other : longest));
    const conditions = conditionsByClass(main);
    return group.map((flight) => ({ ...flight, ...conditions }));
  });
