import { Failure } from "../../../model/failure.ts";
import type { OutboundError, OutboundReason } from "../../../platform/outbound/outbound.ts";

/** The service is there, but what it says makes no sense. */
export const badResponse = (name: string, what: string, cause?: unknown): Failure =>
  new Failure(
    "failed",
    `${name} gave no proper answer: ${what}`,
    {
      error_type: "bad_response",
      hint: "The call may have had its effect all the same; look before you ask again.",
      retryable: false,
    },
    { cause },
  );

/** An HTTP status that says that there is no answer. */
export const statusFailure = (name: string, status: number, retryAfterMs?: number): Failure => {
  const pause = retryAfterMs !== undefined && { retry_after_ms: retryAfterMs };
  if (status === 429) {
    return new Failure("rate_limited", `${name} has too much to do (HTTP 429).`, { retryable: true, ...pause });
  }
  if (status >= 500) {
    const facts = { error_type: "http_error", retryable: status === 503, ...pause };
    return new Failure("unavailable", `${name} is out of order: it answered with HTTP status ${status}.`, facts);
  }
  const isRefused = status === 401 || status === 403;
  return badResponse(name, `It ${isRefused ? "refused the request" : "answered"} with HTTP status ${status}.`);
};

export const timedOut = (name: string, timeoutMs: number, cause?: unknown): Failure =>
  new Failure(
    "timeout",
    `${name} did not answer within ${timeoutMs / 1000} seconds.`,
    { hint: "It may have done what it was asked to; look before you ask again." },
    { cause },
  );

/** Without the address: a tool's callers need not know it. */
const ALLOW = "An operator can allow its address with TAXIWAY_OUTBOUND_ALLOW=tools=host:port.";

const away = (name: string, error: OutboundError, error_type: string, retryable: boolean): Failure =>
  new Failure(
    "unavailable",
    `${name} cannot be reached. ${error.message}`,
    { error_type, retryable, ...(error.hint !== undefined && { hint: ALLOW }) },
    { cause: error },
  );

type Explain = (name: string, error: OutboundError, timeoutMs: number) => Failure;

const EXPLANATIONS: Readonly<Record<OutboundReason, Explain>> = {
  refused: (name, error) => away(name, error, "refused", false),
  unreachable: (name, error) => away(name, error, "unreachable", true),
  timeout: (name, error, timeoutMs) => timedOut(name, timeoutMs, error),
  too_large: (name, error) => badResponse(name, error.message, error),
  broken: (name, error) => badResponse(name, error.message, error),
  cancelled: (name, error) => away(name, error, "cancelled", true),
};

/** What an exchange that did not take place means for whoever called the tool. */
export const exchangeFailure: Explain = (name, error, timeoutMs) => EXPLANATIONS[error.reason](name, error, timeoutMs);
