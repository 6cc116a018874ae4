import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure } from "../../../model/failure.ts";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { badResponse, exchangeFailure, statusFailure, timedOut } from "./backend-failure.ts";

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
