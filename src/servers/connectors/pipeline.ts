import type { ConnectorTool } from "./connector.ts";

/** The steps of every call, in order. */
export const STEPS = ["input", "request", "auth", "http", "parse", "response", "output"] as const;
export type StepName = (typeof STEPS)[number];

/** Input and output of one step, secrets masked. For the test command and the console. */
export interface StepTrace {
  readonly step: StepName;
  readonly milliseconds: number;
  readonly in?: unknown;
  readonly out?: unknown;
  readonly error?: string;
}

/** One tool, ready to be called. */
export interface Pipeline {
  readonly tool: ConnectorTool;
  /** Calls the API. Rejects with a Failure that a model can act on. */
  run(call: PipelineCall): Promise<PipelineResult>;
}

export interface PipelineCall {
  /** Arguments that fit the tool's input schema. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly correlationId: string;
  /** Who calls, for fair scheduling; see `clientOf`. */
  readonly client?: string;
  /** Stops after this step; `data` is then its output. */
  readonly until?: StepName;
  /** Called when something may have reached the API. */
  onSent?(): void;
  /** Called after every step. Without it, only times are recorded. */
  trace?(step: StepTrace): void;
  progress?(done: number, total: number, message: string): void;
}

export interface PipelineResult {
  /** The result, as the output schema describes it. */
  readonly data: unknown;
  readonly text: string | undefined;
  /** How to get the next page; absent on the last one. */
  readonly next?: { readonly argument: string; readonly value: unknown };
  /** The raw response, secrets masked; only for connectors that allow it. */
  readonly raw: { readonly contentType: string; readonly text: string } | undefined;
  readonly source: "sandbox" | "live";
  /** The response, where it is not text; `data` says what it is. */
  readonly file?: { readonly bytes: Uint8Array; readonly mediaType: string; readonly name?: string };
  /** Mismatches with the output schema. */
  readonly warnings?: readonly string[];
  readonly timings: Readonly<Partial<Record<StepName, number>>>;
}
