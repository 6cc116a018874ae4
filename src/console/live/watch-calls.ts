import type { Log } from "../../model/log.ts";
import { redactArguments } from "../invocations/redact-arguments.ts";
import { createLiveCalls, type LiveCalls } from "./live-calls.ts";
import { createLogLines } from "./log-lines.ts";
import type { Subscribers } from "./subscribers.ts";

/** Keeps recent calls and their log lines from the start, before any console is open. */
export interface CallWatch {
  readonly calls: LiveCalls;
  /** Writes to the given log, and keeps the lines of requests while a console is open. */
  readonly log: Log;
  isWatched(): boolean;
  /** From now on `isWatched` tells whether there are subscribers. */
  connect(subscribers: Subscribers): void;
}

export const watchCalls = (version: string, log: Log): CallWatch => {
  let subscribers: Subscribers | undefined;
  const isWatched = (): boolean => subscribers?.isThere() === true;
  const lines = createLogLines(log, isWatched);
  return {
    log: lines.log,
    isWatched,
    calls: createLiveCalls({ isWatched, redact: redactArguments, lines, version }),
    connect(those) {
      subscribers = those;
    },
  };
};
