import type { Caller } from "../../../model/caller.ts";
import type { Outcome } from "../../protocol/dispatcher.ts";
import type { Params, Request, Response } from "../../protocol/json-rpc.ts";
import { Cancellation, type RequestContext, type Session } from "../../protocol/request-context.ts";
import { joinText } from "../../protocol/serialise.ts";
import type { LoggedStream } from "../../sessions/event-log.ts";
import type { Accepts } from "./accepts.ts";
import type { Capacity } from "./capacity.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { type Answering, type HttpContext, headerOf } from "./http-context.ts";

/** What the requests of one era have in common. */
export interface Ways {
  readonly answering: Answering;
  readonly capacity: Capacity;
  /** Keeps the events of a stream for a client that comes back. Without it, a client that goes away has cancelled. */
  record?(mcpRequest: McpHttpRequest): LoggedStream;
  ask?(mcpRequest: McpHttpRequest, method: string, params: Params): Promise<Response>;
}

export const COME_BACK_AFTER_MS = 1_000;

/** From this revision on, a client understands an event without content. */
export const understandsPriming = (protocolVersion: string): boolean => protocolVersion >= "2025-11-25";

/**
 * One MCP request over HTTP: whose it is, whether it was given up, and everything that goes back, as JSON or as a stream
 * once something has to be said before the answer. A class, and one object for all of that: of what is made anew for
 * every request, the garbage collector's share is larger than anybody else's.
 */
export class McpHttpRequest extends Cancellation implements RequestContext {
  readonly context: HttpContext;
  readonly message: Request;
  readonly caller: Caller;
  readonly session: Session;
  readonly accepts: Accepts;
  readonly ways: Ways;
  /** Set on a request that stands open; ends it with an answer. */
  finishStream: (() => void) | undefined;
  /** Where it stands among those that are running. */
  place = -1;
  private answered = false;
  private stream: EventStream | undefined;
  private recorded: LoggedStream | undefined;

  constructor(ways: Ways, context: HttpContext, message: Request, accepts: Accepts, session: Session, caller: Caller) {
    super();
    this.ways = ways;
    this.context = context;
    this.message = message;
    this.accepts = accepts;
    this.session = session;
    this.caller = caller;
    this.finishStream = undefined;
    this.stream = undefined;
    this.recorded = undefined;
    context.pending = this;
  }

  get requestId(): string {
    return this.context.id;
  }

  header(name: string): string | undefined {
    return headerOf(this.context, name);
  }

  keepOpen(finish: () => void): void {
    this.finishStream = finish;
  }

  notify(json: string): void {
    if (!this.accepts.stream) return;
    this.open();
    this.say(json);
  }

  get ask(): RequestContext["ask"] {
    const { ask } = this.ways;
    if (ask === undefined || !this.accepts.stream) return undefined;
    return (method, params) => ask(this, method, params);
  }

  /** What is still to be said waits until the client comes back for it. */
  disconnect(): void {
    if (!this.accepts.stream || this.ways.record === undefined) return;
    this.open();
    this.stream?.end();
  }

  /** Once; what comes later is not said. */
  answer(outcome: Outcome | undefined, headers?: readonly string[]) {
    if (this.answered) return;
    this.answered = true;
    const { answering } = this.ways;
    if (this.stream === undefined) {
      if (outcome === undefined) return answering.send(this.context, 202);
      // A refusal has a status of its own, which a stream cannot have.
      if (this.accepts.json || outcome.status !== 200) {
        return answering.send(this.context, outcome.status, outcome.json, headers);
      }
      this.open(headers);
    }
    if (outcome !== undefined) this.say(joinText(outcome.json));
    this.recorded?.end();
    this.stream?.end();
  }

  /** The response is closed, after the answer or before it. */
  closed(): void {
    if (this.ways.record === undefined) {
      if (!this.context.response.writableFinished) this.cancel();
    } else this.recorded?.detach();
  }

  private open(headers?: readonly string[]): void {
    if (this.stream !== undefined) return;
    const { answering, capacity, record } = this.ways;
    capacity.becomeStream(this.context);
    answering.startStream(this.context, headers);
    const stream = createEventStream(this.context.response);
    this.stream = stream;
    const recorded = record?.(this);
    if (recorded === undefined) return;
    this.recorded = recorded;
    if (understandsPriming(this.session.settings.protocolVersion)) stream.prime(recorded.firstId, COME_BACK_AFTER_MS);
    recorded.onTakenOver = () => stream.end();
    if (this.context.response.destroyed) recorded.detach();
  }

  private say(json: string): void {
    this.stream?.event(json, this.recorded?.add(json));
  }
}
