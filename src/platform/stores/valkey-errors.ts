import type { Failure } from "../../model/failure.ts";
import { storeDoesNotAnswer, storeFailure, storeIsFull } from "./store-failure.ts";

/** Whether a command reads or writes. A failed read has changed nothing, whether or not it was sent. */
export type Effect = "reads" | "writes";

/**
 * Returns the error of a command for its caller. Undefined if the server rejected the command itself (wrong type, missing
 * permission): that is a defect or a configuration error, and a retry does not help.
 */
export const failureOf = (error: unknown, effect: Effect, wasSent: boolean): Failure | undefined => {
  if (isAnswer(error)) return refusalOf(error);
  const cannotHaveRun = effect === "reads" || !wasSent || NEVER_RAN.test(messageOf(error));
  return storeDoesNotAnswer(cannotHaveRun ? false : "unknown", error);
};

/** Checks whether the server responds but rejects writes. */
export const refusesWrites = (error: unknown): boolean =>
  isAnswer(error) && /^(?:OOM|MISCONF|READONLY|NOREPLICAS)\b/.test(error.message);

/** Checks whether a master rejected the write. Reads from it are current; those from a replica may be stale. */
export const isRefusedByMaster = (failure: unknown): boolean =>
  failure instanceof Error && refusesWrites(failure.cause) && !/^READONLY\b/.test(messageOf(failure.cause));

const OPERATOR = "Nothing was changed. Try again after an operator has checked the store.";

/** Returns the failure for an error reply with which a server did not run the command, but may run it later. */
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
    // MOVED and ASK occur here only while a cluster moves slots and the client has followed too many of them.
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

/** Messages of the client for a command that it did not send, or that every cluster node redirected. */
const NEVER_RAN = /^(?:Stream isn't writeable|Cluster isn't ready|Too many Cluster redirections)/;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "");
