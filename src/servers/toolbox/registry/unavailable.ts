import { Failure } from "../../../model/failure.ts";
import type { Health } from "./health.ts";
import type { ToolboxEntry } from "./toolbox.ts";
import { type Viewer, visibleFunctions } from "./visible.ts";

export const isUp = ({ status }: Health): boolean => status === "healthy" || status === "degraded";

/** Suggests up to three working functions with the same name, then of the same category. */
const alternativesTo = (name: string, tools: readonly ToolboxEntry[], viewer: Viewer): string[] => {
  const failing = tools.find((entry) => entry.name === name)?.running;
  if (failing === undefined) return [];
  const functions = tools
    .filter((entry) => entry.name !== name && isUp(entry.health))
    .flatMap((entry) => visibleFunctions(entry, viewer).map((each) => ({ each, about: entry.running.description })));
  const sameName = functions.filter(({ each }) => failing.functions.has(each.description.name));
  const { category } = failing.description;
  const sameKind = functions.filter(({ about }) => about.category === category && category !== "OTHER");
  return [...new Set([...sameName, ...sameKind].map(({ each }) => each.tool.name))].slice(0, 3);
};

interface UnavailableTool {
  readonly name: string;
  readonly callId: string;
  readonly health: Health;
  readonly breakerOpenSince: number | undefined;
  /** 0 if unknown. */
  readonly retryAfterMs: number;
  readonly tools: readonly ToolboxEntry[];
  readonly viewer: Viewer;
}

/** Explains why a tool is unavailable, since when, and what to use instead. */
export const unavailableFailure = ({
  name,
  callId,
  health,
  breakerOpenSince,
  retryAfterMs,
  tools,
  viewer,
}: UnavailableTool): Failure => {
  const { status, lastError = "its last calls failed" } = health;
  const isKnown = status === "unavailable" || breakerOpenSince === undefined;
  const since = new Date(isKnown ? health.since : breakerOpenSince).toISOString();
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
        ? `Use ${alternatives.join(" or ")} instead, or try again later.`
        : "Continue without it, or try again later.",
    ...(retryAfterMs > 0 && { retry_after_ms: retryAfterMs }),
  });
};
