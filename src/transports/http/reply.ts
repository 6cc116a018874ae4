import type { Outcome } from "../../protocol/dispatcher.ts";
import { joined } from "../../protocol/text.ts";
import type { LoggedStream } from "../../sessions/event-log.ts";
import type { Accepts } from "./accepts.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import type { Answering, HttpExchange } from "./http-exchange.ts";

/** How one request is answered: as JSON, or as a stream once something has to be said before the answer. */
export interface Reply {
  /** What belongs to the request and comes before its answer. */
  notify(json: string): void;
  finish(outcome: Outcome | undefined, headers?: readonly string[]): void;
  /** Lets the connection go; what is still to be said waits until the client comes back for it. */
  hangUp(): void;
}

export interface ReplyOptions {
  readonly exchange: HttpExchange;
  readonly accepts: Accepts;
  readonly answering: Answering;
  /** Keeps the events of a stream for a client that comes back; absent where the protocol has no such thing. */
  record?(): LoggedStream;
  /** The stream begins with an event that says where to come back to. */
  readonly primed?: boolean;
  /** Called when the response turns into a stream. */
  onStream(): void;
}

export const COME_BACK_AFTER_MS = 1_000;

/** From this revision on, a client understands an event without content. */
export const understandsPriming = (protocolVersion: string): boolean => protocolVersion >= "2025-11-25";

export const createReply = ({
  exchange,
  accepts,
  answering,
  record,
  primed = false,
  onStream,
}: ReplyOptions): Reply => {
  const { response } = exchange;
  let stream: EventStream | undefined;
  let recorded: LoggedStream | undefined;

  const open = (headers?: readonly string[]): void => {
    if (stream !== undefined) return;
    answering.startStream(exchange, headers);
    stream = createEventStream(response);
    recorded = record?.();
    onStream();
    if (recorded === undefined) return;
    if (primed) stream.prime(recorded.firstId, COME_BACK_AFTER_MS);
    recorded.onTaken = () => stream?.end();
    response.once("close", recorded.letGo);
  };
  const say = (json: string): void => {
    stream?.event(json, recorded?.add(json));
  };

  return {
    notify(json) {
      if (!accepts.stream) return;
      open();
      say(json);
    },
    finish(outcome, headers) {
      if (stream === undefined && outcome === undefined) return answering.send(exchange, { status: 202 });
      // A refusal has a status of its own, which a stream cannot have.
      if (stream === undefined && outcome !== undefined && (accepts.json || outcome.status !== 200)) {
        return answering.send(exchange, { status: outcome.status, body: outcome.json, ...(headers && { headers }) });
      }
      open(headers);
      if (outcome !== undefined) say(joined(outcome.json));
      recorded?.end();
      stream?.end();
    },
    hangUp() {
      if (!accepts.stream || record === undefined) return;
      open();
      stream?.end();
    },
  };
};
