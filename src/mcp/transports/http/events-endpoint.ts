import { ADMIN_API, type Grant } from "../../../model/grant.ts";
import type { HttpRefusal } from "../../../model/http-refusal.ts";
import { authenticate, closeRevokedStreams } from "./authentication.ts";
import type { Endpoint, EndpointServices } from "./endpoint.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { adminRefusal, type HttpContext } from "./http-context.ts";
import type { Serve } from "./json-posts.ts";

/** Sends an event with its data as JSON. Returns false once the client has disconnected. */
type SendEvent = (name: string, json: string) => boolean;

export interface EventsEndpointOptions extends EndpointServices {
  /** Starts sending the events that the caller may see; returns a function that stops. */
  open(grant: Grant, send: SendEvent): () => void;
}

/** Open streams per process. */
const MAX_STREAMS = 20;
/** A console this many bytes behind is disconnected; it reconnects and loads the current state. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Streams events to each open console. A stream ends when the credentials that opened it become invalid. */
export const createEventsEndpoint = (options: EventsEndpointOptions): Endpoint & { checkCredentials(): void } => {
  const { answering, posts, capacity, authentication, open } = options;
  const streams = new Map<HttpContext, EventStream>();
  const check = closeRevokedStreams(authentication, () =>
    [...streams].map(([context, stream]) => [context, () => stream.end()] as const),
  );

  const refusalOf = (context: HttpContext): HttpRefusal | undefined => {
    if (context.request.method !== "GET") {
      return { status: 405, message: "Only GET is allowed here.", headers: ["Allow", "GET, OPTIONS"] };
    }
    if (streams.size < MAX_STREAMS) return capacity.becomeStream(context);
    const message = `This process has reached its limit of ${MAX_STREAMS} open consoles.`;
    return { status: 503, message, headers: ["Retry-After", "10"] };
  };

  const serve: Serve = (context) => {
    const refusal = refusalOf(context);
    if (refusal !== undefined) return answering.sendAnswer(context, adminRefusal(refusal));
    answering.startStream(context);
    const stream = createEventStream(context.response, undefined, MAX_UNREAD_BYTES);
    streams.set(context, stream);
    const stop = open(context.grant as Grant, (name, json) => stream.event(json, undefined, name));
    const closed = () => {
      stop();
      streams.delete(context);
    };
    context.pending = { closed };
    if (context.response.destroyed) closed();
  };

  const handle: Serve = (context) => authenticate(options, context, ADMIN_API, adminRefusal, serve);

  return {
    handle: (context) => posts.guarded(context, handle),
    checkCredentials: check.now,
    async drain() {
      for (const stream of streams.values()) stream.end();
    },
    close() {
      check.stop();
      for (const { response } of streams.keys()) response.destroy();
    },
  };
};
