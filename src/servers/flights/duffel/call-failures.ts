import {
  Failure,
  type FailureDetails,
  type FailureKind,
  invalid,
  notFound,
  unavailable,
} from "../../../model/failure.ts";
import type { OutboundError, OutboundReason } from "../../../platform/outbound/outbound.ts";
import type { TransportAnswer } from "./duffel-transport.ts";
import type { RetryReason } from "./retry-delay.ts";
import { objectIn, objectsIn, parseJson, textIn } from "./untrusted-values.ts";

/** A failed call. Without `retry` it must not be repeated. */
export interface CallFailure {
  readonly failure: Failure;
  readonly retry?: RetryReason;
}

/** Maps Duffel's errors to the request of our caller. */
export interface ErrorMapping {
  /** The caller's field and its value for the part of the request that a problem is about. */
  fieldOf(problem: Problem): { readonly field: string; readonly value: unknown } | undefined;
  /** The Failure for a 404. */
  missing(): Failure;
}

/** The first error in an answer of Duffel, sanitised. */
export interface Problem {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** Such as `/slices/0/departure_date`, or just a name. */
  readonly pointer: string | undefined;
}

/** Converts an answer with an error status. */
export const failureOf = (answer: TransportAnswer, errors: ErrorMapping): CallFailure => {
  const { status } = answer;
  const problem = problemIn(answer);
  if (status === 429) {
    const hint = "Wait a minute and call again.";
    const message = "Rate limit exceeded: Duffel has been asked too often.";
    return { failure: new Failure("rate_limited", message, { hint }), retry: "rate" };
  }
  if (status === 401 || status === 403) return { failure: keyRejected(status, problem) };
  if (status === 404) return { failure: errors.missing() };
  if (OFFER_GONE.has(problem.code)) return { failure: offerGone(problem) };
  if (status === 408 || status >= 500) {
    return { failure: temporary(`Duffel had a problem of its own (status ${status}).`), retry: "fault" };
  }
  if ((status === 400 || status === 422) && !OUR_MISTAKE.test(problem.code)) {
    return { failure: badInput(problem, errors) };
  }
  return {
    failure: permanent(`Duffel did not accept the request (status ${status}): ${problem.message}`, {
      hint: "An operator should check whether DUFFEL_API_URL points at Duffel's API v2.",
    }),
  };
};

/** Codes about headers, versions and envelopes, which a caller cannot correct. */
const OUR_MISTAKE = /_header$|_version$|^unsupported_format$|_data_param$/;
const OFFER_GONE: ReadonlySet<string> = new Set([
  "offer_no_longer_available",
  "offer_expired",
  "offer_request_already_booked",
]);
/** Error types about the request. The others are about the airline or the state of an offer. */
const INPUT_ERRORS: ReadonlySet<string> = new Set(["validation_error", "invalid_request_error", ""]);

const badInput = (problem: Problem, errors: ErrorMapping): Failure => {
  const airport = /'([A-Z]{3})'/.exec(problem.message)?.[1];
  const found = errors.fieldOf(problem);
  if (problem.code === "invalid_airport_code" && airport !== undefined) {
    return invalid(`Airport code ${airport} not found. Please check spelling.`, {
      ...(found ?? { value: airport }),
      hint: "Give the IATA code of an airport or a city, such as SFO or LON.",
    });
  }
  if (!INPUT_ERRORS.has(problem.type)) return new Failure("failed", `Duffel refused: ${problem.message}`);
  return invalid(`Duffel refused ${found?.field ?? "the request"}: ${problem.message}`, {
    ...found,
    hint: "Change what it names and call again.",
  });
};

const keyRejected = (status: number, { message }: Problem): Failure =>
  permanent(
    status === 401
      ? "Duffel does not accept the key this server was set up with."
      : `Duffel's key may not be used for this: ${message}`,
    {
      error_type: "unauthorized",
      hint: "An operator should check DUFFEL_API_KEY: whether it is complete and not revoked, whether its mode (duffel_test_ or duffel_live_) is the intended one, and whether it has permission to search.",
    },
  );

const offerGone = ({ message }: Problem): Failure =>
  notFound(`The offer is no longer available: ${message}`, { hint: "Search again with refresh: true." });

const temporary = (message: string): Failure => unavailable(message, { hint: "Call again in a moment." });

/** A failure that retries cannot fix; an operator has to. */
const permanent = (message: string, details: FailureDetails, cause?: unknown): Failure =>
  unavailable(message, { retryable: false, ...details }, cause);

/** The failure for a successful answer with invalid content. `what` completes "Duffel's answer …". */
export const invalidAnswer = (what: string): CallFailure => ({
  failure: temporary(`Duffel's answer ${what}.`),
  retry: "fault",
});

const REASONS: Readonly<Record<OutboundReason, readonly [FailureKind, string, RetryReason?]>> = {
  unreachable: ["unavailable", "Duffel cannot be reached.", "fault"],
  broken: ["unavailable", "Duffel's answer was cut off or is not HTTP.", "fault"],
  timeout: ["timeout", "Duffel did not answer in time."],
  too_large: ["unavailable", "Duffel's answer is too large."],
  refused: ["unavailable", "Duffel's address may not be called from this server."],
  cancelled: ["unavailable", "The server is stopping."],
};

/** Converts the error of a call that got no answer. */
export const outboundFailure = (error: OutboundError): CallFailure => {
  const [kind, message, retry] = REASONS[error.reason];
  if (error.reason === "refused") {
    const hint = "An operator should check DUFFEL_API_URL.";
    return { failure: permanent(message, { hint }, error) };
  }
  const failure = new Failure(kind, message, { hint: "Call again in a moment." }, { cause: error });
  return retry === undefined ? { failure } : { failure, retry };
};

/** Duffel's codes are strings, except for one that is a number. */
const problemIn = ({ body, status }: TransportAnswer): Problem => {
  const error = objectsIn(objectIn(parseJson(body))?.["errors"])?.[0] ?? {};
  const { type, code, title, message } = error;
  const source = objectIn(error["source"]);
  return {
    type: textIn(type) ?? "",
    code: textIn(typeof code === "number" ? String(code) : code) ?? "",
    message: textIn(message, 300) ?? textIn(title) ?? `no reason given, status ${status}`,
    pointer: textIn(source?.["pointer"]) ?? textIn(source?.["field"]),
  };
};
