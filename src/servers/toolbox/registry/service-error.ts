import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure, type FailureKind } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";

interface Meaning {
  readonly kind: FailureKind;
  readonly errorType?: string;
}

/** The codes of the registry, and those of JSON-RPC that mean the same. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  [-32000]: { kind: "failed", errorType: "server_error" },
  [-32001]: { kind: "failed" },
  [-32002]: { kind: "failed", errorType: "tool_not_found" },
  [-32003]: { kind: "function_not_found" },
  [-32004]: { kind: "invalid" },
  // The service answered in time: what it waited for did not.
  [-32005]: { kind: "failed", errorType: "timeout" },
  [-32006]: { kind: "unavailable" },
  [-32007]: { kind: "rate_limited" },
  [-32601]: { kind: "failed", errorType: "method_not_found" },
  [-32602]: { kind: "invalid" },
};
const OTHERWISE: Meaning = { kind: "failed", errorType: "server_error" };

/** What the codes are called anyway: says nothing beside the details. */
const GENERIC: ReadonlySet<string> = new Set([
  "Server error",
  "Tool execution failed",
  "Tool not found",
  "Function not found",
  "Invalid parameters",
  "Timeout",
  "Service unavailable",
  "Rate limited",
]);

const LONGEST_RETRY_MS = 3_600_000;

/** The error object of a service's answer, as what it means for whoever called the tool. */
export const serviceError = (name: string, error: JsonObject): Failure => {
  const data = isJsonObject(error["data"]) ? error["data"] : {};
  const meaning = MEANINGS[Number(error["code"])] ?? OTHERWISE;
  const errorType = wordOf(data["error_type"]) ?? meaning.errorType;
  const retryAfterMs = waitOf(data["retry_after_ms"]);
  return new Failure(meaning.kind, sentenceOf(name, error["message"], data["details"]), {
    ...(errorType !== undefined && { error_type: errorType }),
    ...(typeof data["retryable"] === "boolean" && { retryable: data["retryable"] }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  });
};

/** Milliseconds that somebody is to wait, if that is what it says. */
export const waitOf = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 ? Math.min(Math.round(value), LONGEST_RETRY_MS) : undefined;

const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[A-Za-z][\w.-]{0,39}$/.test(value) ? value : undefined;

const sentenceOf = (name: string, message: unknown, details: unknown): string => {
  const [general, particular] = [textOf(message), textOf(details)];
  const parts = [GENERIC.has(general) && particular !== "" ? "" : general, particular];
  const said = parts.filter((part) => part !== "").join(": ");
  return said === "" ? `${name} failed, and did not say why.` : foreignText(said);
};

const textOf = (value: unknown): string => {
  if (typeof value === "string") return foreignText(value);
  return isJsonObject(value) || Array.isArray(value) ? foreignText(JSON.stringify(value)) : "";
};
