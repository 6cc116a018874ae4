import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import type { OutboundError, OutboundReason } from "../../../platform/outbound/outbound.ts";
import type { ErrorFacts } from "./error-facts.ts";
import type { Masker } from "./mask-secrets.ts";
import { mayFollowStatus } from "./retry-rules.ts";

/** What is needed to tell a caller what became of a call. */
export interface FailureContext {
  /** Of the connector. */
  readonly title: string;
  /** Whether the call may be made again without doing twice what it does. */
  readonly repeatable: boolean;
  readonly masker: Masker;
}

const CORRECT = "Correct the arguments and call again.";
const NOT_YOURS = "Nothing in the arguments can change that: whoever runs this server has to look at the credentials.";
const LOOK_FIRST = "It may have had its effect all the same: look before you call again.";
const LATER = "Try again later.";

type Meaning = readonly [kind: FailureKind, hint: string | undefined];
const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: ["invalid", CORRECT],
  401: ["failed", NOT_YOURS],
  402: ["failed", NOT_YOURS],
  403: ["forbidden", NOT_YOURS],
  404: ["not_found", "Check the ids in the arguments."],
  408: ["unavailable", undefined],
  409: ["rule", "Look at how things are now before you call again."],
  410: ["not_found", "What was asked for is gone for good."],
  412: ["rule", "Look at how things are now before you call again."],
  413: ["invalid", "Send less."],
  422: ["invalid", CORRECT],
  429: ["rate_limited", "Wait before you call again."],
};

const meaningOf = (status: number): Meaning =>
  MEANINGS[status] ?? (status >= 500 ? ["unavailable", undefined] : ["failed", undefined]);

/** An answer whose status says that it is an error. */
export const statusFailure = (
  status: number,
  facts: ErrorFacts,
  retryAfterMs: number | undefined,
  context: FailureContext,
): Failure => {
  const [kind, usualHint] = meaningOf(status);
  const { repeatable } = context;
  const retryable = facts.retryable ?? (mayFollowStatus(status, repeatable) || (repeatable && status >= 500));
  const hint = usualHint ?? (retryable ? LATER : status >= 500 || status === 408 ? LOOK_FIRST : undefined);
  return new Failure(kind, sentence(`${context.title} answered with HTTP ${status}`, facts, context), {
    error_type: "api_error",
    http_status: status,
    ...said(facts, retryAfterMs, context),
    retryable,
    ...(hint !== undefined && { hint }),
  });
};

/** An answer that looks fine and says otherwise. */
export const reportedFailure = (status: number, facts: ErrorFacts, context: FailureContext): Failure =>
  new Failure("failed", sentence(`${context.title} reports an error`, facts, context), {
    error_type: "api_error",
    http_status: status,
    ...said(facts, undefined, context),
    retryable: facts.retryable ?? false,
  });

/** Something came back, but nobody can tell what. `why` is a sentence. */
export const unreadable = (why: string, { title, repeatable, masker }: FailureContext, cause?: unknown): Failure =>
  new Failure(
    "failed",
    `${title} gave no proper answer: ${foreignText(masker.text(why), 300)}`,
    { error_type: "bad_response", retryable: false, ...(!repeatable && { hint: LOOK_FIRST }) },
    { cause },
  );

const said = ({ code, retryAfterMs }: ErrorFacts, askedFor: number | undefined, { masker }: FailureContext) => {
  const pause = retryAfterMs ?? askedFor;
  return {
    ...(code !== undefined && { code: masker.text(code) }),
    ...(pause !== undefined && { retry_after_ms: Math.round(pause) }),
  };
};

const sentence = (start: string, { message }: ErrorFacts, { masker }: FailureContext): string => {
  const cleaned = message === undefined ? "" : cleanMessage(masker.text(message));
  if (cleaned === "") return `${start}, and did not say why.`;
  return `${start}: ${cleaned}${/[.!?…]$/.test(cleaned) ? "" : "."}`;
};

const STACK = /\s*(?:\n\s+at\s[\s\S]*|\bTraceback \(most recent call last\)[\s\S]*)$/;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi;
const MARKUP = /<[^<>]{0,500}>/g;

/** What an API says, as far as it helps: without where it runs, how it was built and what it was called with. */
const cleanMessage = (message: string): string =>
  foreignText(message.slice(0, 4_000).replace(STACK, "").replace(MARKUP, " ").replace(ADDRESS, "[address]"));

/** Without the address: a connector's callers need not know it. */
const ALLOW = "An operator can allow its address with TAXIWAY_OUTBOUND_ALLOW=connectors=host:port.";

type Explain = (error: OutboundError, context: FailureContext, timeoutMs: number) => Failure;

const away =
  (kind: FailureKind, start: string, isWorthAnother: boolean): Explain =>
  (error, { title, repeatable }) => {
    const retryable = isWorthAnother && (repeatable || !error.sent);
    const mayHaveWorked = error.sent && !repeatable;
    return new Failure(
      kind,
      `${title} ${start} ${error.message}`,
      {
        error_type: error.reason,
        retryable,
        ...(mayHaveWorked ? { hint: LOOK_FIRST } : retryable && { hint: LATER }),
        ...(error.hint !== undefined && { hint: ALLOW }),
      },
      { cause: error },
    );
  };

const EXPLANATIONS: Readonly<Record<OutboundReason, Explain>> = {
  refused: away("failed", "may not be called from here.", false),
  unreachable: away("unavailable", "cannot be reached.", true),
  cancelled: away("unavailable", "was not waited for.", true),
  too_large: away("failed", "sent more than is read.", false),
  broken: away("failed", "gave no proper answer.", false),
  timeout: (error, { title, repeatable }, timeoutMs) =>
    new Failure(
      "timeout",
      `${title} did not answer within ${timeoutMs / 1000} seconds.`,
      {
        error_type: "timeout",
        retryable: repeatable || !error.sent,
        hint: repeatable || !error.sent ? "Ask for less, or try again later." : LOOK_FIRST,
      },
      { cause: error },
    ),
};

/** What an exchange that did not take place means for the caller. */
export const exchangeFailure: Explain = (error, context, timeoutMs) =>
  EXPLANATIONS[error.reason](error, context, timeoutMs);
