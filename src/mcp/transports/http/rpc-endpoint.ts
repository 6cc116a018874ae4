import { randomUUID } from "node:crypto";
import type { Caller } from "../../../model/caller.ts";
import type { Grant } from "../../../model/grant.ts";
import { CODES } from "../../protocol/errors.ts";
import { newSession } from "../../protocol/exchange.ts";
import { errorAnswer, parseMessage, type Request } from "../../protocol/json-rpc.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type { Accepts } from "./accepts.ts";
import { type Door, throughDoor } from "./door.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Answering, type HttpExchange, refusal } from "./http-exchange.ts";
import { HttpVisit, type Ways } from "./http-visit.ts";
import type { JsonPosts } from "./json-posts.ts";
import type { Room } from "./room.ts";
import { createRunningVisits } from "./running-visits.ts";

export interface RpcEndpointOptions {
  /** Each tenant has its own. */
  rpcOf(grant: Grant): Rpc | Promise<Rpc>;
  readonly answering: Answering;
  readonly posts: JsonPosts;
  readonly room: Room;
  readonly door: Door;
  /** As keys name what it belongs to. */
  readonly scope: string;
}

const JSON_ONLY: Accepts = { json: true, stream: false };

/** Plain JSON-RPC: one request posted, one answer, nothing kept in between. */
export const createRpcEndpoint = ({ rpcOf, answering, posts, room, door, scope }: RpcEndpointOptions): Endpoint => {
  const running = createRunningVisits();
  const ways: Ways = { answering, room };

  const run = (exchange: HttpExchange, request: Request, rpc: Rpc): void => {
    const grant = exchange.grant as Grant;
    const { tenant } = grant;
    const address = exchange.client;
    const caller: Caller = { tenant, sessionId: randomUUID(), transport: "http", grant, address, passing: true };
    const visit = new HttpVisit(ways, exchange, request, JSON_ONLY, newSession(), caller);
    running.add(visit);
    rpc
      .answer(request, visit)
      .then((outcome) => {
        running.remove(visit);
        visit.answer(outcome, outcome?.status === 401 ? ["WWW-Authenticate", "Bearer"] : undefined);
      })
      .catch((thrown: unknown) => posts.failed(exchange, thrown));
  };

  const received = (exchange: HttpExchange, text: string): void | Promise<void> => {
    const message = parseMessage(text);
    if (message.kind === "request") {
      const rpc = rpcOf(exchange.grant as Grant);
      return rpc instanceof Promise ? rpc.then((later) => run(exchange, message, later)) : run(exchange, message, rpc);
    }
    const error =
      message.kind === "malformed"
        ? message.error
        : {
            code: CODES.invalidRequest,
            message: "A request has a method and an id; one without an id is not carried out",
          };
    answering.send(exchange, 400, errorAnswer(message.kind === "malformed" ? message.id : null, error));
  };

  return {
    handle(exchange) {
      const { method = "" } = exchange.request;
      if (method === "POST") {
        const read = (inside: HttpExchange) => posts.read(inside, received);
        return posts.guarded(exchange, () => throughDoor(door, exchange, scope, answering.sendAnswer, read));
      }
      const no = refusal(405, `${method.slice(0, 20)} is not answered here: post a JSON-RPC request`);
      answering.sendAnswer(exchange, { ...no, headers: ["Allow", "POST, OPTIONS"] });
    },
    drain: () => running.drain(),
    close: () => running.cutOff(),
  };
};
