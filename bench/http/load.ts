import { join } from "node:path";
import type { Expected } from "./answer-check.ts";
import { forkPinned } from "./cores.ts";

/** The requests that a load sends, and their target. */
export interface LoadTarget {
  readonly port: number;
  /** Complete requests, with head and body, sent in turn. */
  readonly requests: readonly string[];
  readonly connections: number;
  readonly expected: Expected;
  /** Sleeps while it waits, for a load that shares its core. */
  readonly yields?: boolean;
  /** Sends each request only once; a run ends when there are no more. */
  readonly once?: boolean;
}

export interface LoadRun {
  readonly seconds: number;
  /** Requests per second. Without a rate, each connection sends the next request as soon as it has an answer. */
  readonly rate?: number;
}

export interface LoadReport {
  readonly calls: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Answers that were parsed and compared. Of all others only status and length were checked. */
  readonly compared: number;
  readonly failed: number;
  readonly firstFailure?: string;
  /** In milliseconds. With a rate, latency starts when a request is due, not when it can be sent. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** A load generator in a separate process. */
export interface Load {
  /** Throws on a wrong answer, unless failures are counted. */
  run(run: LoadRun, failures?: "counted"): Promise<LoadReport>;
  end(): void;
}

const PROGRAM = join(import.meta.dirname, "load-process.ts");

export const startLoad = (target: LoadTarget, core?: string): Load => {
  const { send, ask, end } = forkPinned(PROGRAM, core);
  send(target);
  return {
    async run(run, failures) {
      const report = await ask<LoadReport>(run);
      if (report.failed > 0 && failures === undefined) {
        throw new Error(`${report.failed} of ${report.calls} answers were wrong. The first: ${report.firstFailure}`);
      }
      return report;
    },
    end,
  };
};
