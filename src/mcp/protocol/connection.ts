import type { Caller } from "../../model/caller.ts";
import type { Log } from "../../model/log.ts";
import { Cancellation } from "./cancellation.ts";
import type { Dispatcher } from "./dispatcher.ts";
import {
  errorAnswer,
  type Notification,
  type Params,
  parseMessage,
  question,
  type Request,
  type RequestId,
  type Response,
} from "./json-rpc.ts";
import { newSession, type RequestContext, type Session } from "./request-context.ts";
import { listenForSession } from "./subscriptions.ts";
import { joined } from "./text.ts";

/** Where the answers to messages go. */
export interface ReplyPath {
  /** What belongs to a request and comes before its answer: progress, a log message, a question to the client. */
  notify(json: string): void;
  /** The answer. Never called for a notification or for a request that was cancelled. */
  answer(json: string): void;
}

/** The client's end, as a transport knows it. */
export interface Peer {
  readonly caller: Caller;
  /** Takes what no request asked for (a changed list); absent where there is no such way. */
  send?(json: string): void;
}

/** One client that stays, and everything under way with it. */
export interface Connection {
  /** Takes one message and resolves when it is dealt with; never rejects. */
  receive(text: string, reply: ReplyPath): Promise<void>;
  /** Resolves when no request is running; those that only listen do not count. */
  idle(): Promise<void>;
  /** Ends what listens politely and aborts what still runs. */
  close(): Promise<void>;
}

type Ask = (context: ConnectionRequest, method: string, params: Params) => Promise<Response>;

/** A request in progress. An object of its own, never known by its id: a client may use one twice at the same time. */
class ConnectionRequest extends Cancellation implements RequestContext {
  readonly id: RequestId;
  readonly caller: Caller;
  readonly session: Session;
  done: Promise<void> = Promise.resolve();
  /** Set on a request that stands open; ends it with an answer. */
  finish: (() => void) | undefined = undefined;
  private readonly reply: ReplyPath;
  private readonly asking: Ask;

  constructor(id: RequestId, caller: Caller, session: Session, reply: ReplyPath, asking: Ask) {
    super();
    this.id = id;
    this.caller = caller;
    this.session = session;
    this.reply = reply;
    this.asking = asking;
  }

  notify(json: string): void {
    this.reply.notify(json);
  }

  ask(method: string, params: Params): Promise<Response> {
    return this.asking(this, method, params);
  }

  stand(finish: () => void): void {
    this.finish = finish;
  }
}

export const createConnection = (
  { dispatcher, log }: { readonly dispatcher: Dispatcher; readonly log: Log },
  { caller, send }: Peer,
): Connection => {
  const session = newSession();
  const running = new Set<ConnectionRequest>();
  const asked = new Map<RequestId, (response: Response) => void>();
  let lastQuestion = 0;
  let endListening: (() => void) | undefined;

  const ask: Ask = (context, method, params) =>
    new Promise((resolve, reject) => {
      const { signal } = context;
      const id = `taxiway-${++lastQuestion}`;
      const gone = () => {
        asked.delete(id);
        reject(signal.reason);
      };
      signal.addEventListener("abort", gone, { once: true });
      asked.set(id, (response) => {
        asked.delete(id);
        signal.removeEventListener("abort", gone);
        resolve(response);
      });
      context.notify(question(id, method, params));
    });

  const serve = async (request: Request, reply: ReplyPath, context: ConnectionRequest): Promise<void> => {
    const outcome = await dispatcher.answer(request, context);
    running.delete(context);
    if (outcome !== undefined) reply.answer(joined(outcome.json));
  };

  const start = (request: Request, reply: ReplyPath): Promise<void> => {
    const context = new ConnectionRequest(request.id, caller, session, reply, ask);
    running.add(context);
    context.done = serve(request, reply, context);
    return context.done;
  };

  /** Others are none of our business, and a notification is never answered, not even a wrong one. */
  const notified = ({ method, params }: Notification): void => {
    if (method === "notifications/initialized" && send !== undefined) {
      endListening ??= listenForSession(dispatcher.server, caller, () => session.settled, send);
    }
    if (method === "notifications/cancelled") {
      for (const context of running) if (context.id === params["requestId"]) context.cancel();
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
          return reply.answer(errorAnswer(message.id, message.error));
        case "response": {
          const resolve = asked.get(message.id);
          if (resolve !== undefined) return resolve(message);
          log.debug("response to nothing we asked");
        }
      }
    },

    async idle() {
      const busy = () => [...running].filter((context) => context.finish === undefined);
      for (let requests = busy(); requests.length > 0; requests = busy()) {
        await Promise.all(requests.map((context) => context.done));
      }
    },

    async close() {
      endListening?.();
      const standing = [...running].filter(({ finish }) => finish !== undefined);
      for (const context of running) {
        if (context.finish === undefined) context.cancel();
        else context.finish();
      }
      await Promise.all(standing.map(({ done }) => done));
    },
  };
};
