import { Failure, type FailureKind } from "../../model/failure.ts";
import { DuffelError, type DuffelErrorType } from "./duffel-error.ts";

/** Duffel's words for what is wrong with a request. A pointer such as `/slices/0/origin` says where. */

const SHOWN = 60;

/** Enough of a strange value to recognise it by. */
export const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

const at = (pointer: string) => ({ field: pointer.slice(pointer.lastIndexOf("/") + 1), pointer });

const validation = (code: string, title: string, message: string, source: Readonly<Record<string, string>>) =>
  new DuffelError(422, { type: "validation_error", code, title, message, source });

export const required = (pointer: string): DuffelError =>
  validation("validation_required", "Required field", `Field '${at(pointer).field}' can't be blank.`, at(pointer));

/** The value has not the form it must have; `expected` completes "must be …". */
export const malformed = (pointer: string, expected: string): DuffelError =>
  validation("validation_format", "Invalid field", `Field '${at(pointer).field}' must be ${expected}.`, at(pointer));

/** The value has the right form, and is none that is allowed here. */
export const notAllowed = (pointer: string, message: string): DuffelError =>
  validation("validation_inclusion", "Invalid field", message, at(pointer));

export const badParameter = (parameter: string, message: string): DuffelError =>
  validation("validation_format", "Invalid query parameter", message, { parameter });

export const requiredParameter = (parameter: string): DuffelError =>
  validation("validation_required", "Required query parameter", `Query parameter '${parameter}' is required.`, {
    parameter,
  });

export const invalidAirport = (code: unknown, pointer: string): DuffelError =>
  new DuffelError(400, {
    type: "validation_error",
    code: "invalid_airport_code",
    title: "Invalid Airport Code",
    message: `The airport code '${shown(code)}' is not valid`,
    source: at(pointer),
  });

export const badRequest = (code: string, title: string, message: string, status = 400): DuffelError =>
  new DuffelError(status, { type: "invalid_request_error", code, title, message });

export const notFound = (what = "The resource you are trying to access"): DuffelError =>
  new DuffelError(404, {
    type: "invalid_request_error",
    code: "not_found",
    title: "Not found",
    message: `${what} does not exist.`,
  });

export const offerGone = (): DuffelError =>
  new DuffelError(422, {
    type: "airline_error",
    code: "offer_no_longer_available",
    title: "Offer no longer available",
    message: "The airline no longer sells this offer. Search again and select another one.",
  });

export const offerExpired = (): DuffelError =>
  new DuffelError(422, {
    type: "invalid_state_error",
    code: "offer_expired",
    title: "Offer expired",
    message: "The offer has expired. Search again for an offer that is still valid.",
  });

const OF_KIND: Readonly<Partial<Record<FailureKind, readonly [number, DuffelErrorType, string, string]>>> = {
  invalid: [422, "validation_error", "validation_format", "Invalid field"],
  not_found: [404, "invalid_request_error", "not_found", "Not found"],
  rule: [422, "invalid_state_error", "unsupported_action", "Unsupported action"],
  unavailable: [503, "api_error", "service_unavailable", "Service unavailable"],
  rate_limited: [429, "rate_limit_error", "rate_limit_exceeded", "Rate limit exceeded"],
  timeout: [504, "api_error", "gateway_timeout_error", "Gateway timeout"],
};

/** What the trade refused, in Duffel's envelope; undefined for what is a defect of ours. */
export const asDuffelError = (error: unknown): DuffelError | undefined => {
  if (error instanceof DuffelError) return error;
  const words = error instanceof Failure ? OF_KIND[error.kind] : undefined;
  if (words === undefined) return undefined;
  const [status, type, code, title] = words;
  return new DuffelError(status, { type, code, title, message: (error as Failure).message });
};

/** Runs a check of another room, and says of what it refuses where in the request it stood. */
export const pointingAt = (pointer: string, check: () => void): void => {
  try {
    check();
  } catch (error) {
    throw error instanceof Failure ? notAllowed(pointer, error.message) : error;
  }
};
