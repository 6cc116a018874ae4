import type { Log, LogFacts, LogLevel } from "../../model/log.ts";
import { redact, withoutSecrets } from "../../model/redact.ts";
import type { CallDetail } from "../contract.ts";

/** What was logged about requests lately, while somebody looks. */
export interface LogLines {
  /** Writes what it is given to where it goes, and remembers what is about a request. */
  readonly log: Log;
  about(requestId: string): CallDetail["log"];
}

interface Line {
  readonly at: number;
  readonly level: LogLevel;
  readonly event: string;
  readonly facts: LogFacts;
}

const MOST_LINES = 500;

export const createLogLines = (log: Log, isWanted: () => boolean): LogLines => {
  const lines: Line[] = [];
  let next = 0;

  const at =
    (level: LogLevel) =>
    (event: string, facts?: LogFacts): void => {
      log[level](event, facts);
      if (facts?.["requestId"] === undefined || !isWanted()) return;
      lines[next] = { at: Date.now(), level, event, facts };
      next = (next + 1) % MOST_LINES;
    };

  return {
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    about: (requestId) =>
      lines
        .filter(({ facts }) => facts["requestId"] === requestId)
        .sort((a, b) => a.at - b.at)
        .map(({ at: instant, level, event, facts: { requestId: _, ...facts } }) => ({
          ...{ at: new Date(instant).toISOString(), level, event: withoutSecrets(event) },
          facts: redact(facts) as LogFacts,
        })),
  };
};
