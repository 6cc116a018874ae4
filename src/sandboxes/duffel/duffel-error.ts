import { Failure, type FailureKind } from "../../model/failure.ts";

type DuffelErrorType =
  | "authentication_error"
  | "airline_error"
  | "invalid_state_error"
  | "rate_limit_error"
  | "validation_error"
  | "invalid_request_error"
  | "api_error";

type Source = Readonly<Record<string, string>>;

interface ErrorDetails {
  readonly type: DuffelErrorType;
  /** A string, except in the one error whose code Duffel sends as a number. */
  readonly code: string | number;
  /** Default: the code as words, which is what Duffel does for most errors. */
  readonly title?: string;
  readonly message: string;
  /** The part of the request at fault: `{ field: "departure_date", pointer: "/slices/0/departure_date" }`. */
  readonly source?: Source | undefined;
}

/** An error as Duffel's API reports it. */
export class DuffelError extends Error {
  readonly status: number;
  readonly type: DuffelErrorType;
  readonly code: string | number;
  readonly title: string;
  readonly source: Source | undefined;

  constructor(status: number, { type, code, title = inWords(String(code)), message, source }: ErrorDetails) {
    super(message);
    this.name = "DuffelError";
    this.status = status;
    this.type = type;
    this.code = code;
    this.title = title;
    this.source = source;
  }
}

const inWords = (code: string): string => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll("_", " ")}`;

const MAX_EXCERPT_LENGTH = 60;

/** Enough of an unexpected value to recognise it in an error message. */
export const excerpt = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
};

const sourceAt = (pointer: string): Source => ({ field: pointer.slice(pointer.lastIndexOf("/") + 1), pointer });

const validation = (code: string, title: string, message: string, source: Source): DuffelError =>
  new DuffelError(422, { type: "validation_error", code, title, message, source });

/** The error for a missing or blank field. `pointer` is its place in `data`, such as `/slices/0/origin`. */
export const required = (pointer: string): DuffelError => {
  const source = sourceAt(pointer);
  return validation("validation_required", "Required field", `Field '${source.field}' can't be blank.`, source);
};

/** The error for a value in the wrong format; `expected` completes "must be …". */
export const malformed = (pointer: string, expected: string): DuffelError => {
  const source = sourceAt(pointer);
  return validation("validation_format", "Invalid field", `Field '${source.field}' must be ${expected}.`, source);
};

/** The error for a well-formed value that is not allowed here. */
export const notAllowed = (pointer: string, message: string): DuffelError =>
  validation("validation_inclusion", "Invalid field", message, sourceAt(pointer));

/** A 422 for a well-formed field, with a code of its own. */
export const invalidField = (code: string, pointer: string, message: string): DuffelError =>
  new DuffelError(422, { type: "validation_error", code, message, source: sourceAt(pointer) });

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
    message: `The airport code '${excerpt(code)}' is not valid`,
    source: sourceAt(pointer),
  });

export const badRequest = (code: string, message: string, status = 400): DuffelError =>
  new DuffelError(status, { type: "invalid_request_error", code, message });

export const notFound = (what = "The resource you are trying to access"): DuffelError =>
  badRequest("not_found", `${what} does not exist.`, 404);

/** A 422 for a request that the state of an offer or order does not allow. */
export const invalidState = (code: string, message: string): DuffelError =>
  new DuffelError(422, { type: "invalid_state_error", code, message });

export const offerGone = (): DuffelError =>
  new DuffelError(422, {
    type: "airline_error",
    code: "offer_no_longer_available",
    message: "The airline no longer sells this offer. Search again and select another one.",
  });

export const offerExpired = (): DuffelError =>
  invalidState("offer_expired", "The offer has expired. Search again for an offer that is still valid.");

/** `pointer` is the ID of the service in the request. */
export const serviceNotAvailable = (
  pointer?: string,
  message = "A service in the request is not sold with this offer. Read the offer and its seat maps again.",
): DuffelError =>
  new DuffelError(422, {
    type: "invalid_state_error",
    code: "ancillary_service_not_available",
    message,
    source: pointer === undefined ? undefined : sourceAt(pointer),
  });

export const rateLimited = (): DuffelError =>
  new DuffelError(429, {
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
    message: "Too many requests in a short time. Wait until the time in the 'ratelimit-reset' header, then try again.",
  });

export const internalError = (): DuffelError =>
  new DuffelError(500, {
    type: "api_error",
    code: "internal_server_error",
    message: "An unexpected error occurred in the sandbox. The server log has details under the request ID.",
  });

const gatewayTimeout = (message: string): DuffelError =>
  new DuffelError(504, { type: "api_error", code: "gateway_timeout_error", title: "Gateway timeout", message });

export const searchTimeout = (): DuffelError =>
  gatewayTimeout("The airlines took too long to answer. Try the search again later.");

const BY_KIND: Readonly<Partial<Record<FailureKind, (message: string) => DuffelError>>> = {
  invalid: (message) =>
    new DuffelError(422, { type: "validation_error", code: "validation_format", title: "Invalid field", message }),
  not_found: (message) => badRequest("not_found", message, 404),
  rule: (message) => invalidState("unsupported_action", message),
  unavailable: (message) => new DuffelError(503, { type: "api_error", code: "service_unavailable", message }),
  rate_limited: (message) => new DuffelError(429, { type: "rate_limit_error", code: "rate_limit_exceeded", message }),
  timeout: gatewayTimeout,
};

/** Converts a Failure of the travel rules to Duffel's format. Returns undefined for a defect. */
export const asDuffelError = (error: unknown): DuffelError | undefined => {
  if (error instanceof DuffelError) return error;
  return error instanceof Failure ? BY_KIND[error.kind]?.(error.message) : undefined;
};

/** Runs a check of the travel rules and points its Failure at the field of the request that caused it. */
export const withPointer = (pointer: string, check: () => void): void => {
  try {
    check();
  } catch (error) {
    throw error instanceof Failure ? notAllowed(pointer, error.message) : error;
  }
};
