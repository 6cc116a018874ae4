import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../../../mcp/protocol/dispatcher.ts";
import { joinText } from "../../../mcp/protocol/serialise.ts";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import { Failure, unavailable } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { Fault as FaultScript } from "../scenario/cue-schema.ts";
import { durationMs } from "../scenario/durations.ts";
import type { Fault } from "./weather.ts";

type Kind = FaultScript["kind"];

/** How one kind of fault works. */
interface Recipe {
  /** Whether the tool is run, so that its effect is there although the answer is wrong. */
  readonly isCarriedOut: boolean;
  readonly summary: string;
  /** What the agent hears instead, as a Failure of the tool. */
  failure?(script: FaultScript): Failure;
  /** Changes the tool's result. */
  result?(output: JsonObject): JsonObject;
  /** Changes the answer as it is sent. Undefined: the connection is closed without one. */
  wire?(outcome: Outcome, script: FaultScript): Outcome | undefined;
  takes?(script: FaultScript): number;
}

const HALF_A_MINUTE = 30_000;
const MOST_REAL_MS = 10_000;
const HUGE = 2_000_000;

/** The same words whether or not it was carried out: an agent cannot know. */
const timedOut = (): Failure =>
  new Failure("timeout", "The reservation system did not answer within 30 seconds.", {
    retryable: true,
    hint: "It is not known whether the request was carried out. Find out before you repeat it otherwise.",
  });

const changeResult = (outcome: Outcome, change: (result: JsonObject) => unknown): Outcome => {
  const message = JSON.parse(joinText(outcome.json)) as JsonObject;
  const { result } = message;
  return isJsonObject(result) ? { ...outcome, json: JSON.stringify({ ...message, result: change(result) }) } : outcome;
};

const textOf = ({ content }: JsonObject): string => {
  const [first] = Array.isArray(content) ? content : [];
  return isJsonObject(first) ? String(first["text"] ?? "") : "";
};
const asText = (text: string): JsonObject => ({ content: [{ type: "text", text }] });

const error = (outcome: Outcome, code: number, message: string, status = 200): Outcome => {
  const { id } = JSON.parse(joinText(outcome.json)) as JsonObject;
  return { json: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }), status };
};

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  429: "Too many requests",
  500: "Internal server error",
  502: "Bad gateway",
  503: "Service unavailable",
  504: "Gateway timeout",
};

/** Lists of offers; everything else of a result stays. */
const withoutOffers = (output: JsonObject): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(output).map(([name, value]) => [name, Array.isArray(value) && name !== "warnings" ? [] : value]),
  ),
  ...("resultCount" in output && { resultCount: 0 }),
});

/** The first flight of each connection, as if it were the whole journey. */
const firstLegs = (output: JsonObject): JsonObject => {
  const { flights } = output;
  if (!Array.isArray(flights)) return output;
  return {
    ...output,
    flights: flights.map((option: JsonObject) => {
      const { segments, layovers: _layovers, flightIds, ...rest } = option;
      const [first] = Array.isArray(segments) ? segments : [];
      if (!isJsonObject(first) || !Array.isArray(flightIds)) return option;
      return { ...rest, ...first, flightIds: flightIds.slice(0, 1), stops: 0 };
    }),
  };
};

const RECIPES: Readonly<Record<Kind, Recipe>> = {
  unavailable: {
    isCarriedOut: false,
    summary: "The reservation system was unavailable.",
    failure: () =>
      unavailable("The reservation system is unavailable. Nothing was done.", {
        retryable: true,
        hint: "Try again in a moment.",
      }),
  },
  timeout: {
    isCarriedOut: false,
    summary: "No answer in time; nothing was done.",
    failure: timedOut,
    takes: () => HALF_A_MINUTE,
  },
  lost_answer: {
    isCarriedOut: true,
    summary: "It was done, and the answer was lost.",
    failure: timedOut,
    takes: () => HALF_A_MINUTE,
  },
  slow: { isCarriedOut: true, summary: "The answer came late.", takes: ({ for: time }) => durationMs(time ?? "8s") },
  rate_limited: {
    isCarriedOut: false,
    summary: "Too many requests.",
    failure: ({ for: time = "30s" }) =>
      new Failure("rate_limited", `Too many requests. Try again in ${durationMs(time) / 1000} seconds.`, {
        retryable: true,
        retryAfterSeconds: durationMs(time) / 1000,
        hint: "Nothing was done. Wait, or do something else meanwhile.",
      }),
  },
  refused: {
    isCarriedOut: false,
    summary: "The reservation system refused it.",
    failure: ({ text = "The reservation system refused this request." }) => new Failure("rule", text),
  },
  stale: { isCarriedOut: true, summary: "The answer was of yesterday." },
  partial: { isCarriedOut: true, summary: "Connections had their first flight only.", result: firstLegs },
  empty: { isCarriedOut: true, summary: "The answer was empty.", result: withoutOffers },
  malformed: {
    isCarriedOut: true,
    summary: "The answer was not readable.",
    wire: (outcome) => changeResult(outcome, () => asText('{"result": {"items": [{"id": "\\u0000\\ufffd'.repeat(3))),
  },
  truncated: {
    isCarriedOut: true,
    summary: "The answer was cut off.",
    wire: (outcome) =>
      changeResult(outcome, (result) => {
        const text = textOf(result);
        return asText(text.slice(0, Math.ceil(text.length / 3)));
      }),
  },
  huge: {
    isCarriedOut: true,
    summary: "The answer was two megabytes long.",
    wire: (outcome) => changeResult(outcome, (result) => ({ ...result, ...asText(textOf(result).padEnd(HUGE, "=")) })),
  },
  http: {
    isCarriedOut: false,
    summary: "The request failed with an HTTP status.",
    wire: (outcome, { status = 503 }) => error(outcome, -32_603, STATUS_TEXTS[status] ?? "Request failed", status),
  },
  hang_up: { isCarriedOut: true, summary: "The connection was closed without an answer.", wire: () => undefined },
  session_lost: {
    isCarriedOut: false,
    summary: "The session was unknown.",
    wire: (outcome) => error(outcome, -32_001, "Session not found", 404),
  },
  tool_gone: {
    isCarriedOut: false,
    summary: "The tool was not there.",
    wire: (outcome) => error(outcome, -32_602, "Unknown tool"),
  },
};

/** A fault for one call. */
export const faultOf = (script: FaultScript): Fault => {
  const { isCarriedOut, summary, failure, result, wire, takes } = RECIPES[script.kind];
  let went: "through" | "refused" | undefined;

  const run = async (tool: Tool, input: never, call: Call): Promise<unknown> => {
    if (!isCarriedOut) throw failure?.(script) ?? unavailable("The request was not carried out.");
    if (script.kind === "slow" && script.real) await sleep(Math.min(durationMs(script.for ?? "8s"), MOST_REAL_MS));
    went = "refused";
    const answer = await tool.run(input, call);
    went = "through";
    if (failure !== undefined) throw failure(script);
    return result !== undefined && isJsonObject(answer) ? result(answer) : answer;
  };

  const hidesEffect = failure !== undefined || wire !== undefined;
  return {
    kind: script.kind,
    summary,
    prepare: (tool) => ({ ...tool, run: (input, call) => run(tool, input, call) }),
    ...(wire !== undefined && {
      wire: (outcome: Outcome) => (isCarriedOut && went !== "through" ? outcome : wire(outcome, script)),
    }),
    ...(takes !== undefined && { takes: takes(script) }),
    get outcome() {
      if (!isCarriedOut) return script.kind === "refused" ? "refused" : "failed";
      if (went !== "through") return "refused";
      return hidesEffect ? "lost" : "ok";
    },
    applied: () => !isCarriedOut || went === "through",
  };
};
