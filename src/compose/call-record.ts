import { randomUUID } from "node:crypto";
import type { NewInvocation } from "../console/invocations/invocation-log.ts";
import type { CallReport } from "../mcp/protocol/tools.ts";
import { Failure } from "../model/failure.ts";

/** What of a report goes into the log. */
export type RecordedCall = Omit<CallReport, "context"> & {
  readonly context: Pick<CallReport["context"], "caller" | "requestId">;
};

/** A call of a server's own tools, for the log that a tenant answers for its calls with. */
export const invocationOf = (server: string, version: string, report: RecordedCall): NewInvocation => {
  const { tool, outcome, thrown, milliseconds, context } = report;
  const { sessionId, grant } = context.caller;
  return {
    ...{ who: sessionId, keyId: grant?.keyId, server, tool: tool.name, version, milliseconds },
    ...{ arguments: report.arguments, schema: tool.input, correlationId: context.requestId ?? randomUUID() },
    outcome: outcome === "ok" || outcome === "input_required" ? "ok" : "error",
    error: errorOf(outcome, thrown),
  };
};

const errorOf = (outcome: CallReport["outcome"], thrown: unknown): NewInvocation["error"] => {
  if (outcome === "ok" || outcome === "input_required") return undefined;
  if (thrown instanceof Failure) return { kind: thrown.kind, message: thrown.message };
  const isOurs = outcome === "defect";
  return isOurs
    ? { kind: "defect", message: "Something went wrong inside the server." }
    : { kind: outcome, message: thrown instanceof Error ? thrown.message : "" };
};
