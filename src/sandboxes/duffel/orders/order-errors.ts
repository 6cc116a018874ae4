import { Failure } from "../../../model/failure.ts";
import { DuffelError, invalidState, offerGone, serviceNotAvailable } from "../duffel-error.ts";

const FIELDS: Readonly<Record<string, string>> = {
  firstName: "given_name",
  lastName: "family_name",
  dateOfBirth: "born_on",
  phone: "phone_number",
  email: "email",
};

/** Runs a booking and converts its Failure to a DuffelError that points at the field the client sent. */
export const withDuffelErrors = async <T>(
  passengerIndex: (i: number) => number,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? (bookingError(error, passengerIndex) ?? error) : error;
  }
};

const bookingError = (failure: Failure, passengerIndex: (i: number) => number): DuffelError | undefined => {
  const { kind, message, details } = failure;
  const { field = "" } = details;
  if (kind === "unavailable") return undefined;
  if (field === "idempotencyKey") return alreadyBooked();
  if (isAboutFlights(field)) return offerGone();
  if (field.startsWith("extras")) return extraError(failure, "/services");
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

/** Of a seat that is taken, or an extra that the traveller cannot have. */
export const extraError = ({ message, details: { field = "" } }: Failure, pointer: string): DuffelError => {
  const index = /\[(\d+)\]/.exec(field)?.[1];
  return serviceNotAvailable(index === undefined ? pointer : `${pointer}/${index}/id`, message);
};

/** Flights that are sold out or have a new price. */
const isAboutFlights = (field: string): boolean =>
  field.startsWith("flightIds") || field.startsWith("add") || field === "expectedTotal";

/** Converts a Failure of an exchange of flights. */
export const exchangeError = ({ details: { field = "" }, message }: Failure): DuffelError =>
  isAboutFlights(field) ? offerGone() : notChangeable(message);

export const alreadyBooked = (): DuffelError =>
  new DuffelError(422, {
    type: "validation_error",
    code: "offer_request_already_booked",
    message: "An offer of this offer request has already been booked. Look for its order, or search again.",
    source: { field: "selected_offers", pointer: "/selected_offers" },
  });

export const alreadyCancelled = (): DuffelError =>
  invalidState("already_cancelled", "The order has already been cancelled.");

export const alreadyPaid = (): DuffelError => invalidState("already_paid", "The order has already been paid.");

export const paidTooLate = (): DuffelError =>
  invalidState(
    "past_payment_required_by_date",
    "The order was not paid in time, and the airline has released its seats. Search and order again.",
  );

export const notChangeable = (reason: string): DuffelError => invalidState("order_not_changeable", reason);

export const expired = (what: string): DuffelError =>
  invalidState("expired", `The ${what} has expired. Create a new one.`);

export const alreadyConfirmed = (what: string): DuffelError =>
  invalidState("already_confirmed", `The ${what} has already been confirmed.`);

export const superseded = (what: string): DuffelError =>
  invalidState("superseded", `Only the latest ${what} of an order can be confirmed, and there is a later one.`);

export const staleAirlineChange = (): DuffelError =>
  new DuffelError(422, {
    type: "invalid_state_error",
    code: "stale_airline_initiated_change_accept",
    title: "Stale airline-initiated change",
    message: "The airline has since changed the order again. Only its latest change can be accepted.",
  });

export const departed = (): DuffelError =>
  invalidState("unsupported_action", "A flight of the order has already departed.");

export const airlineFailed = (): DuffelError =>
  new DuffelError(502, {
    type: "airline_error",
    code: "airline_unknown",
    title: "Unknown airline error",
    message: "The airline returned an error without a reason. Nothing was booked.",
  });
