import { randomUUID } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import type { Grant } from "../../../model/grant.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, parseMessage, type Request } from "../../protocol/json-rpc.ts";
import { newSession } from "../../protocol/request-context.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import { authenticate } from "./authentication.ts";
import type { Endpoint, EndpointServices } from "./endpoint.ts";
import { type HttpContext, refusal, rpcRefusal } from "./http-context.ts";
import type { Serve } from "./json-posts.ts";
import type { Accepts } from "./mcp-http-request.ts";
import { McpHttpRequest, type RequestServices } from "./mcp-http-request.ts";
import { createRunningRequests } from "./running-requests.ts";

export interface RpcEndpointOptions extends EndpointServices {
  rpcOf(grant: Grant): Rpc | Promise<Rpc>;
  /** The name that keys grant access by. */
  readonly scope: string;
}

const JSON_ONLY: Accepts = { json: true, stream: false };

/** Plain JSON-RPC over HTTP, without sessions. */
export const createRpcEndpoint = (options: RpcEndpointOptions): Endpoint => {
  const { rpcOf, answering, posts, capacity, scope } = options;
  const running = createRunningRequests();
  const services: RequestServices = { answering, capacity };

  const run = (context: HttpContext, request: Request, rpc: Rpc): void => {
    const grant = context.grant as Grant;
    const { tenant } = grant;
    const address = context.client;
    const caller: Caller = { tenant, sessionId: randomUUID(), transport: "http", grant, address, passing: true };
    const mcpRequest = new McpHttpRequest(services, context, request, JSON_ONLY, newSession(), caller);
    running.add(mcpRequest);
    rpc
      .answer(request, mcpRequest)
      .then((outcome) => {
        running.remove(mcpRequest);
        mcpRequest.answer(outcome, outcome?.status === 401 ? ["WWW-Authenticate", "Bearer"] : undefined);
      })
      .catch((thrown: unknown) => posts.failed(context, thrown));
  };

  const received = (context: HttpContext, text: string): void | Promise<void> => {
    const message = parseMessage(text);
    if (message.kind === "request") {
      const rpc = rpcOf(context.grant as Grant);
      return rpc instanceof Promise ? rpc.then((later) => run(context, message, later)) : run(context, message, rpc);
    }
    const error =
      message.kind === "malformed"
        ? message.error
        : {
            code: CODES.invalidRequest,
            message: "The body must be a JSON-RPC request with a method and an id.",
          };
    answering.send(context, 400, errorAnswer(message.kind === "malformed" ? message.id : null, error));
  };

  const read: Serve = (context) => posts.read(context, received);
  const handle: Serve = (context) => authenticate(options, context, scope, rpcRefusal, read);

  return {
    handle(context) {
      const { method = "" } = context.request;
      if (method === "POST") return posts.guarded(context, handle);
      const answer = refusal(405, `${method.slice(0, 20)} is not allowed here. Send a JSON-RPC request with POST.`);
      answering.sendAnswer(context, { ...answer, headers: ["Allow", "POST, OPTIONS"] });
    },
    drain: () => running.drain(),
    close: () => running.abort(),
  };
};
