import { foreignText } from "../../../mcp/tools/clean-text.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import type { OutboundError, OutboundReason } from "../../../platform/outbound/outbound.ts";
import type { ErrorFacts } from "./error-facts.ts";
import type { Masker } from "./mask-secrets.ts";
import { mayRetryStatus } from "./send-request.ts";

export interface FailureContext {
  /** The connector's title. */
  readonly title: string;
  /** Whether repeating the call does no more than making it once. */
  readonly repeatable: boolean;
  readonly masker: Masker;
}

const CORRECT = "Correct the arguments and call again.";
const CREDENTIALS = "Other arguments will not help: an operator of this server has to check the credentials.";
const CHECK_FIRST = "The call may have taken effect: check before you call again.";
const LATER = "Try again later.";

type Meaning = readonly [kind: FailureKind, hint: string | undefined];
const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: ["invalid", CORRECT],
  401: ["failed", CREDENTIALS],
  402: ["failed", CREDENTIALS],
  403: ["forbidden", CREDENTIALS],
  404: ["not_found", "Check the ids in the arguments."],
  408: ["unavailable", undefined],
  409: ["rule", "Check the current state before you call again."],
  410: ["not_found", "The requested resource is gone for good."],
  412: ["rule", "Check the current state before you call again."],
  413: ["invalid", "Send less data."],
  422: ["invalid", CORRECT],
  429: ["rate_limited", "Wait before you call again."],
};

const meaningOf = (status: number): Meaning =>
  MEANINGS[status] ?? (status >= 500 ? ["unavailable", undefined] : ["failed", undefined]);

/** A failure for a response with an error status. */
export const statusFailure = (
  status: number,
  facts: ErrorFacts,
  retryAfterMs: number | undefined,
  context: FailureContext,
): Failure => {
  const [kind, usualHint] = meaningOf(status);
  const { repeatable } = context;
  const retryable = facts.retryable ?? (mayRetryStatus(status, repeatable) || (repeatable && status >= 500));
  const hint = usualHint ?? (retryable ? LATER : status >= 500 || status === 408 ? CHECK_FIRST : undefined);
  return new Failure(kind, sentence(`${context.title} answered with HTTP ${status}`, facts, context), {
    error_type: "api_error",
    http_status: status,
    ...reportedDetails(facts, retryAfterMs, context),
    retryable,
    ...(hint !== undefined && { hint }),
  });
};

/** A failure for a response that reports an error with a success status. */
export const reportedFailure = (status: number, facts: ErrorFacts, context: FailureContext): Failure =>
  new Failure("failed", sentence(`${context.title} reports an error`, facts, context), {
    error_type: "api_error",
    http_status: status,
    ...reportedDetails(facts, undefined, context),
    retryable: facts.retryable ?? false,
  });

/** A failure for a response that cannot be parsed. `why` is a sentence. */
export const invalidResponse = (why: string, { title, repeatable, masker }: FailureContext, cause?: unknown): Failure =>
  new Failure(
    "failed",
    `${title} sent an invalid response: ${foreignText(masker.text(why), 300)}`,
    { error_type: "bad_response", retryable: false, ...(!repeatable && { hint: CHECK_FIRST }) },
    { cause },
  );

const reportedDetails = (
  { code, retryAfterMs }: ErrorFacts,
  header: number | undefined,
  { masker }: FailureContext,
) => {
  const pause = retryAfterMs ?? header;
  return {
    ...(code !== undefined && { code: masker.text(code) }),
    ...(pause !== undefined && { retry_after_ms: Math.round(pause) }),
  };
};

const sentence = (start: string, { message }: ErrorFacts, { masker }: FailureContext): string => {
  const cleaned = message === undefined ? "" : cleanMessage(masker.text(message));
  if (cleaned === "") return `${start}, without a message.`;
  return `${start}: ${cleaned}${/[.!?…]$/.test(cleaned) ? "" : "."}`;
};

const STACK = /\s*(?:\n\s+at\s[\s\S]*|\bTraceback \(most recent call last\)[\s\S]*)$/;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi;
const MARKUP = /<[^<>]{0,500}>/g;

/** Removes stack traces, markup and URLs from an API's message, which may reveal how it is built and what it was called with. */
const cleanMessage = (message: string): string =>
  foreignText(message.slice(0, 4_000).replace(STACK, "").replace(MARKUP, " ").replace(ADDRESS, "[address]"));

/** Does not name the address, which callers of a connector need not know. */
const ALLOW = "An operator can allow its address with TAXIWAY_OUTBOUND_ALLOW=connectors=host:port.";

type Explain = (error: OutboundError, context: FailureContext, timeoutMs: number) => Failure;

const notAnswered =
  (kind: FailureKind, start: string, mayPass: boolean): Explain =>
  (error, { title, repeatable }) => {
    const retryable = mayPass && (repeatable || !error.sent);
    const mayHaveWorked = error.sent && !repeatable;
    return new Failure(
      kind,
      `${title} ${start} ${error.message}`,
      {
        error_type: error.reason,
        retryable,
        ...(mayHaveWorked ? { hint: CHECK_FIRST } : retryable && { hint: LATER }),
        ...(error.hint !== undefined && { hint: ALLOW }),
      },
      { cause: error },
    );
  };

const EXPLANATIONS: Readonly<Record<OutboundReason, Explain>> = {
  refused: notAnswered("failed", "may not be called from here.", false),
  unreachable: notAnswered("unavailable", "cannot be reached.", true),
  cancelled: notAnswered("unavailable", "did not answer before the call ended.", true),
  too_large: notAnswered("failed", "sent a response that is too large.", false),
  broken: notAnswered("failed", "sent an invalid response.", false),
  timeout: (error, { title, repeatable }, timeoutMs) =>
    new Failure(
      "timeout",
      `${title} did not answer within ${timeoutMs / 1000} seconds.`,
      {
        error_type: "timeout",
        retryable: repeatable || !error.sent,
        hint: repeatable || !error.sent ? "Request less data, or try again later." : CHECK_FIRST,
      },
      { cause: error },
    ),
};

/** A failure for a request that got no complete response. */
export const exchangeFailure: Explain = (error, context, timeoutMs) =>
  EXPLANATIONS[error.reason](error, context, timeoutMs);
