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
