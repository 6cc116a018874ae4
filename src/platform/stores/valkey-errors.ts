import type { Failure } from "../../model/failure.ts";
import { storeDoesNotAnswer, storeFailure, storeIsFull } from "./store-failure.ts";

/** What a command does if the server gets it: a read that fails has changed nothing, whether it was sent or not. */
export type Effect = "reads" | "writes";

/**
 * The error of a command, for its caller. Undefined where the server said no to the command itself (a wrong type, a
 * missing permission): that is a defect or a mistake in the set-up, and trying again does not help.
 */
export const failureOf = (error: unknown, effect: Effect, wasSent: boolean): Failure | undefined => {
  if (isAnswer(error)) return refusalOf(error);
  const cannotHaveRun = effect === "reads" || !wasSent || NEVER_RAN.test(messageOf(error));
  return storeDoesNotAnswer(cannotHaveRun ? false : "unknown", error);
};

/** The server answers, but takes no writes. */
export const refusesWrites = (error: unknown): boolean =>
  isAnswer(error) && /^(?:OOM|MISCONF|READONLY|NOREPLICAS)\b/.test(error.message);

/** A failure that means the same for all writes, while reads are up to date; a replica's may be late. */
export const isRefusedByMaster = (failure: unknown): boolean =>
  failure instanceof Error && refusesWrites(failure.cause) && !/^READONLY\b/.test(messageOf(failure.cause));

const OPERATOR = "Nothing was changed. Try again later; an operator has to look at the store.";

/** Answers with which a server says that it did not run the command, and may run it later. */
const refusalOf = (error: Error): Failure | undefined => {
  const refusal = (message: string, hint?: string) =>
    storeFailure(message, { carriedOut: false, cause: error, ...(hint && { hint }) });
  switch (/^[A-Z]+\b/.exec(error.message)?.[0]) {
    case "OOM":
      return storeIsFull(error);
    case "MISCONF":
    case "READONLY":
    case "NOREPLICAS":
      return refusal("The store cannot be written to.", OPERATOR);
    case "LOADING":
      return refusal("The store is starting.");
    case "BUSY":
      return refusal("The store is busy.");
    // MOVED and ASK come here only from a cluster that is being rearranged, when the client has followed enough of them.
    case "MOVED":
    case "ASK":
    case "TRYAGAIN":
    case "CLUSTERDOWN":
    case "MASTERDOWN":
      return refusal("The store is not available.");
    default:
      return undefined;
  }
};

const isAnswer = (error: unknown): error is Error => error instanceof Error && error.name === "ReplyError";

/** The client's own words for a command that it did not send, or that every node of a cluster passed on to another. */
const NEVER_RAN = /^(?:Stream isn't writeable|Cluster isn't ready|Too many Cluster redirections)/;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "");
