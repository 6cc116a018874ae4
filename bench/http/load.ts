import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Expected } from "./answer-check.ts";
import { LOAD_CORE, pinnedTo } from "./cores.ts";

/** What a load sends, and where. */
export interface LoadTarget {
  readonly port: number;
  /** Whole requests, head and body, taken in turn. */
  readonly requests: readonly string[];
  readonly connections: number;
  readonly expected: Expected;
  /** Others work on its core: it sleeps while it waits. */
  readonly yields?: boolean;
  /** No request is ever sent twice; a run ends when there are no more. */
  readonly once?: boolean;
}

export interface LoadRun {
  readonly seconds: number;
  /** Requests per second. Without it each connection sends the next as soon as it has the last one's answer. */
  readonly rate?: number;
}

export interface LoadReport {
  readonly calls: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Answers that were parsed and compared; of all others status and length were checked. */
  readonly compared: number;
  readonly failed: number;
  readonly firstFailure?: string;
  /** Milliseconds. With a rate they count from when a request was due, not from when it could be sent. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** A load generator in a process of its own. */
export interface Load {
  /** Throws on a wrong answer, unless failures are to be counted. */
  run(run: LoadRun, failures?: "counted"): Promise<LoadReport>;
  end(): void;
}

const PROGRAM = join(import.meta.dirname, "load-process.ts");

export const startLoad = (target: LoadTarget, core = LOAD_CORE): Load => {
  const [execPath, ...execArgv] = [...pinnedTo(core), process.execPath, ...process.execArgv] as [string, ...string[]];
  const child = fork(PROGRAM, { execPath, execArgv });
  child.send(target);
  const gone = ended(child);
  // Whoever waits for a report hears of it; after the last one it is as it should be.
  gone.catch(() => undefined);
  return {
    async run(run, failures) {
      child.send(run);
      const [report] = (await Promise.race([once(child, "message"), gone])) as [LoadReport];
      if (report.failed > 0 && failures === undefined) {
        throw new Error(`${report.failed} of ${report.calls} answers were wrong; the first: ${report.firstFailure}`);
      }
      return report;
    },
    end: () => child.disconnect(),
  };
};

const ended = async (child: ReturnType<typeof fork>): Promise<never> => {
  const [code] = await once(child, "exit");
  throw new Error(`The load's process ended with ${code}.`);
};
