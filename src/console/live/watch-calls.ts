import type { Log, LogFacts, LogLevel } from "../../model/log.ts";
import { redact, withoutSecrets } from "../../model/redact.ts";
import type { CallDetail } from "../contract.ts";
import { redactArguments } from "../invocations/redact-arguments.ts";
import { createLiveCalls, type LiveCalls } from "./live-calls.ts";
import type { Subscribers } from "./subscribers.ts";

/** Keeps recent calls and their log lines from the start, before any console is open. */
export interface CallWatch {
  readonly calls: LiveCalls;
  /** Writes to the given log, and keeps the lines of requests while a console is open. */
  readonly log: Log;
  isWatched(): boolean;
  /** Makes `isWatched` report whether there are subscribers. */
  connect(subscribers: Subscribers): void;
}

export const watchCalls = (version: string, log: Log): CallWatch => {
  let subscribers: Subscribers | undefined;
  const isWatched = (): boolean => subscribers?.exist() === true;
  const lines = createLogLines(log, isWatched);
  return {
    log: lines.log,
    isWatched,
    calls: createLiveCalls({ isWatched, redact: redactArguments, linesAbout: lines.about, version }),
    connect(open) {
      subscribers = open;
    },
  };
};

interface LogLines {
  /** Writes to the given log, and keeps the lines of requests. */
  readonly log: Log;
  about(requestId: string): CallDetail["log"];
}

interface Line {
  readonly at: number;
  readonly level: LogLevel;
  readonly event: string;
  readonly facts: LogFacts;
}

const MAX_LINES = 500;

/** Keeps the last log lines of requests while a console is open. */
const createLogLines = (log: Log, isWanted: () => boolean): LogLines => {
  const lines: Line[] = [];
  let next = 0;

  const at =
    (level: LogLevel) =>
    (event: string, facts?: LogFacts): void => {
      log[level](event, facts);
      if (facts?.["requestId"] === undefined || !isWanted()) return;
      lines[next] = { at: Date.now(), level, event, facts };
      next = (next + 1) % MAX_LINES;
    };

  return {
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    about: (requestId) =>
      lines
        .filter(({ facts }) => facts["requestId"] === requestId)
        .sort((a, b) => a.at - b.at)
        .map(({ at: instant, level, event, facts: { requestId: _, ...facts } }) => ({
          at: new Date(instant).toISOString(),
          level,
          event: withoutSecrets(event),
          facts: redact(facts) as LogFacts,
        })),
  };
};
