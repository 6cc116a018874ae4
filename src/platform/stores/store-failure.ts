import { Failure } from "../../model/failure.ts";

/** Whether a failed operation was executed: `false` if certainly not, "unknown" if it may have been. */
type CarriedOut = false | "unknown";

interface Circumstances {
  readonly carriedOut: CarriedOut;
  /** Only logged; callers never see it. */
  readonly cause?: unknown;
  /** What to do next; default: derived from `carriedOut`. */
  readonly hint?: string;
  /** False if a retry cannot succeed before an operator acts. */
  readonly retryable?: boolean;
}

const HINTS = {
  false: "Nothing was changed. Try again in a moment.",
  unknown: "The change may or may not have been made. Check the current state before you retry.",
};

/** Creates the error of a failed store operation, which tells callers whether a retry is safe. */
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
    hint: "Nothing was changed. Try again after an operator has made room in the store.",
  });

/** Returns `carriedOut` of a failed store operation; undefined for other errors. */
export const carriedOutOf = (error: unknown): CarriedOut | undefined =>
  error instanceof Failure && error.kind === "unavailable"
    ? (error.details["carriedOut"] as CarriedOut | undefined)
    : undefined;
