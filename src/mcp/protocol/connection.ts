import type { Caller } from "../../model/caller.ts";
import type { Log } from "../../model/log.ts";
import type { Dispatcher } from "./dispatcher.ts";
import {
  errorAnswer,
  type Notification,
  type Params,
  parseMessage,
  type Request,
  type RequestId,
  type Response,
  requestMessage,
} from "./json-rpc.ts";
import { Cancellation, newSession, type RequestContext, type Session } from "./request-context.ts";
import { joinText } from "./serialise.ts";
import { listenForSession } from "./subscriptions.ts";

/** Where the answers to a message are sent. */
export interface ReplyPath {
  /** Sends a message that belongs to a request and precedes its answer, such as progress or a question. */
  notify(json: string): void;
  /** Sends the answer. Not called for a notification or a cancelled request. */
  answer(json: string): void;
}

/** The client of a connection. */
export interface Peer {
  readonly caller: Caller;
  /** Sends a notification outside of any request, such as a changed list; absent if the transport cannot. */
  send?(json: string): void;
}

/** A lasting connection of one client, with its requests in progress. */
export interface Connection {
  /** Handles one message. Resolves when it is done; never rejects. */
  receive(text: string, reply: ReplyPath): Promise<void>;
  /** Resolves when no request is running, except for subscriptions. */
  idle(): Promise<void>;
  /** Ends subscriptions with an answer and aborts running requests. */
  close(): Promise<void>;
}

type Ask = (context: ConnectionRequest, method: string, params: Params) => Promise<Response>;

/** A request in progress. Not identified by its ID, because a client may use the same ID twice at the same time. */
class ConnectionRequest extends Cancellation implements RequestContext {
  readonly id: RequestId;
  readonly caller: Caller;
  readonly session: Session;
  done: Promise<void> = Promise.resolve();
  /** Set for a request that is kept open; ends it with an answer. */
  finish: (() => void) | undefined = undefined;
  private readonly reply: ReplyPath;
  private readonly askClient: Ask;

  constructor(id: RequestId, caller: Caller, session: Session, reply: ReplyPath, askClient: Ask) {
    super();
    this.id = id;
    this.caller = caller;
    this.session = session;
    this.reply = reply;
    this.askClient = askClient;
  }

  notify(json: string): void {
    this.reply.notify(json);
  }

  ask(method: string, params: Params): Promise<Response> {
    return this.askClient(this, method, params);
  }

  keepOpen(finish: () => void): void {
    this.finish = finish;
  }
}

export const createConnection = (
  { dispatcher, log }: { readonly dispatcher: Dispatcher; readonly log: Log },
  { caller, send }: Peer,
): Connection => {
  const session = newSession();
  const running = new Set<ConnectionRequest>();
  const questions = new Map<RequestId, (response: Response) => void>();
  let lastQuestion = 0;
  let endListening: (() => void) | undefined;

  const ask: Ask = (context, method, params) =>
    new Promise((resolve, reject) => {
      const { signal } = context;
      const id = `taxiway-${++lastQuestion}`;
      const abort = () => {
        questions.delete(id);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      questions.set(id, (response) => {
        questions.delete(id);
        signal.removeEventListener("abort", abort);
        resolve(response);
      });
      context.notify(requestMessage(id, method, params));
    });

  const serve = async (request: Request, reply: ReplyPath, context: ConnectionRequest): Promise<void> => {
    const outcome = await dispatcher.answer(request, context);
    running.delete(context);
    if (outcome !== undefined) reply.answer(joinText(outcome.json));
  };

  const start = (request: Request, reply: ReplyPath): Promise<void> => {
    const context = new ConnectionRequest(request.id, caller, session, reply, ask);
    running.add(context);
    context.done = serve(request, reply, context);
    return context.done;
  };

  /** Ignores unknown notifications; a notification is never answered, not even an invalid one. */
  const handleNotification = ({ method, params }: Notification): void => {
    if (method === "notifications/initialized" && send !== undefined) {
      endListening ??= listenForSession(dispatcher.server, caller, () => session.settings, send);
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
          return handleNotification(message);
        case "malformed":
          return reply.answer(errorAnswer(message.id, message.error));
        case "response": {
          const resolve = questions.get(message.id);
          if (resolve !== undefined) return resolve(message);
          log.debug("response without a request");
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
      const subscriptions = [...running].filter(({ finish }) => finish !== undefined);
      for (const context of running) {
        if (context.finish === undefined) context.cancel();
        else context.finish();
      }
      await Promise.all(subscriptions.map(({ done }) => done));
    },
  };
};
