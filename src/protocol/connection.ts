import type { Caller } from "../model/caller.ts";

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
  /**
   * Takes one message and resolves when it is dealt with; never rejects. Without a reply path of its own the answer
   * goes to the peer's `send`.
   */
  receive(text: string, reply?: ReplyPath): Promise<void>;
  /** Resolves when no request is running. */
  idle(): Promise<void>;
  /** Aborts what still runs and ends subscriptions politely. */
  close(): void;
}
