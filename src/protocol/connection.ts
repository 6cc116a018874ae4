import type { Caller } from "../model/caller.ts";
import type { Log } from "../model/log.ts";
import type { ServerDefinition } from "../registry/server-definition.ts";
import { type Era, type EraName, envelopeOf } from "./eras.ts";
import { CODES, ProtocolError, wireErrorOf } from "./errors.ts";
import { type Exchange, newSession } from "./exchange.ts";
import {
  errorAnswer,
  type Notification,
  parseMessage,
  type Request,
  type RequestId,
  resultAnswer,
} from "./json-rpc.ts";
import type { FindHandler } from "./methods.ts";
import { changeNotification, concerns, listenToServer } from "./subscriptions.ts";

/** Where the answer to one message goes. Over HTTP every request has its own; on stdio all share one. */
export interface ReplyPath {
  /** A notification that belongs to the request and comes before its answer: progress, a log message. */
  notify(json: string): void;
  /** The answer. Never called for a notification or for a request that was cancelled. */
  answer(json: string, errorCode?: number): void;
}

/** The client's end, as a transport knows it. */
export interface Peer {
  readonly caller: Caller;
  /** Takes what no request asked for (a changed list); absent where there is no such way. */
  send?(json: string): void;
}

export interface Connection {
  /** Takes one message and resolves when it is dealt with; never rejects. */
  receive(text: string, reply: ReplyPath): Promise<void>;
  /** Resolves when no request is running; those that only listen do not count. */
  idle(): Promise<void>;
  /** Ends what listens politely and aborts what still runs. */
  close(): Promise<void>;
}

/** What a connection needs of its dispatcher. */
export interface Desk {
  readonly server: ServerDefinition;
  readonly eras: Readonly<Record<EraName, Era>>;
  readonly findHandler: FindHandler;
  readonly log: Log;
}

/** A request in progress. Kept as an object of its own, never by id: a client may use an id twice at the same time. */
interface Running {
  readonly id: RequestId;
  readonly abort: AbortController;
  done: Promise<void>;
  /** Set on a request that stands open; ends it with an answer. */
  finish?: () => void;
}

export const createConnection = ({ server, eras, findHandler, log }: Desk, peer: Peer): Connection => {
  const { caller } = peer;
  const session = newSession();
  const running = new Set<Running>();
  let endListening: (() => void) | undefined;

  const listen = () => {
    const { send } = peer;
    if (send === undefined) return;
    endListening ??= listenToServer(server, (change) => {
      const asked = change.kind !== "resource" || session.subscribed.has(change.uri);
      if (asked && concerns(change, caller.sessionId)) send(changeNotification(change));
    });
  };

  const handle = (request: Request, reply: ReplyPath, entry: Running): string | Promise<string> => {
    const { id, method, params } = request;
    const envelope = envelopeOf(request);
    const era = eras[envelope === undefined ? "legacy" : "modern"];
    const handler = findHandler(method, era.name);
    if (handler === undefined) {
      throw new ProtocolError(CODES.methodNotFound, `There is no method '${method.slice(0, 100)}'`);
    }
    const exchange: Exchange = {
      id,
      method,
      params,
      era,
      envelope,
      session,
      caller,
      signal: entry.abort.signal,
      notify: (json) => reply.notify(json),
      stand(finish) {
        entry.finish = finish;
      },
    };
    return handler(exchange);
  };

  const serve = async (request: Request, reply: ReplyPath, entry: Running): Promise<void> => {
    const { id, method } = request;
    try {
      const result = await handle(request, reply, entry);
      if (!entry.abort.signal.aborted) reply.answer(resultAnswer(id, result));
    } catch (thrown) {
      if (entry.abort.signal.aborted) return;
      const error = wireErrorOf(thrown, log, { method });
      reply.answer(errorAnswer(id, error), error.code);
    } finally {
      running.delete(entry);
    }
  };

  const start = (request: Request, reply: ReplyPath): Promise<void> => {
    const entry: Running = { id: request.id, abort: new AbortController(), done: Promise.resolve() };
    running.add(entry);
    entry.done = serve(request, reply, entry);
    return entry.done;
  };

  /** Others are none of our business, and a notification is never answered, not even a wrong one. */
  const notified = ({ method, params }: Notification): void => {
    if (method === "notifications/initialized") listen();
    if (method === "notifications/cancelled") {
      for (const entry of running) if (entry.id === params["requestId"]) entry.abort.abort();
    }
  };

  return {
    async receive(text, reply) {
      const message = parseMessage(text);
      switch (message.kind) {
        case "request":
          return start(message, reply);
        case "notification":
          return notified(message);
        case "malformed":
          return reply.answer(errorAnswer(message.id, message.error), message.error.code);
        case "response":
          log.debug("response to nothing we asked", { id: message.id });
      }
    },

    async idle() {
      const busy = () => [...running].filter((entry) => entry.finish === undefined);
      for (let entries = busy(); entries.length > 0; entries = busy()) {
        await Promise.all(entries.map((entry) => entry.done));
      }
    },

    async close() {
      endListening?.();
      const entries = [...running];
      for (const { finish, abort } of entries) (finish ?? (() => abort.abort()))();
      await Promise.all(entries.filter(({ finish }) => finish !== undefined).map(({ done }) => done));
    },
  };
};
