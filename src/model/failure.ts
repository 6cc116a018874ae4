/**
 * What can go wrong in the trade, said for the model or person who reads it. Anything else that is thrown is a defect
 * of ours. Only `protocol/errors.ts` knows how a kind looks on the wire.
 */
export type FailureKind =
  /** The input does not fit: wrong type, form or value. */
  | "invalid"
  /** What was asked for does not exist (any more). */
  | "not_found"
  /** Well-formed, but a rule of the trade forbids it. */
  | "rule"
  /** Something we depend on does not answer; the same call may work later. */
  | "unavailable";

export interface FailureDetails {
  readonly field?: string;
  readonly value?: unknown;
  /** What would have been accepted. */
  readonly allowed?: readonly unknown[] | string;
  /** What to do next: a sentence, as the message is. */
  readonly hint?: string;
  readonly retryable?: boolean;
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
