import type { RegisteredTool } from "../../../../console/contract.ts";
import type { Check, Health } from "../health.ts";
import type { ToolboxEntry } from "../toolbox.ts";
import { type Viewer, visibleFunctions } from "../visible.ts";
import { addressOf, describeChanges } from "./describe-changes.ts";

/** Returns a tool as the console shows it; undefined if the viewer's key covers none of its functions. */
export const shownTool = (
  entry: ToolboxEntry,
  checks: readonly Check[],
  viewer: Viewer,
): RegisteredTool | undefined => {
  const { name, builtIn, running, health, registration } = entry;
  const { description, category, version, lease_seconds } = running.description;
  const functions = visibleFunctions(entry, viewer);
  if (functions.length === 0) return undefined;
  const next = nextOf(entry);
  return {
    tool_id: running.toolId,
    name,
    description,
    category,
    ...(version !== undefined && { version }),
    built_in: builtIn,
    status: health.status,
    since: instant(health.since),
    last_error: health.lastError ?? null,
    response_time_ms: health.responseTimeMs ?? null,
    backend: builtIn ? { kind: "built-in" } : addressOf(running.description),
    functions: functions.map(({ description: each, tool }) => ({
      name: each.name,
      description: each.description,
      wire_name: tool.name,
      parameters: each.parameters,
    })),
    history: checks.map(({ at, status, responseTimeMs }) => ({
      at: instant(at),
      status,
      response_time_ms: responseTimeMs ?? null,
    })),
    ...(next && { next }),
    registered_at: instant(registration?.registeredAt ?? health.since),
    lease_seconds: builtIn ? 0 : lease_seconds,
  };
};

const nextOf = ({ running, next }: ToolboxEntry): RegisteredTool["next"] =>
  next && {
    tool_id: next.registration.toolId,
    registered_at: instant(next.registration.registeredAt),
    why: whyPending(next.health),
    changes: describeChanges(running.description, next.registration.description),
  };

const whyPending = ({ responseTimeMs, lastError, checkedAt }: Health): string => {
  if (responseTimeMs !== undefined) return "Its backend is healthy. The new version is being activated.";
  if (checkedAt === undefined)
    return "Its backend has not been checked yet. The new version is activated after a successful check.";
  return `Its backend has not responded yet: ${lastError ?? "unknown reason."} The previous version stays active until it does.`;
};

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
