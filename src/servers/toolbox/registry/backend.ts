import type { ContentBlock } from "../../../mcp/tools/content.ts";
import type { Caller } from "../../../model/caller.ts";

/**
 * Where the functions of a tool run: in this process, behind an HTTP endpoint, or in an upstream MCP server. Both verbs
 * reject with a `Failure`: `failed` when the tool ran and failed, `timeout`, `unavailable` when nobody is there,
 * `rate_limited`.
 */
export interface Backend {
  call(call: FunctionCall): Promise<Outcome>;
  /** Resolves when it answers. */
  check(signal: AbortSignal): Promise<BackendHealth>;
  close(): Promise<void>;
}

export interface FunctionCall {
  readonly functionName: string;
  /** Checked against the function's parameters, defaults filled in. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly callId: string;
  /** How long the function may take; `signal` is aborted after that, and when the client cancels. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly caller: Caller;
  /** W3C trace context of the request, if it had one. */
  readonly traceparent?: string;
  progress(done: number, total?: number, message?: string): void;
}

export interface Outcome {
  /** What `returns` describes. */
  readonly data: unknown;
  /** What a model sees instead of `data` as text: pictures, other media. */
  readonly blocks?: readonly ContentBlock[];
}

export interface BackendHealth {
  readonly status: "healthy" | "degraded";
  readonly version?: string;
  /** Names of functions. */
  readonly capabilities?: readonly string[];
  /** What does not work, when degraded. */
  readonly lastError?: string;
}
