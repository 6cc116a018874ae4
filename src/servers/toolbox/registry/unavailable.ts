import { Failure } from "../../../model/failure.ts";
import type { Health } from "./health.ts";
import type { ToolboxEntry } from "./toolbox.ts";
import { type Viewer, visibleFunctions } from "./visible.ts";

export const isUp = ({ status }: Health): boolean => status === "healthy" || status === "degraded";

/** Healthy functions of the same name, then of the same kind: what could serve instead. */
const alternativesTo = (name: string, tools: readonly ToolboxEntry[], viewer: Viewer): string[] => {
  const ill = tools.find((entry) => entry.name === name)?.running;
  if (ill === undefined) return [];
  const functions = tools
    .filter((entry) => entry.name !== name && isUp(entry.health))
    .flatMap((entry) => visibleFunctions(entry, viewer).map((each) => ({ each, about: entry.running.description })));
  const sameName = functions.filter(({ each }) => ill.functions.has(each.description.name));
  const { category } = ill.description;
  const sameKind = functions.filter(({ about }) => about.category === category && category !== "OTHER");
  return [...new Set([...sameName, ...sameKind].map(({ each }) => each.tool.name))].slice(0, 3);
};

interface Away {
  readonly name: string;
  readonly callId: string;
  readonly health: Health;
  /** Since when its calls are not let through, whatever its checks say. */
  readonly sparedSince: number | undefined;
  /** 0 when nobody knows. */
  readonly retryAfterMs: number;
  readonly tools: readonly ToolboxEntry[];
  readonly viewer: Viewer;
}

/** What is wrong with a tool that is not called at the moment, since when, and what to use instead. */
export const unavailableFailure = ({
  name,
  callId,
  health,
  sparedSince,
  retryAfterMs,
  tools,
  viewer,
}: Away): Failure => {
  const { status, lastError = "its last calls went unanswered" } = health;
  const isKnown = status === "unavailable" || sparedSince === undefined;
  const since = new Date(isKnown ? health.since : sparedSince).toISOString();
  const alternatives = alternativesTo(name, tools, viewer);
  const state = isKnown ? `has been unavailable since ${since}` : `has not been called since ${since}`;
  return new Failure("unavailable", `${name} ${state}: ${lastError}`, {
    call_id: callId,
    error_type: "unavailable",
    since,
    last_error: lastError,
    alternatives,
    hint:
      alternatives.length > 0
        ? `Instead, ${alternatives.join(" or ")} may do; otherwise try again later.`
        : "Go on without it, or try again later.",
    ...(retryAfterMs > 0 && { retry_after_ms: retryAfterMs }),
  });
};
