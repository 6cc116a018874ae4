/**
 * The kinds of expected errors, whose messages are written for the model or person who reads them. Any other exception
 * is a defect. Only `mcp/protocol/errors.ts` maps kinds to wire formats.
 */
export type FailureKind =
  /** The input has the wrong type, format or value. */
  | "invalid"
  /** The requested thing does not exist, or no longer exists. */
  | "not_found"
  /** The input is well-formed, but a business rule forbids it. */
  | "rule"
  /** A dependency does not respond; the same call may succeed later. */
  | "unavailable"
  /** A tool ran and could not complete the request. */
  | "failed"
  /** The tool exists, but it has no such function. */
  | "function_not_found"
  /** The caller lacks permission. */
  | "forbidden"
  /** The work exceeded its time limit. */
  | "timeout"
  /** Too many concurrent calls, or too many calls in a period. */
  | "rate_limited";

export interface FailureDetails {
  readonly field?: string;
  readonly value?: unknown;
  /** The accepted values. */
  readonly allowed?: readonly unknown[] | string;
  /** What to do next, as a full sentence. */
  readonly hint?: string;
  readonly retryable?: boolean;
  /** A more specific type than the kind, such as `bad_response`. */
  readonly error_type?: string;
  /** Additional fields for `data`, such as both amounts of a price difference. */
  readonly [fact: string]: unknown;
}

export class Failure extends Error {
  readonly kind: FailureKind;
  readonly details: FailureDetails;

  /** `options.cause` is only logged; clients never see it. */
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
