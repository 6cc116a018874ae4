import type { CallRecord } from "../../../mcp/tools/call-record.ts";
import type { Failure } from "../../../model/failure.ts";
import type { Supplier } from "../../../travel/supplier.ts";
import type { Fault } from "../cues/weather.ts";
import type { RunRecord } from "../runs/run-record.ts";
import type { Question, Reply } from "../traveller/traveller.ts";
import type { Finish } from "../verdict/verdict.ts";

/** What the parts of a composed run share about the call that is being carried out: there is one at a time. */
export interface CurrentCall {
  run: RunRecord;
  /** Run time. */
  now: number;
  /** Identifiers drawn so far in this call. */
  drawn: number;
  /** The world as it is changed now. */
  supplier: Supplier | undefined;
  overlay: string | undefined;
  /** Keys of the run's world that this node has written. */
  readonly written: Set<string>;
  /** The run takes no further calls. */
  refusal: Failure | undefined;
  fault: Fault | undefined;
  /** What the tools did. */
  record: CallRecord | undefined;
  asked: { readonly question: Question; readonly reply: Reply } | undefined;
  finish: Finish | undefined;
}

export const newCall = (run: RunRecord): CurrentCall => ({
  run,
  now: run.clock,
  drawn: 0,
  supplier: undefined,
  overlay: undefined,
  written: new Set(run.written),
  refusal: undefined,
  fault: undefined,
  record: undefined,
  asked: undefined,
  finish: undefined,
});

/** Forgets the call before. */
export const beginCall = (current: CurrentCall, run: RunRecord): void => {
  const { supplier, overlay, written } = current;
  for (const key of run.written) written.add(key);
  Object.assign(current, newCall(run), { supplier, overlay, written });
};

const MOST_WRITTEN = 200;

/** The keys that the record of the run names. */
export const writtenIn = ({ written, run }: CurrentCall): readonly string[] =>
  written.size === run.written.length ? run.written : [...written].slice(0, MOST_WRITTEN);
