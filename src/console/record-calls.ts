import type { CalledTool, CallRecord } from "../mcp/tools/call-record.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { TaxiwayMetrics } from "../platform/telemetry/taxiway-metrics.ts";
import type { InvocationLog } from "./invocations/invocation-log.ts";
import type { LiveCalls } from "./live/live-calls.ts";

export interface CallRecorderOptions {
  readonly metrics: Pick<TaxiwayMetrics, "toolCall" | "resultMismatch">;
  readonly live: Pick<LiveCalls, "note">;
  readonly invocations: Pick<InvocationLog, "append">;
  readonly log: Log;
  /** Whether log lines are written or shown. */
  isWanted(): boolean;
  /** Every request needs an API key. */
  readonly keysRequired: boolean;
}

export interface CallRecorder {
  /** Writes a call to the metrics, the log, the live view and the invocation log. */
  record(record: CallRecord, about?: { readonly isConnector: boolean }): void;
  countMismatch(tool: CalledTool, tenant: string): void;
}

/** Label for unknown tools; caller-supplied names would make metric cardinality unbounded. */
const UNKNOWN = "unknown";

export const createCallRecorder = (options: CallRecorderOptions): CallRecorder => {
  const { metrics, live, invocations, log, isWanted, keysRequired } = options;

  /** Metrics are public, so tools that tenants named share one label if there may be several tenants. */
  const isShared = (tenant: string): boolean => keysRequired || tenant !== DEFAULT_TENANT;
  const toolName = ({ name, unknown, foreign }: CalledTool, tenant: string): string => {
    if (unknown) return UNKNOWN;
    return foreign && isShared(tenant) ? "registered" : name;
  };

  return {
    record(record, { isConnector } = { isConnector: false }) {
      const { server, tool, outcome, milliseconds, caller, requestId } = record;
      const { tenant, sessionId } = caller;
      const seconds = milliseconds / 1000;
      if (!isConnector) metrics.toolCall(`taxiway-${server}`, toolName(tool, tenant), outcome, seconds);
      else if (isShared(tenant)) metrics.toolCall("taxiway-connectors", "any", outcome, seconds);
      else metrics.toolCall(`taxiway-${server}-mcp`, toolName(tool, tenant), outcome, seconds);
      live.note(record);
      // Without keys, only calls that can reach another company's API are logged.
      if (keysRequired || isConnector) invocations.append(record);
      if (!isWanted()) return;
      log.info("call", {
        requestId,
        tool: tool.unknown ? UNKNOWN : tool.name,
        outcome,
        milliseconds: Math.round(milliseconds * 100) / 100,
        sessionId,
      });
    },
    countMismatch: (tool, tenant) => metrics.resultMismatch(toolName(tool, tenant)),
  };
};
