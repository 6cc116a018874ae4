import { Failure, type FailureDetails, type FailureKind, invalid, notFound } from "../../../model/failure.ts";
import type { OutboundError, OutboundReason } from "../../../platform/outbound/outbound.ts";
import type { Trouble } from "./backoff.ts";
import type { TransportAnswer } from "./duffel-transport.ts";
import { objectIn, objectsIn, textIn } from "./foreign-values.ts";
import { parseJson } from "./parse-json.ts";

/** Why a call brought nothing, and whether it may be made again. */
export interface Refusal {
  readonly failure: Failure;
  readonly again?: Trouble;
}

/** What a call is about, for whoever reads why it was refused. */
export interface Subject {
  /** The caller's own field, and what stood in it, for a place in the request (`/slices/0/origin`) or for a value. */
  fieldOf(problem: Problem): { readonly field: string; readonly value: unknown } | undefined;
  /** What a 404 means. */
  missing(): Failure;
}

/** The first error of an answer, in Duffel's words, cleaned. */
export interface Problem {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** Such as `/slices/0/departure_date`, or a name alone. */
  readonly pointer: string | undefined;
}

export const refusalOf = (answer: TransportAnswer, subject: Subject): Refusal => {
  const { status } = answer;
  const problem = problemIn(answer);
  if (status === 429) {
    return {
      failure: new Failure("rate_limited", "Rate limit exceeded: Duffel has been asked too often.", {
        hint: "Wait a minute and call again.",
      }),
      again: "rate",
    };
  }
  if (status === 401 || status === 403) return { failure: keyRefused(status, problem) };
  if (status === 404) return { failure: subject.missing() };
  if (GONE.has(problem.code)) return { failure: offerGone(problem) };
  if (status === 408 || status >= 500) {
    return { failure: absent(`Duffel had a problem of its own (status ${status}).`), again: "fault" };
  }
  if ((status === 400 || status === 422) && !OUR_FAULT.test(problem.code)) {
    return { failure: wrongInput(problem, subject) };
  }
  return {
    failure: unusable(`Duffel did not accept the request (status ${status}): ${problem.message}`, {
      hint: "An operator should look whether DUFFEL_API_URL points at Duffel's API v2.",
    }),
  };
};

/** Codes about headers, versions and envelopes are nothing that a caller could mend. */
const OUR_FAULT = /_header$|_version$|^unsupported_format$|_data_param$/;
const GONE: ReadonlySet<string> = new Set([
  "offer_no_longer_available",
  "offer_expired",
  "offer_request_already_booked",
]);
/** Types that are about the request; others are about the airline or the state of things. */
const ABOUT_INPUT: ReadonlySet<string> = new Set(["validation_error", "invalid_request_error", ""]);

const wrongInput = (problem: Problem, subject: Subject): Failure => {
  const airport = /'([A-Z]{3})'/.exec(problem.message)?.[1];
  const found = subject.fieldOf(problem);
  if (problem.code === "invalid_airport_code" && airport !== undefined) {
    return invalid(`Airport code ${airport} not found. Please check spelling.`, {
      ...(found ?? { value: airport }),
      hint: "Give the IATA code of an airport or a city, such as SFO or LON.",
    });
  }
  if (!ABOUT_INPUT.has(problem.type)) return new Failure("failed", `Duffel refused: ${problem.message}`);
  return invalid(`Duffel refused ${found?.field ?? "the request"}: ${problem.message}`, {
    ...found,
    hint: "Change what it names and call again.",
  });
};

const keyRefused = (status: number, { message }: Problem): Failure =>
  unusable(
    status === 401
      ? "Duffel does not accept the key this server was set up with."
      : `Duffel's key may not be used for this: ${message}`,
    {
      error_type: "unauthorized",
      hint: "An operator should check DUFFEL_API_KEY: whether it is whole and not revoked, whether its mode (duffel_test_ or duffel_live_) is the one that is meant, and whether it has permission to search.",
    },
  );

const offerGone = ({ message }: Problem): Failure =>
  notFound(`The offer can no longer be had: ${message}`, { hint: "Search again with refresh: true." });

const absent = (message: string, cause?: unknown): Failure =>
  new Failure("unavailable", message, { hint: "Call again in a moment." }, { cause });

/** Calling again will not help before an operator has. */
const unusable = (message: string, details: FailureDetails, cause?: unknown): Failure =>
  new Failure("unavailable", message, { retryable: false, ...details }, { cause });

/** An answer that says it is one and is none. */
export const brokenAnswer = (what: string): Refusal => ({
  failure: absent(`Duffel's answer ${what}.`),
  again: "fault",
});

const REASONS: Readonly<Record<OutboundReason, readonly [FailureKind, string, Trouble?]>> = {
  unreachable: ["unavailable", "Duffel cannot be reached.", "fault"],
  broken: ["unavailable", "Duffel's answer was cut off or is no HTTP.", "fault"],
  timeout: ["timeout", "Duffel did not answer in time."],
  too_large: ["unavailable", "Duffel's answer is too large."],
  refused: ["unavailable", "Duffel's address may not be called from this server."],
  cancelled: ["unavailable", "The server is stopping."],
};

export const refusalOfOutbound = (error: OutboundError): Refusal => {
  const [kind, message, again] = REASONS[error.reason];
  if (error.reason === "refused") {
    const hint = "An operator should check DUFFEL_API_URL.";
    return { failure: unusable(message, { hint }, error) };
  }
  const failure = new Failure(kind, message, { hint: "Call again in a moment." }, { cause: error });
  return again === undefined ? { failure } : { failure, again };
};

/** Duffel's codes are words, but for one that is a number. */
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
