import { Failure } from "../../../model/failure.ts";
import type { OutboundError, OutboundReason } from "../../../platform/outbound/outbound.ts";

/** The service responded, but the response is invalid. */
export const badResponse = (name: string, what: string, cause?: unknown): Failure =>
  new Failure(
    "failed",
    `${name} sent an invalid response: ${what}`,
    {
      error_type: "bad_response",
      hint: "The call may still have taken effect; check before you retry.",
      retryable: false,
    },
    { cause },
  );

/** An HTTP error status without a usable response. */
export const statusFailure = (name: string, status: number, retryAfterMs?: number): Failure => {
  const pause = retryAfterMs !== undefined && { retry_after_ms: retryAfterMs };
  if (status === 429) {
    return new Failure("rate_limited", `${name} is rate-limiting calls (HTTP 429).`, { retryable: true, ...pause });
  }
  if (status >= 500) {
    const facts = { error_type: "http_error", retryable: status === 503, ...pause };
    return new Failure("unavailable", `${name} is failing: it responded with HTTP status ${status}.`, facts);
  }
  const isRefused = status === 401 || status === 403;
  return badResponse(name, `It ${isRefused ? "refused the request" : "responded"} with HTTP status ${status}.`);
};

export const timedOut = (name: string, timeoutMs: number, cause?: unknown): Failure =>
  new Failure(
    "timeout",
    `${name} did not answer within ${timeoutMs / 1000} seconds.`,
    { hint: "The call may still have taken effect; check before you retry." },
    { cause },
  );

/** Does not contain the address, which callers need not know. */
const ALLOW = "An operator can allow its address with TAXIWAY_OUTBOUND_ALLOW=tools=host:port.";

const unreachable = (name: string, error: OutboundError, error_type: string, retryable: boolean): Failure =>
  new Failure(
    "unavailable",
    `${name} cannot be reached. ${error.message}`,
    { error_type, retryable, ...(error.hint !== undefined && { hint: ALLOW }) },
    { cause: error },
  );

type Explain = (name: string, error: OutboundError, timeoutMs: number) => Failure;

const EXPLANATIONS: Readonly<Record<OutboundReason, Explain>> = {
  refused: (name, error) => unreachable(name, error, "refused", false),
  unreachable: (name, error) => unreachable(name, error, "unreachable", true),
  timeout: (name, error, timeoutMs) => timedOut(name, timeoutMs, error),
  too_large: (name, error) => badResponse(name, error.message, error),
  broken: (name, error) => badResponse(name, error.message, error),
  cancelled: (name, error) => unreachable(name, error, "cancelled", true),
};

/** Explains a failed outbound request to the caller of the tool. */
export const outboundFailure: Explain = (name, error, timeoutMs) => EXPLANATIONS[error.reason](name, error, timeoutMs);
