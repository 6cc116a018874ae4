import type { ConnectorTool } from "./connector.ts";

/** The steps of every call, in order. */
export const STEPS = ["input", "request", "auth", "http", "parse", "response", "output"] as const;
export type StepName = (typeof STEPS)[number];

/** What one step saw and made, with secrets masked. For the test command, the canvas and the invocation log. */
export interface StepTrace {
  readonly step: StepName;
  readonly milliseconds: number;
  readonly in?: unknown;
  readonly out?: unknown;
  readonly error?: string;
}

/** One call of one tool. Rejects with a Failure that a model can act on. */
export interface Pipeline {
  readonly tool: ConnectorTool;
  run(call: PipelineCall): Promise<PipelineResult>;
}

export interface PipelineCall {
  /** Checked against the tool's input. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly correlationId: string;
  /** Whose call it is; see `clientOf`. */
  readonly client?: string;
  /** Stops after this step; the trace shows what it made. */
  readonly until?: StepName;
  /** Hears of every step as it ends; absent: nothing is recorded but times. */
  trace?(step: StepTrace): void;
  progress?(done: number, total: number, message: string): void;
}

export interface PipelineResult {
  /** What `output` describes. */
  readonly data: unknown;
  readonly text: string | undefined;
  /** Absent on the last page, and where there are no pages. */
  readonly next?: { readonly argument: string; readonly value: unknown };
  /** As the API sent it, secrets masked; for callers that ask for it. */
  readonly raw: { readonly contentType: string; readonly text: string } | undefined;
  readonly source: "sandbox" | "live";
  /** What is odd about the result without making it useless. */
  readonly warnings?: readonly string[];
  readonly timings: Readonly<Partial<Record<StepName, number>>>;
}
