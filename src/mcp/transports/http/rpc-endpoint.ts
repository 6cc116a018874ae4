import { randomUUID } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import type { Grant } from "../../../model/grant.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import { CODES } from "../../protocol/errors.ts";
import { errorAnswer, parseMessage, type Request } from "../../protocol/json-rpc.ts";
import { newSession } from "../../protocol/request-context.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type { Accepts } from "./accepts.ts";
import { type Authentication, authenticate } from "./authentication.ts";
import type { Capacity } from "./capacity.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answering, type HttpContext, refusal, rpcRefusal } from "./http-context.ts";
import type { JsonPosts } from "./json-posts.ts";
import { McpHttpRequest, type Ways } from "./mcp-http-request.ts";
import { createRunningRequests } from "./running-requests.ts";

export interface RpcEndpointOptions {
  /** Each tenant has its own. */
  rpcOf(grant: Grant): Rpc | Promise<Rpc>;
  readonly answering: Answering;
  readonly posts: JsonPosts;
  readonly capacity: Capacity;
  readonly authentication: Authentication;
  /** As keys name what it belongs to. */
  readonly scope: string;
}

const JSON_ONLY: Accepts = { json: true, stream: false };

/** Plain JSON-RPC: one request posted, one answer, nothing kept in between. */
export const createRpcEndpoint = ({
  rpcOf,
  answering,
  posts,
  capacity,
  authentication,
  scope,
}: RpcEndpointOptions): Endpoint => {
  const running = createRunningRequests();
  const ways: Ways = { answering, capacity };

  const refuse = (context: HttpContext, refused: HttpRefusal): void =>
    answering.sendAnswer(context, rpcRefusal(refused));

  const run = (context: HttpContext, request: Request, rpc: Rpc): void => {
    const grant = context.grant as Grant;
    const { tenant } = grant;
    const address = context.client;
    const caller: Caller = { tenant, sessionId: randomUUID(), transport: "http", grant, address, passing: true };
    const mcpRequest = new McpHttpRequest(ways, context, request, JSON_ONLY, newSession(), caller);
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
            message: "A request has a method and an id; one without an id is not carried out",
          };
    answering.send(context, 400, errorAnswer(message.kind === "malformed" ? message.id : null, error));
  };

  return {
    handle(context) {
      const { method = "" } = context.request;
      if (method === "POST") {
        const read = (inside: HttpContext) => posts.read(inside, received);
        return posts.guarded(context, () => authenticate(authentication, context, scope, refuse, read));
      }
      const no = refusal(405, `${method.slice(0, 20)} is not answered here: post a JSON-RPC request`);
      answering.sendAnswer(context, { ...no, headers: ["Allow", "POST, OPTIONS"] });
    },
    drain: () => running.drain(),
    close: () => running.cutOff(),
  };
};
