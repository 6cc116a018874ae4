import { createHash } from "node:crypto";
import type { Annotations } from "../../../mcp/tools/tool.ts";
import type { Schema } from "../../../model/schema.ts";

/** A tool as a service describes it when it registers. The names are those of the registry's messages. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly functions: readonly FunctionDescription[];
  /** Where its functions run: an HTTP endpoint that speaks the same JSON-RPC, or an MCP server. Neither: nowhere yet. */
  readonly endpoint?: string;
  readonly mcp_url?: string;
  /** The service's own version, free text. */
  readonly version?: string;
  /** Seconds. */
  readonly health_check_interval: number;
  /** Seconds without a sign of life after which the tool is forgotten. */
  readonly lease_seconds: number;
}

export interface FunctionDescription {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: Schema;
  readonly returns?: Schema;
  /** What the service says about its function. */
  readonly annotations?: Annotations;
  /** Seconds that one call may take at most. */
  readonly timeout?: number;
}

/** With the prefix of a host, `mcp__toolbox__`, 64 characters; with Cursor's, `toolbox:`, below its 60. */
const LONGEST = 50;
const HASH_DIGITS = 6;

/**
 * The name under which MCP clients see a function. Neither part contains `__`, so that no two functions share one; where
 * both together are too long, the end gives way to a hash of the whole. Names that differ only in their case have the
 * same hash, as they are the same name everywhere else.
 */
export const wireName = (tool: string, functionName: string): string => {
  const whole = `${tool}__${functionName}`;
  if (whole.length <= LONGEST) return whole;
  const hash = createHash("sha256").update(whole.toLowerCase()).digest("hex").slice(0, HASH_DIGITS);
  return `${whole.slice(0, LONGEST - HASH_DIGITS - 1)}-${hash}`;
};
