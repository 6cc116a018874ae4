import type { WireAnswer } from "./wire.ts";

/** Text that only our own code or its platform would produce. */
const INTERNAL =
  /node:|node_modules|(?:Type|Range|Reference|Syntax|Assertion)Error|\bat [\w.<>]+ \(|[\\/](?:src|dist)[\\/]|\.[jt]s:\d|undefined is not|is not a function|Cannot read prop|Unexpected token|[Ss]tack/;

/** Allowed statuses of answers. 500 is not among them. */
const STATUSES = new Set([200, 202, 204, 400, 403, 404, 405, 406, 408, 413, 415, 417, 429, 431, 503]);
/** Further statuses of Duffel, CapCorn and the console's API. */
const OTHER_STATUSES = new Set([...STATUSES, 201, 401, 409, 410, 422]);
/** Node itself answers with these, before any of our code sees the request. */
const UNWORDED = new Set([400, 417]);

interface RpcMessage {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const rpcProblem = (message: RpcMessage): string | undefined => {
  if (message.jsonrpc !== "2.0") return "is no JSON-RPC";
  if (typeof message.method === "string") return undefined;
  if (!("id" in message)) return "has no id";
  if (message.error === undefined) return isObject(message.result) ? undefined : "has neither result nor error";
  const { code, message: text } = message.error;
  return Number.isInteger(code) && typeof text === "string" && text !== "" ? undefined : "has an error without words";
};

/** The messages of an answer, as JSON or as a stream. */
export const messagesIn = ({ headers, body }: WireAnswer): RpcMessage[] =>
  headers.get("content-type") === "text/event-stream"
    ? [...body.matchAll(/^data: (.+)$/gm)].map(([, json = ""]) => JSON.parse(json) as RpcMessage)
    : headers.get("content-type") === "application/json" && body !== ""
      ? [JSON.parse(body) as RpcMessage]
      : [];

const bodyProblem = (answer: WireAnswer, method: string): string | undefined => {
  const { status, headers, body } = answer;
  const type = headers.get("content-type");
  if (method === "HEAD" || body === "") {
    const expected = method === "HEAD" || status === 202 || status === 204 || status === 200 || UNWORDED.has(status);
    return expected ? undefined : "has no body";
  }
  if (type?.startsWith("text/plain")) return status === 200 ? undefined : "is text";
  if (type?.startsWith("text/html")) return status === 200 || status === 304 ? undefined : "is a page";
  if (type !== "application/json" && type !== "text/event-stream") return `has the type ${type}`;
  const messages = messagesIn(answer);
  for (const message of messages) {
    const plain = type === "application/json" && !("jsonrpc" in message);
    const problem = plain ? plainProblem(message, status) : rpcProblem(message);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** Checks answers outside of JSON-RPC: health or an error. */
const plainProblem = (body: object, status: number): string | undefined => {
  if (status === 200) return "status" in body ? undefined : "is neither MCP nor health";
  return "error" in body && typeof body.error === "string" && body.error !== "" ? undefined : "does not say why";
};

/** Returns what is wrong with an answer to any request. */
export const answerProblem = (answer: WireAnswer, method = "POST", endpoint?: "other"): string | undefined => {
  const { status, headers, body } = answer;
  if (!(endpoint === "other" ? OTHER_STATUSES : STATUSES).has(status)) return `has the status ${status}`;
  if ((status === 503 || status === 429) && !headers.has("retry-after") && !headers.has("ratelimit-reset"))
    return "does not say when to try again";
  const leak = INTERNAL.exec(body)?.[0];
  if (leak !== undefined) return `shows something internal: ${leak}`;
  if (endpoint === "other")
    return body === "" && UNWORDED.has(status) === false && status > 400 && method !== "HEAD"
      ? "has no body"
      : undefined;
  try {
    return bodyProblem(answer, method);
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  }
};
