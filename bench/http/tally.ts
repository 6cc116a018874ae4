import type { AnswerCheck } from "./answer-check.ts";
import { createLatencies } from "./latencies.ts";
import type { LoadReport } from "./load.ts";
import type { ResponseReader } from "./response-reader.ts";

/** What came of a run so far. */
export interface Tally {
  readonly calls: number;
  answered(reader: ResponseReader, milliseconds: number, bodyKept: boolean): void;
  /** The connection broke, with a request on its way or without. */
  lost(reason: string, onItsWay: boolean): void;
  report(): Omit<LoadReport, "seconds">;
}

export const createTally = (check: AnswerCheck): Tally => {
  const latencies = createLatencies();
  let calls = 0;
  let bytes = 0;
  let compared = 0;
  let longest = 0;
  let failed = 0;
  let firstFailure: string | undefined;

  const fail = (reason: string) => {
    failed++;
    firstFailure ??= reason;
  };

  return {
    get calls() {
      return calls;
    },
    answered(reader, milliseconds, bodyKept) {
      calls++;
      bytes += reader.length;
      latencies.add(milliseconds);
      if (milliseconds > longest) longest = milliseconds;
      if (bodyKept) compared++;
      const wrong = check.quick(reader.status, reader.length) ?? (bodyKept ? check.thorough(reader.body()) : undefined);
      if (wrong !== undefined) fail(wrong);
    },
    lost(reason, onItsWay) {
      if (onItsWay) calls++;
      fail(reason);
    },
    report: () => ({
      calls,
      bytes,
      compared,
      failed,
      ...(firstFailure !== undefined && { firstFailure }),
      p50: latencies.percentile(0.5),
      p99: latencies.percentile(0.99),
      longest,
    }),
  };
};
