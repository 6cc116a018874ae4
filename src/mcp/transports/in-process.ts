import { randomUUID } from "node:crypto";
import { Cancellation, newSession, type RequestContext } from "../protocol/request-context.ts";
import type { Dispatcher } from "../protocol/dispatcher.ts";
import { META, MODERN_VERSIONS } from "../protocol/eras.ts";
import { errorAnswer, type Params, parseMessage, type Request } from "../protocol/json-rpc.ts";
import { joinText } from "../protocol/serialise.ts";
import type { Caller } from "../../model/caller.ts";
import { invalid } from "../../model/failure.ts";
import type { Grant } from "../../model/grant.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Carried } from "../../console/contract.ts";

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

/** One request that comes from no login is a session of its own. */
const callerOf = (grant: Grant): Caller => ({
  ...{ tenant: grant.tenant, sessionId: grant.sessionId ?? randomUUID(), transport: "http", grant },
  ...(grant.sessionId === undefined && { passing: true }),
});

/** What a modern client says of itself in each request; what is there already stays. */
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

export interface Carrying {
  readonly dispatcher: Dispatcher;
  readonly grant: Grant;
  readonly request: unknown;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly mostBytes: number;
}

/** Has a request answered by the very server that answers MCP clients. */
export const carryOut = async ({
  dispatcher,
  grant,
  request,
  signal,
  version,
  mostBytes,
}: Carrying): Promise<Carried> => {
  const text = JSON.stringify(request) ?? "";
  if (Buffer.byteLength(text) > mostBytes) {
    throw invalid(`A request may have ${mostBytes} bytes at most, here as at its MCP address.`, { field: "request" });
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
