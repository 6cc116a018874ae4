import type { Caller } from "../model/caller.ts";
import { type Call, MESSAGE_LEVELS, type MessageLevel } from "../registry/tool.ts";
import type { Envelope, Era } from "./eras.ts";
import { isObject, notification, type Params, type RequestId } from "./json-rpc.ts";

/** What a legacy client settles once for its whole session; a modern request brings it along each time. */
export interface Session {
  logLevel: MessageLevel;
  /** Resources it wants to hear about. */
  readonly subscribed: Set<string>;
}

/** `info` until the client says otherwise: the specification leaves the choice to the server. */
export const newSession = (): Session => ({ logLevel: "info", subscribed: new Set() });

/** One request on its way through. */
export interface Exchange {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
  readonly era: Era;
  readonly envelope: Envelope | undefined;
  readonly session: Session;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Sends something that belongs to this request ahead of its answer. */
  notify(json: string): void;
  /** The request stays open until the connection closes, and is then told to finish. */
  stand(finish: () => void): void;
}

/** Computes the `result` member of the answer. */
export type Handler = (exchange: Exchange) => string | Promise<string>;

const severity = (level: MessageLevel): number => MESSAGE_LEVELS.indexOf(level);

const progressTokenOf = ({ params }: Exchange): RequestId | undefined => {
  const meta = params["_meta"];
  const token = isObject(meta) ? meta["progressToken"] : undefined;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
};

/** The exchange as a tool, resource or prompt sees it. */
export const callOf = (exchange: Exchange): Call => {
  const { caller, signal } = exchange;
  const progressToken = progressTokenOf(exchange);
  let reported = Number.NEGATIVE_INFINITY;
  return {
    caller,
    signal,
    progress(progress, total, message) {
      // The specification wants it to grow with every message; a tool that repeats itself is not worth an error.
      if (progressToken === undefined || signal.aborted || !(progress > reported)) return;
      reported = progress;
      exchange.notify(notification("notifications/progress", { progressToken, progress, total, message }));
    },
    message(level, data) {
      const wanted = exchange.envelope === undefined ? exchange.session.logLevel : exchange.envelope.logLevel;
      if (wanted === undefined || signal.aborted || severity(level) < severity(wanted)) return;
      exchange.notify(notification("notifications/message", { level, data }));
    },
  };
};
