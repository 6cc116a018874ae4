import { Failure } from "../../../model/failure.ts";
import { DuffelError, type DuffelErrorType } from "../duffel-error.ts";
import { offerGone } from "../problems.ts";

const FIELDS: Readonly<Record<string, string>> = {
  firstName: "given_name",
  lastName: "family_name",
  dateOfBirth: "born_on",
  phone: "phone_number",
  email: "email",
};

/** Runs what the booking desk may refuse, and says it in Duffel's words, pointing into what the client sent. */
export const refusedAsDuffel = async <T>(passengerIndex: (i: number) => number, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? (duffelWords(error, passengerIndex) ?? error) : error;
  }
};

const duffelWords = (failure: Failure, passengerIndex: (i: number) => number): DuffelError | undefined => {
  const { kind, message, details } = failure;
  const { field = "" } = details;
  if (kind === "unavailable") return undefined;
  if (field === "idempotencyKey") return alreadyBooked();
  if (field.startsWith("flightIds") || field === "expectedTotal") return offerGone();
  const [, index, name] = /^passengers\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  if (index === undefined || name === undefined) return undefined;
  const known = FIELDS[name] ?? name;
  return new DuffelError(422, {
    type: "validation_error",
    code: "validation_format",
    title: "Invalid field",
    message,
    source: { field: known, pointer: `/passengers/${passengerIndex(Number(index))}/${known}` },
  });
};

const refusal = (type: DuffelErrorType, code: string, title: string, message: string): DuffelError =>
  new DuffelError(422, { type, code, title, message });

export const alreadyBooked = (): DuffelError =>
  new DuffelError(422, {
    type: "validation_error",
    code: "offer_request_already_booked",
    title: "Offer request already booked",
    message: "An offer of this offer request has been booked before. Look for its order, or search again.",
    source: { field: "selected_offers", pointer: "/selected_offers" },
  });

export const alreadyCancelled = (): DuffelError =>
  refusal("invalid_state_error", "already_cancelled", "Already cancelled", "The order has been cancelled before.");

export const alreadyPaid = (): DuffelError =>
  refusal("invalid_state_error", "already_paid", "Already paid", "The order has been paid for before.");

export const paidTooLate = (): DuffelError =>
  refusal(
    "invalid_state_error",
    "past_payment_required_by_date",
    "Past payment required by date",
    "The order was not paid in time, and the airline has given its seats back. Search and order again.",
  );

export const notChangeable = (why: string): DuffelError =>
  refusal("invalid_state_error", "order_not_changeable", "Order not changeable", why);

export const expired = (what: string): DuffelError =>
  refusal("invalid_state_error", "expired", "Expired", `The ${what} has expired. Make a new one.`);

export const alreadyConfirmed = (what: string): DuffelError =>
  refusal("invalid_state_error", "already_confirmed", "Already confirmed", `The ${what} has been confirmed before.`);

export const superseded = (what: string): DuffelError =>
  refusal(
    "invalid_state_error",
    "superseded",
    "Superseded",
    `Only the latest ${what} of an order can be confirmed, and there is a later one.`,
  );

export const staleAirlineChange = (): DuffelError =>
  refusal(
    "invalid_state_error",
    "stale_airline_initiated_change_accept",
    "Stale airline-initiated change",
    "The airline has changed the order again since. Only its latest change can be accepted.",
  );

export const departed = (): DuffelError =>
  refusal("invalid_state_error", "unsupported_action", "Unsupported action", "A flight of the order has left already.");

export const airlineFailed = (): DuffelError =>
  new DuffelError(502, {
    type: "airline_error",
    code: "airline_unknown",
    title: "Unknown airline error",
    message: "The airline answered with an error that says nothing. Nothing was booked.",
  });
