/** An id says all that is needed to find the extra again: `X-SEAT-24A-P1-F-AA104-…`, `X-BAG-P1-F-…`, `X-VGML-P2-F-…`. */
export interface ExtraId {
  /** SEAT, BAG, BAG2 or a special service request. */
  readonly code: string;
  /** Only of a seat: 24A. */
  readonly designator?: string;
  /** P1, P2 and so on. */
  readonly traveller: string;
  /** The first of its flights. */
  readonly flightId: string;
}

const SEAT = "SEAT";
const FORM = /^X-(?:SEAT-([1-9]\d?[A-Z])|([A-Z]{3,4}2?))-(P[1-9]\d?)-(F-[A-Z0-9-]{1,60})$/;

/** Undefined if it is not the id of an extra. */
export const parseExtraId = (id: string): ExtraId | undefined => {
  const [, designator, code, traveller, flightId] = FORM.exec(id.trim().toUpperCase()) ?? [];
  if (traveller === undefined || flightId === undefined) return undefined;
  return designator === undefined
    ? { code: code as string, traveller, flightId }
    : { code: SEAT, designator, traveller, flightId };
};

export const extraId = ({ code, designator, traveller, flightId }: ExtraId): string =>
  ["X", code, ...(designator === undefined ? [] : [designator]), traveller, flightId].join("-");

export const seatId = (designator: string, traveller: string, flightId: string): string =>
  extraId({ code: SEAT, designator, traveller, flightId });

/** Undefined for what is not a seat. */
export const designatorIn = (id: string): string | undefined => parseExtraId(id)?.designator;
