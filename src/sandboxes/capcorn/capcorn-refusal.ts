/**
 * Errors by kind: the HTTP status of a room search and of a reservation, and OpenTravel's error type and code. OpenTravel
 * reports errors in a 200 response, so reservations have other statuses only for requests that were not processed. The
 * vendor does not document errors: both formats are an assumption.
 */
export const REFUSALS = {
  unreadable: { search: 400, reservation: 400, type: 7, code: 450 },
  missing: { search: 400, reservation: 200, type: 10, code: 321 },
  invalid: { search: 400, reservation: 200, type: 3, code: 320 },
  dates: { search: 400, reservation: 200, type: 3, code: 404 },
  unknown_hotel: { search: 400, reservation: 200, type: 3, code: 361 },
  unknown_room: { search: 400, reservation: 200, type: 3, code: 402 },
  no_room: { search: 400, reservation: 200, type: 3, code: 322 },
  duplicate: { search: 400, reservation: 200, type: 3, code: 127 },
  amount: { search: 400, reservation: 200, type: 3, code: 320 },
  credentials: { search: 401, reservation: 401, type: 4, code: 497 },
  unknown_caller: { search: 401, reservation: 200, type: 4, code: 497 },
  not_found: { search: 404, reservation: 404, type: 7, code: 450 },
  method: { search: 405, reservation: 405, type: 7, code: 450 },
  too_large: { search: 413, reservation: 413, type: 7, code: 450 },
  media_type: { search: 415, reservation: 415, type: 7, code: 450 },
  busy: { search: 503, reservation: 503, type: 12, code: 448 },
  defect: { search: 500, reservation: 500, type: 13, code: 448 },
} as const;
type RefusalKind = keyof typeof REFUSALS;

export class CapcornRefusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.name = "CapcornRefusal";
    this.kind = kind;
  }
}

/** Shortens untrusted text for an error message, on one line. */
export const shown = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};
