import type { Caller } from "../../../model/caller.ts";
import type { Outcome } from "../../protocol/dispatcher.ts";
import type { Params, Request, Response } from "../../protocol/json-rpc.ts";
import { Cancellation, type RequestContext, type Session } from "../../protocol/request-context.ts";
import { joinText } from "../../protocol/serialise.ts";
import type { LoggedStream } from "../../sessions/event-log.ts";
import type { Capacity } from "./capacity.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { type Answering, acceptedIn, type HttpContext, headerOf } from "./http-context.ts";

/** What the requests of one protocol era share. */
export interface RequestServices {
  readonly answering: Answering;
  readonly capacity: Capacity;
  /** Records the events of a stream for a client that reconnects. Absent: disconnecting cancels the request. */
  record?(mcpRequest: McpHttpRequest): LoggedStream;
  ask?(mcpRequest: McpHttpRequest, method: string, params: Params): Promise<Response>;
}

export const RETRY_AFTER_MS = 1_000;

/** Whether clients of this revision accept an event without data. */
export const understandsPriming = (protocolVersion: string): boolean => protocolVersion >= "2025-11-25";

/**
 * One MCP request over HTTP. Answers with JSON, or with a stream if something is sent before the answer. A single object of
 * one class, because allocations for each request cost more in garbage collection than anything else here.
 */
export class McpHttpRequest extends Cancellation implements RequestContext {
  readonly context: HttpContext;
  readonly message: Request;
  readonly caller: Caller;
  readonly session: Session;
  readonly accepts: Accepts;
  readonly services: RequestServices;
  /** Ends a request that is kept open, with an answer. */
  finishStream: (() => void) | undefined;
  /** Its index among the running requests. */
  index = -1;
  private answered = false;
  private stream: EventStream | undefined;
  private recorded: LoggedStream | undefined;

  constructor(
    services: RequestServices,
    context: HttpContext,
    message: Request,
    accepts: Accepts,
    session: Session,
    caller: Caller,
  ) {
    super();
    this.services = services;
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
    this.send(json);
  }

  get ask(): RequestContext["ask"] {
    const { ask } = this.services;
    if (ask === undefined || !this.accepts.stream) return undefined;
    return (method, params) => ask(this, method, params);
  }

  /** Later events are recorded until the client reconnects. */
  disconnect(): void {
    if (!this.accepts.stream || this.services.record === undefined) return;
    this.open();
    this.stream?.end();
  }

  /** Sends the answer; later calls have no effect. */
  answer(outcome: Outcome | undefined, headers?: readonly string[]) {
    if (this.answered) return;
    this.answered = true;
    const { answering } = this.services;
    if (this.stream === undefined) {
      if (outcome === undefined) return answering.send(this.context, 202);
      // A stream can only have status 200.
      if (this.accepts.json || outcome.status !== 200) {
        return answering.send(this.context, outcome.status, outcome.json, headers);
      }
      this.open(headers);
    }
    if (outcome !== undefined) this.send(joinText(outcome.json));
    this.recorded?.end();
    this.stream?.end();
  }

  /** Called when the response is closed, before or after the answer. */
  closed(): void {
    if (this.services.record === undefined) {
      if (!this.context.response.writableFinished) this.cancel();
    } else this.recorded?.detach();
  }

  private open(headers?: readonly string[]): void {
    if (this.stream !== undefined) return;
    const { answering, capacity, record } = this.services;
    capacity.becomeStream(this.context);
    answering.startStream(this.context, headers);
    const stream = createEventStream(this.context.response);
    this.stream = stream;
    const recorded = record?.(this);
    if (recorded === undefined) return;
    this.recorded = recorded;
    if (understandsPriming(this.session.settings.protocolVersion)) stream.prime(recorded.firstId, RETRY_AFTER_MS);
    recorded.onTakenOver = () => stream.end();
    if (this.context.response.destroyed) recorded.detach();
  }

  private send(json: string): void {
    this.stream?.event(json, this.recorded?.add(json));
  }
}

/** Which content types a client accepts. */
export interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
}

const parseAccept = (header: string): Accepts => {
  const types = new Set(acceptedIn(header));
  const accepts = (...names: string[]) => types.has("*/*") || names.some((name) => types.has(name));
  return {
    json: accepts("application/json", "application/*"),
    stream: accepts("text/event-stream", "text/*"),
  };
};

const MAX_CACHED = 100;
const parsedHeaders = new Map<string, Accepts>();

/** Parses an Accept header; cached, because clients send the same one with each request. The default is JSON. */
export const acceptsOf = (header: string | undefined): Accepts => {
  if (header === undefined) return { json: true, stream: false };
  let accepts = parsedHeaders.get(header);
  if (accepts === undefined) {
    accepts = parseAccept(header.slice(0, 1000));
    if (parsedHeaders.size >= MAX_CACHED) parsedHeaders.clear();
    parsedHeaders.set(header, accepts);
  }
  return accepts;
};
