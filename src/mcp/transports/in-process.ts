import { randomUUID } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import { invalid } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Dispatcher } from "../protocol/dispatcher.ts";
import { META, MODERN_VERSIONS } from "../protocol/eras.ts";
import { errorAnswer, type Params, parseMessage, type Request } from "../protocol/json-rpc.ts";
import { Cancellation, newSession, type RequestContext } from "../protocol/request-context.ts";
import { joinText } from "../protocol/serialise.ts";

const MOST_NOTIFICATIONS = 1_000;

/** A request sent from the console: as from an MCP client, but without a connection of its own. */
class ConsoleRequest extends Cancellation implements RequestContext {
  readonly caller: Caller;
  readonly session = newSession();
  readonly requestId = `console-${randomUUID()}`;
  readonly notifications: unknown[] = [];

  constructor(caller: Caller) {
    super();
    this.caller = caller;
  }

  notify(json: string): void {
    if (this.notifications.length < MOST_NOTIFICATIONS) this.notifications.push(JSON.parse(json));
  }

  /** There is no connection to keep open. */
  keepOpen(finish: () => void): void {
    finish();
  }
}

/** A request without a login is a session of its own. */
const callerOf = (grant: Grant): Caller => ({
  ...{ tenant: grant.tenant, sessionId: grant.sessionId ?? randomUUID(), transport: "http", grant },
  ...(grant.sessionId === undefined && { passing: true }),
});

/** Adds what a modern client sends with each request; members that are there stay. */
const withEnvelope = ({ id, params }: Request, version: string): Params => ({
  ...params,
  _meta: {
    [META.protocolVersion]: MODERN_VERSIONS[0],
    [META.clientCapabilities]: {},
    [META.clientInfo]: { name: "taxiway-console", version },
    [META.logLevel]: "debug",
    progressToken: id,
    ...(isJsonObject(params["_meta"]) && params["_meta"]),
  },
});

/** A request with its answer, as they would be on the wire. */
export interface AnsweredRequest {
  readonly request: unknown;
  /** Null if the request was cancelled. */
  readonly response: unknown;
  readonly milliseconds: number;
  readonly session_id: string;
  readonly notifications: readonly unknown[];
}

export interface InProcessCall {
  readonly dispatcher: Dispatcher;
  readonly grant: Grant;
  readonly request: unknown;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly mostBytes: number;
}

/** Answers a request as an MCP client of the current protocol would get it answered. */
export const answerInProcess = async ({
  dispatcher,
  grant,
  request,
  signal,
  version,
  mostBytes,
}: InProcessCall): Promise<AnsweredRequest> => {
  const text = JSON.stringify(request) ?? "";
  if (Buffer.byteLength(text) > mostBytes) {
    throw invalid(`The request is larger than ${mostBytes} bytes, the limit at its MCP address.`, { field: "request" });
  }
  const message = parseMessage(text);
  const context = new ConsoleRequest(callerOf(grant));
  const { sessionId } = context.caller;
  if (message.kind === "malformed") {
    const response: unknown = JSON.parse(errorAnswer(message.id, message.error));
    return { request, response, milliseconds: 0, session_id: sessionId, notifications: [] };
  }
  if (message.kind !== "request") {
    throw invalid("request must be a JSON-RPC request: with a method and an id.", { field: "request" });
  }
  const cancel = () => context.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const sent: Request = { ...message, params: withEnvelope(message, version) };
  const began = performance.now();
  const outcome = await dispatcher.answer(sent, context);
  signal.removeEventListener("abort", cancel);
  return {
    request: { jsonrpc: "2.0", id: sent.id, method: sent.method, params: sent.params },
    response: outcome === undefined ? null : JSON.parse(joinText(outcome.json)),
    milliseconds: Math.round((performance.now() - began) * 100) / 100,
    session_id: sessionId,
    notifications: context.notifications,
  };
};
