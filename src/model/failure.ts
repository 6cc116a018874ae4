/**
 * What can go wrong in the trade, said for the model or person who reads it. Anything else that is thrown is a defect
 * of ours. Only `mcp/protocol/errors.ts` knows how a kind looks on the wire.
 */
export type FailureKind =
  /** The input does not fit: wrong type, form or value. */
  | "invalid"
  /** What was asked for does not exist (any more). */
  | "not_found"
  /** Well-formed, but a rule of the trade forbids it. */
  | "rule"
  /** Something we depend on does not answer; the same call may work later. */
  | "unavailable"
  /** A tool ran, and could not do what it was asked to. */
  | "failed"
  /** There is such a tool, but it has no such function. */
  | "function_not_found"
  /** Not for this caller. */
  | "forbidden"
  /** It took longer than it was given. */
  | "timeout"
  /** Too many at a time, or in a time. */
  | "rate_limited";

export interface FailureDetails {
  readonly field?: string;
  readonly value?: unknown;
  /** What would have been accepted. */
  readonly allowed?: readonly unknown[] | string;
  /** What to do next: a sentence, as the message is. */
  readonly hint?: string;
  readonly retryable?: boolean;
  /** What kind of failure it was, where the kind alone does not say: a word such as `bad_response`. */
  readonly error_type?: string;
  /** Further facts for `data`, such as both amounts of a price difference. */
  readonly [fact: string]: unknown;
}

export class Failure extends Error {
  readonly kind: FailureKind;
  readonly details: FailureDetails;

  /** `options.cause` is for the log; clients never see it. */
  constructor(kind: FailureKind, message: string, details: FailureDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
    this.kind = kind;
    this.details = details;
  }
}

export const invalid = (message: string, details?: FailureDetails): Failure => new Failure("invalid", message, details);
export const notFound = (message: string, details?: FailureDetails): Failure =>
  new Failure("not_found", message, details);
export const ruleBroken = (message: string, details?: FailureDetails): Failure => new Failure("rule", message, details);
export const unavailable = (message: string, details?: FailureDetails, cause?: unknown): Failure =>
  new Failure("unavailable", message, details, { cause });
export const failed = (message: string, details?: FailureDetails, cause?: unknown): Failure =>
  new Failure("failed", message, details, { cause });
