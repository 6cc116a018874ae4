import { Failure } from "../../model/failure.ts";

/** Whether a failed operation changed anything: `false` when it certainly did not, "unknown" when it may have. */
export type CarriedOut = false | "unknown";

interface Circumstances {
  readonly carriedOut: CarriedOut;
  /** For the log; callers never see it. */
  readonly cause?: unknown;
  /** What to do next; by default what follows from `carriedOut`. */
  readonly hint?: string;
  /** False where trying again cannot help before an operator acts. */
  readonly retryable?: boolean;
}

const HINTS = {
  false: "Nothing was changed. Try again in a moment.",
  unknown: "The change may or may not have been made: look before you make it again.",
};

/** Every error of a store, so that callers can tell "nothing happened" from "look before you repeat". */
export const storeFailure = (
  message: string,
  { carriedOut, cause, hint = HINTS[`${carriedOut}`], retryable = true }: Circumstances,
): Failure => new Failure("unavailable", message, { carriedOut, retryable, hint }, { cause });

export const storeDoesNotAnswer = (carriedOut: CarriedOut, cause: unknown): Failure =>
  storeFailure("The store does not answer.", { carriedOut, cause });

export const storeIsFull = (cause: unknown): Failure =>
  storeFailure("The store is full.", {
    carriedOut: false,
    cause,
    hint: "Nothing was changed. Try again later; an operator has to make room in the store.",
  });

/** What a failed store operation says about itself; undefined for anything else that was thrown. */
export const carriedOutOf = (error: unknown): CarriedOut | undefined =>
  error instanceof Failure && error.kind === "unavailable"
    ? (error.details["carriedOut"] as CarriedOut | undefined)
    : undefined;
