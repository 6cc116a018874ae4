import { createHash } from "node:crypto";
import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import { foreignText } from "../../../mcp/tools/clean-text.ts";
import type { ContentBlock } from "../../../mcp/tools/content.ts";
import { isTooDeep } from "../../../mcp/tools/foreign-json.ts";
import type { Annotations } from "../../../mcp/tools/tool.ts";
import { Failure } from "../../../model/failure.ts";
import type { Schema } from "../../../model/schema.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { Outcome } from "./backend.ts";
import { badResponse, outboundFailure, statusFailure, timedOut } from "./backend-failure.ts";
import type { FunctionDescription } from "./tool-description.ts";

const FUNCTION_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const LONGEST_STEM = 33;

/**
 * Returns the function name for an upstream tool. An unsuitable name is changed and gets a hash of the original, so
 * that it is the same on every node whatever other tools exist.
 */
export const functionNameOf = (tool: string): string => {
  if (FUNCTION_NAME.test(tool) && !tool.includes("__")) return tool;
  const stem = tool
    .replace(/[^A-Za-z0-9-]+/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, LONGEST_STEM);
  const hash = createHash("sha256").update(tool).digest("hex").slice(0, 6);
  return `${stem === "" ? "tool" : stem}-${hash}`;
};

/** Converts an upstream tool; texts and schemas are validated at registration. */
export const functionOf = (tool: Tool): FunctionDescription => {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const shown = title ?? annotations?.title;
  return {
    name: functionNameOf(name),
    ...(shown !== undefined && { title: shown }),
    description: description || shown || name,
    parameters: inputSchema as Schema,
    ...(outputSchema !== undefined && { returns: outputSchema as Schema }),
    ...(annotations !== undefined && { annotations: hintsIn(annotations) }),
  };
};

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

const hintsIn = (annotations: NonNullable<Tool["annotations"]>): Annotations =>
  Object.fromEntries(
    HINTS.flatMap((hint) => (annotations[hint] === undefined ? [] : [[hint, annotations[hint]] as const])),
  );

/**
 * Returns the structured content of a result, else its text. Blocks other than text are passed to the model unchanged.
 */
export const mcpOutcome = ({ isError, structuredContent, content }: CallToolResult, name: string): Outcome => {
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  if (isError) {
    const message = foreignText(text);
    throw new Failure("failed", message === "" ? `${name} failed without a message.` : message, {
      error_type: "tool_error",
    });
  }
  if (isTooDeep(structuredContent)) throw badResponse(name, "It is nested too deeply.");
  const data = structuredContent === undefined ? { text } : structuredContent;
  return content.every(({ type }) => type === "text") ? { data } : { data, blocks: content.map(blockOf) };
};

const blockOf = (block: CallToolResult["content"][number]): ContentBlock => {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
    case "audio":
      return { type: block.type, data: block.data, mimeType: block.mimeType };
    case "resource_link":
      return { type: "text", text: foreignText(`${block.title ?? block.name}: ${block.uri}`) };
    default: {
      const { uri, mimeType } = block.resource;
      return "text" in block.resource
        ? { type: "resource", resource: { uri, mimeType: mimeType ?? "text/plain", text: block.resource.text } }
        : { type: "text", text: foreignText(`${uri} (${mimeType ?? "binary"}, not shown)`) };
    }
  }
};

/** An error of the SDK. Its classes are loaded lazily, so they cannot be used here. */
interface Thrown {
  readonly message: string;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
}

const TIMEOUT = "REQUEST_TIMEOUT";
const DISCONNECTED: ReadonlySet<unknown> = new Set(["NOT_CONNECTED", "CONNECTION_CLOSED", "SEND_FAILED"]);
const INVALID_PARAMS = -32602;

/** Converts an error of an MCP server, or of the connection to it, for the caller of the tool. */
export const mcpFailure = (name: string, thrown: unknown, timeoutMs: number): Failure => {
  if (thrown instanceof Failure) return thrown;
  const outbound = outboundErrorIn(thrown);
  if (outbound !== undefined) return outboundFailure(name, outbound, timeoutMs);
  const { message, code, status } = thrown as Thrown;
  if (typeof status === "number") return statusFailure(name, status);
  // A JSON-RPC error from the server.
  if (typeof code === "number") {
    const kind = code === INVALID_PARAMS ? "invalid" : "failed";
    return new Failure(kind, foreignText(message) || `${name} failed without a message.`, {
      error_type: "tool_error",
    });
  }
  if (code === TIMEOUT) return timedOut(name, timeoutMs, thrown);
  if (DISCONNECTED.has(code)) {
    const facts = { error_type: "unreachable", retryable: true };
    return new Failure("unavailable", `${name} cannot be reached. The connection was lost.`, facts, { cause: thrown });
  }
  return badResponse(name, "It violates the Model Context Protocol.", thrown);
};

/** Converts an error from before the connection was established, when nothing had been requested. */
export const connectFailure = (name: string, thrown: unknown, timeoutMs: number): Failure => {
  const failure = mcpFailure(name, thrown, timeoutMs);
  if (failure.kind !== "timeout") return failure;
  const facts = { error_type: "unreachable", retryable: true };
  const message = `${name} cannot be reached. It did not answer within ${timeoutMs / 1000} seconds.`;
  return new Failure("unavailable", message, facts, { cause: thrown });
};

/** Status codes with which servers reject an unknown session. */
export const isSessionRefusal = (thrown: unknown): boolean => {
  const { status } = (thrown ?? {}) as Thrown;
  return status === 404 || status === 400;
};

/** Whether the connection must be replaced. A response, even an error, shows that it works. */
export const isBroken = (thrown: unknown): boolean =>
  typeof (thrown as Thrown).code !== "number" && (thrown as Thrown).code !== TIMEOUT;

export const outboundErrorIn = (thrown: unknown): OutboundError | undefined => {
  let error = thrown;
  for (let depth = 0; depth < 5 && error instanceof Error; depth++) {
    if (error instanceof OutboundError) return error;
    error = error.cause;
  }
  return undefined;
};
