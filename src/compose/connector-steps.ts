import type { InvocationLog, NewInvocation } from "../console/invocations/invocation-log.ts";
import type { CallExtra } from "../console/live/noted-call.ts";
import type { CallReport } from "../mcp/protocol/tools.ts";
import { isContent } from "../mcp/tools/content.ts";
import { Failure } from "../model/failure.ts";
import { isJsonObject } from "../model/json.ts";
import { STEPS } from "../servers/connectors/pipeline.ts";

/** What connectors say about the steps of a call, until the call is reported as a whole a moment later. */
export interface ConnectorSteps {
  /** The log, which hears everything that is said. */
  readonly invocations: InvocationLog;
  of(report: CallReport): CallExtra | undefined;
}

/** Between the two there are a few turns of the event loop; what is not asked for is soon forgotten. */
const MOST_WAITING = 500;

export const watchConnectorSteps = (log: InvocationLog): ConnectorSteps => {
  const waiting = new Map<string, NewInvocation>();
  return {
    invocations: {
      ...log,
      append(tenant, call) {
        log.append(tenant, call);
        waiting.set(call.correlationId, call);
        if (waiting.size > MOST_WAITING) waiting.delete(waiting.keys().next().value as string);
      },
    },
    of(report) {
      const correlationId = correlationIdOf(report);
      const call = correlationId === undefined ? undefined : waiting.get(correlationId);
      if (correlationId === undefined || call === undefined) return undefined;
      waiting.delete(correlationId);
      const { version, steps = {}, error } = call;
      const failedStep = error && STEPS[Object.keys(steps).length];
      return { correlationId, version, steps: steps as Readonly<Record<string, number>>, failedStep };
    },
  };
};

/** As its answer has it, or its failure. */
const correlationIdOf = ({ answer, thrown }: CallReport): string | undefined => {
  const output = answer?.output;
  const about = isContent(output) ? output.meta?.["taxiway/call"] : thrown instanceof Failure && thrown.details;
  const id = isJsonObject(about) ? about["correlation_id"] : undefined;
  return typeof id === "string" ? id : undefined;
};
