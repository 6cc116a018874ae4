import { join } from "node:path";
import { forkPinned } from "../http/cores.ts";
import type { Call } from "../requests.ts";

/** The request that callers repeat, with undici, the HTTP client of most programs. */
export interface CallTarget {
  readonly port: number;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** A call gets a new ID each time. */
  readonly body?: string | Call;
  /** A text that is in every successful answer and in no other. */
  readonly expectedText: string;
}

export interface CallersRun {
  /** Each sends its next request as soon as it has read the answer. */
  readonly callers: number;
  readonly seconds: number;
}

export interface CallersReport {
  readonly calls: number;
  readonly seconds: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly problem?: string;
}

/** Callers in a separate process. */
export interface Callers {
  /** Throws on a wrong answer. */
  run(run: CallersRun): Promise<CallersReport>;
  end(): void;
}

const PROGRAM = join(import.meta.dirname, "callers-process.ts");

export const startCallers = (target: CallTarget): Callers => {
  const { send, ask, end } = forkPinned(PROGRAM);
  send(target);
  return {
    async run(run) {
      const report = await ask<CallersReport>(run);
      if (report.problem !== undefined) throw new Error(`A call of ${target.path} failed: ${report.problem}`);
      return report;
    },
    end,
  };
};
