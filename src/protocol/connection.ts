import type { Caller } from "../model/caller.ts";
import type { Log } from "../model/log.ts";
import { type Cancellation, createCancellation } from "./cancellation.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { newSession, type Visit } from "./exchange.ts";
import {
  errorAnswer,
  type Notification,
  parseMessage,
  question,
  type Request,
  type RequestId,
  type Response,
} from "./json-rpc.ts";
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

/** A request in progress. Kept as an object of its own, never by id: a client may use an id twice at the same time. */
interface Running {
  readonly id: RequestId;
  readonly cancellation: Cancellation;
  done: Promise<void>;
  /** Set on a request that stands open; ends it with an answer. */
  finish?: () => void;
}

export const createConnection = (
  { dispatcher, log }: { readonly dispatcher: Dispatcher; readonly log: Log },
  { caller, send }: Peer,
): Connection => {
  const session = newSession();
  const running = new Set<Running>();
  const asked = new Map<RequestId, (response: Response) => void>();
  let lastQuestion = 0;
  let endListening: (() => void) | undefined;

  const visitOf = (entry: Running, { notify }: ReplyPath): Visit => {
    const { cancellation } = entry;
    return {
      caller,
      session,
      get cancelled() {
        return cancellation.cancelled;
      },
      get signal() {
        return cancellation.signal;
      },
      notify,
      ask: (method, params) =>
        new Promise((resolve, reject) => {
          const { signal } = cancellation;
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
          notify(question(id, method, params));
        }),
      stand(finish) {
        entry.finish = finish;
      },
    };
  };

  const serve = async (request: Request, reply: ReplyPath, entry: Running): Promise<void> => {
    const outcome = await dispatcher.answer(request, visitOf(entry, reply));
    running.delete(entry);
    if (outcome !== undefined) reply.answer(joined(outcome.json));
  };

  const start = (request: Request, reply: ReplyPath): Promise<void> => {
    const entry: Running = { id: request.id, cancellation: createCancellation(), done: Promise.resolve() };
    running.add(entry);
    entry.done = serve(request, reply, entry);
    return entry.done;
  };

  /** Others are none of our business, and a notification is never answered, not even a wrong one. */
  const notified = ({ method, params }: Notification): void => {
    if (method === "notifications/initialized" && send !== undefined) {
      endListening ??= listenForSession(dispatcher.server, caller.sessionId, () => session.settled, send);
    }
    if (method === "notifications/cancelled") {
      for (const entry of running) if (entry.id === params["requestId"]) entry.cancellation.cancel();
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
      const busy = () => [...running].filter((entry) => entry.finish === undefined);
      for (let entries = busy(); entries.length > 0; entries = busy()) {
        await Promise.all(entries.map((entry) => entry.done));
      }
    },

    async close() {
      endListening?.();
      const entries = [...running];
      for (const { finish, cancellation } of entries) (finish ?? cancellation.cancel)();
      await Promise.all(entries.filter(({ finish }) => finish !== undefined).map(({ done }) => done));
    },
  };
};
