import type { ContentBlock } from "../../../mcp/tools/content.ts";
import type { Caller } from "../../../model/caller.ts";

/**
 * Runs the functions of a tool: in this process, behind an HTTP endpoint, or in an upstream MCP server. `call` and
 * `check` reject with a `Failure`: `failed` if the tool ran and failed, else `timeout`, `unavailable` or
 * `rate_limited`.
 */
export interface Backend {
  call(call: FunctionCall): Promise<Outcome>;
  /** Resolves if the backend is healthy or degraded. */
  check(signal: AbortSignal): Promise<BackendHealth>;
  close(): Promise<void>;
}

export interface FunctionCall {
  readonly functionName: string;
  /** Checked against the function's parameters, defaults filled in. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly callId: string;
  /** Time limit of the function; `signal` is aborted then, or when the client cancels. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly caller: Caller;
  /** W3C trace context of the request, if present. */
  readonly traceparent?: string;
  progress(done: number, total?: number, message?: string): void;
}

export interface Outcome {
  /** Matches the schema `returns`. */
  readonly data: unknown;
  /** Shown to a model instead of `data`, for images and other media. */
  readonly blocks?: readonly ContentBlock[];
}

export interface BackendHealth {
  readonly status: "healthy" | "degraded";
  readonly version?: string;
  readonly capabilities?: readonly string[];
  /** The problem, if degraded. */
  readonly lastError?: string;
}
