import { createHash } from "node:crypto";
import type { Annotations } from "../../../mcp/tools/tool.ts";
import type { Schema } from "../../../model/schema.ts";

/** A tool as described by a service at registration, with the field names of the registry's messages. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly functions: readonly FunctionDescription[];
  /** Endpoint that speaks the registry's JSON-RPC. Without `endpoint` and `mcp_url` the tool cannot be called yet. */
  readonly endpoint?: string;
  readonly mcp_url?: string;
  /** The service's version, free text. */
  readonly version?: string;
  /** Seconds. */
  readonly health_check_interval: number;
  /** Seconds without a sign of life after which the tool is deleted. */
  readonly lease_seconds: number;
}

export interface FunctionDescription {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: Schema;
  readonly returns?: Schema;
  readonly annotations?: Annotations;
  /** Maximum seconds per call. */
  readonly timeout?: number;
}

/** Hosts add a prefix: 64 characters with `mcp__toolbox__`, 60 with Cursor's `toolbox:`. */
const LONGEST = 50;
const HASH_DIGITS = 6;

/**
 * Returns the name under which MCP clients see a function. Neither part contains `__`, so names are unique; a name that
 * is too long ends in a hash of the whole, ignoring case.
 */
export const wireName = (tool: string, functionName: string): string => {
  const whole = `${tool}__${functionName}`;
  if (whole.length <= LONGEST) return whole;
  const hash = createHash("sha256").update(whole.toLowerCase()).digest("hex").slice(0, HASH_DIGITS);
  return `${whole.slice(0, LONGEST - HASH_DIGITS - 1)}-${hash}`;
};
