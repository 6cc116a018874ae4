import { createHash } from "node:crypto";
import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import type { ContentBlock } from "../../../mcp/tools/content.ts";
import { isTooDeep } from "../../../mcp/tools/foreign-json.ts";
import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import type { Annotations } from "../../../mcp/tools/tool.ts";
import { Failure } from "../../../model/failure.ts";
import type { Schema } from "../../../model/schema.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import type { Outcome } from "./backend.ts";
import { badResponse, exchangeFailure, statusFailure, timedOut } from "./backend-failure.ts";
import type { FunctionDescription } from "./tool-description.ts";

const FUNCTION_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const LONGEST_STEM = 33;

/**
 * The name of the function that stands for an upstream tool. A name that does not fit is changed, and then carries a hash
 * of what it was: it is the same on every node, whatever other tools there are.
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

/** Texts and schemas are checked by whoever registers it. */
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

/** What a call came to: its structured content, else its text. What is more than text goes to the model as it is. */
export const mcpOutcome = ({ isError, structuredContent, content }: CallToolResult, name: string): Outcome => {
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  if (isError) {
    const said = foreignText(text);
    throw new Failure("failed", said === "" ? `${name} failed, and did not say why.` : said, {
      error_type: "tool_error",
    });
  }
  if (isTooDeep(structuredContent)) throw badResponse(name, "It is nested too deep.");
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

/** What the SDK throws, seen from outside: its classes are loaded when they are needed, not before. */
interface Thrown {
  readonly message: string;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
}

const TIMEOUT = "REQUEST_TIMEOUT";
const DISCONNECTED: ReadonlySet<unknown> = new Set(["NOT_CONNECTED", "CONNECTION_CLOSED", "SEND_FAILED"]);
const INVALID_PARAMS = -32602;

/** What an MCP server, or the way to it, made of a request, as what it means for whoever called the tool. */
export const mcpFailure = (name: string, thrown: unknown, timeoutMs: number): Failure => {
  if (thrown instanceof Failure) return thrown;
  const outbound = outboundErrorIn(thrown);
  if (outbound !== undefined) return exchangeFailure(name, outbound, timeoutMs);
  const { message, code, status } = thrown as Thrown;
  if (typeof status === "number") return statusFailure(name, status);
  // A JSON-RPC error of the server.
  if (typeof code === "number") {
    const kind = code === INVALID_PARAMS ? "invalid" : "failed";
    return new Failure(kind, foreignText(message) || `${name} failed, and did not say why.`, {
      error_type: "tool_error",
    });
  }
  if (code === TIMEOUT) return timedOut(name, timeoutMs, thrown);
  if (DISCONNECTED.has(code)) {
    const facts = { error_type: "unreachable", retryable: true };
    return new Failure("unavailable", `${name} cannot be reached. The connection broke.`, facts, { cause: thrown });
  }
  return badResponse(name, "It is not what the Model Context Protocol allows.", thrown);
};

/** Before there was a connection, so that nothing was asked of the server. */
export const connectFailure = (name: string, thrown: unknown, timeoutMs: number): Failure => {
  const failure = mcpFailure(name, thrown, timeoutMs);
  if (failure.kind !== "timeout") return failure;
  const facts = { error_type: "unreachable", retryable: true };
  const message = `${name} cannot be reached. It did not answer within ${timeoutMs / 1000} seconds.`;
  return new Failure("unavailable", message, facts, { cause: thrown });
};

/** How servers of all makes say that they do not know a session. */
export const isRefusal = (thrown: unknown): boolean => {
  const { status } = (thrown ?? {}) as Thrown;
  return status === 404 || status === 400;
};

/** Whether the next request is better off with a new connection. An answer, even a refusal, shows that this one works. */
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
