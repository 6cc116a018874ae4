import { ADMIN_API, type Grant } from "../../../model/grant.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import { adminRefusal } from "./admin-refusal.ts";
import { type Authentication, authenticate } from "./authentication.ts";
import type { Capacity } from "./capacity.ts";
import type { Endpoint } from "./endpoint.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import type { Answering, HttpContext } from "./http-context.ts";
import type { JsonPosts } from "./json-posts.ts";

/** Sends an event with its data as JSON. Returns false once the client has disconnected. */
export type SendEvent = (name: string, json: string) => boolean;

export interface EventsEndpointOptions {
  readonly answering: Answering;
  readonly posts: Pick<JsonPosts, "guarded">;
  readonly capacity: Capacity;
  readonly authentication: Authentication;
  /** Starts sending the events that the caller may see; returns a function that stops. */
  open(grant: Grant, send: SendEvent): () => void;
  /** Open streams in this process. */
  readonly most?: number;
  /** How often the credentials of open streams are checked again. */
  readonly checkEveryMs?: number;
}

interface Listener {
  readonly context: HttpContext;
  readonly stream: EventStream;
}

/** A console this many bytes behind is disconnected; it reconnects and loads the current state. */
const MOST_UNREAD = 1024 * 1024;

/** Streams events to each open console. A stream ends when the credentials that opened it become invalid. */
export const createEventsEndpoint = (options: EventsEndpointOptions): Endpoint & { checkCredentials(): void } => {
  const { answering, posts, capacity, authentication, open, most = 20, checkEveryMs = 2_000 } = options;
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;

  const refuse = (context: HttpContext, refused: HttpRefusal): void =>
    answering.sendAnswer(context, adminRefusal(refused));

  const check = async ({ context, stream }: Listener): Promise<void> => {
    try {
      if ((await authentication.isStillValid?.(context)) === false) stream.end();
    } catch {
      // The store is unavailable; the next check decides.
    }
  };
  const checkCredentials = (): void => {
    for (const listener of listeners) void check(listener);
  };

  const leave = (listener: Listener, stop: () => void): void => {
    stop();
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const refusalOf = (context: HttpContext): HttpRefusal | undefined => {
    if (context.request.method !== "GET") {
      return { status: 405, message: "This address accepts GET only.", headers: ["Allow", "GET, OPTIONS"] };
    }
    if (listeners.size < most) return capacity.becomeStream(context);
    const message = `This process already serves ${most} open consoles, the most it accepts.`;
    return { status: 503, message, headers: ["Retry-After", "10"] };
  };

  const serve = (context: HttpContext) => {
    const refusal = refusalOf(context);
    if (refusal !== undefined) return refuse(context, refusal);
    answering.startStream(context);
    const stream = createEventStream(context.response, undefined, MOST_UNREAD);
    const listener: Listener = { context, stream };
    listeners.add(listener);
    const stop = open(context.grant as Grant, (name, json) => stream.event(json, undefined, name));
    context.pending = { closed: () => leave(listener, stop) };
    if (context.response.destroyed) return leave(listener, stop);
    timer ??= setInterval(checkCredentials, checkEveryMs).unref();
  };

  return {
    handle: (context) => posts.guarded(context, () => authenticate(authentication, context, ADMIN_API, refuse, serve)),
    checkCredentials,
    async drain() {
      for (const { stream } of listeners) stream.end();
    },
    close() {
      for (const { context } of listeners) context.response.destroy();
    },
  };
};
