import { ADMIN_API, type Grant } from "../../../model/grant.ts";
import { adminRefusal, asAdminRefusal } from "./admin-refusal.ts";
import type { Capacity } from "./capacity.ts";
import { type Door, throughDoor } from "./door.ts";
import type { Endpoint } from "./endpoint.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import type { Answer, Answering, HttpContext } from "./http-context.ts";
import type { JsonPosts } from "./json-posts.ts";

/** Where events go: name, and data as JSON. False when nobody reads them any more. */
export type SendEvent = (name: string, json: string) => boolean;

export interface EventsEndpointOptions {
  readonly answering: Answering;
  readonly posts: Pick<JsonPosts, "guarded">;
  readonly capacity: Capacity;
  readonly door: Door;
  /** Begins to send what whoever came in may hear; returns what ends it. */
  open(grant: Grant, send: SendEvent): () => void;
  /** Whether they would still be let in. */
  isWelcome(context: HttpContext): Promise<boolean>;
  /** At a time, in this process. */
  readonly most?: number;
  /** How often those who listen are looked at again. */
  readonly lookEveryMs?: number;
}

interface Listener {
  readonly context: HttpContext;
  readonly stream: EventStream;
}

/** A console this far behind is cut off: it opens another stream, and goes on from there. */
const MOST_UNREAD = 1024 * 1024;

/** A stream of events for each console that is open. A stream lasts no longer than what it was opened with is good. */
export const createEventsEndpoint = (options: EventsEndpointOptions): Endpoint & { lookAgain(): void } => {
  const { answering, posts, capacity, door, open, isWelcome, most = 20, lookEveryMs = 2_000 } = options;
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;

  const refuse = (context: HttpContext, answer: Answer): void => answering.sendAnswer(context, asAdminRefusal(answer));

  const look = async ({ context, stream }: Listener): Promise<void> => {
    // Nobody is sent away because the store does not answer: it is asked again.
    const welcome = await isWelcome(context).catch(() => true);
    if (!welcome) stream.end();
  };
  const lookAgain = (): void => {
    for (const listener of listeners) void look(listener);
  };

  const leave = (listener: Listener, stop: () => void): void => {
    stop();
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const refusalOf = (context: HttpContext): Answer | undefined => {
    if (context.request.method !== "GET") {
      return adminRefusal(405, "This address takes GET.", { headers: ["Allow", "GET, OPTIONS"] });
    }
    if (listeners.size < most) return capacity.becomeStream(context);
    const message = `${most} consoles listen here already, which is as many as this process serves.`;
    return adminRefusal(503, message, { headers: ["Retry-After", "10"] });
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
    timer ??= setInterval(lookAgain, lookEveryMs).unref();
  };

  return {
    handle: (context) => posts.guarded(context, () => throughDoor(door, context, ADMIN_API, refuse, serve)),
    lookAgain,
    async drain() {
      for (const { stream } of listeners) stream.end();
    },
    close() {
      for (const { context } of listeners) context.response.destroy();
    },
  };
};
