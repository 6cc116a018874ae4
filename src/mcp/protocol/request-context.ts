import type { Caller } from "../../model/caller.ts";
import type { MessageLevel } from "../tools/tool.ts";
import type { Envelope, Era } from "./eras.ts";
import type { Params, RequestId, Response } from "./json-rpc.ts";
import type { Text } from "./text.ts";

/** What the client said it can do, as it said it. */
export type ClientCapabilities = Readonly<Record<string, unknown>>;

/** What a legacy client settles once for its whole session; a modern request brings it along each time. */
export interface Settled {
  readonly protocolVersion: string;
  readonly capabilities: ClientCapabilities;
  readonly logLevel: MessageLevel;
  /** Resources it wants to hear about. */
  readonly subscriptions: readonly string[];
}

/** `info` until the client says otherwise: the specification leaves the choice to the server. */
export const UNSETTLED: Settled = { protocolVersion: "", capabilities: {}, logLevel: "info", subscriptions: [] };

export interface Session {
  readonly settled: Settled;
  /** A function is given what is settled at that moment, which another node may just have changed. */
  settle(change: SettledChange): void | Promise<void>;
}
export type SettledChange = Partial<Settled> | ((settled: Settled) => Partial<Settled>);

/** A session as long as its connection, or as its request. */
export const newSession = (): Session => {
  const session = {
    settled: UNSETTLED,
    settle(change: SettledChange) {
      const { settled } = session;
      session.settled = { ...settled, ...(typeof change === "function" ? change(settled) : change) };
    },
  };
  return session;
};

/** A request's way in and out, as its transport sees it. */
export interface RequestContext {
  readonly caller: Caller;
  readonly session: Session;
  /** The client cancelled it, or went away. */
  readonly cancelled: boolean;
  /** Aborted when that happens. Made when first asked for. */
  readonly signal: AbortSignal;
  /** Under which the log has everything about this request. */
  readonly requestId?: string;
  /** A header of the HTTP request, by its lower-case name; absent on transports that have none. */
  header?(name: string): string | undefined;
  /** Sends something that belongs to this request ahead of its answer: progress, a log message. */
  notify(json: string): void;
  /** Sends the client a request of ours and waits for its response; absent where there is no way back. */
  readonly ask?: ((method: string, params: Params) => Promise<Response>) | undefined;
  /** Lets the connection go, not the call; the client comes back for the rest. Absent where it cannot. */
  hangUp?(): void;
  /** The request stays open until the connection closes, and is then told to finish. */
  stand(finish: () => void): void;
}

/** One request on its way through. */
export interface McpRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
  readonly era: Era;
  readonly envelope: Envelope | undefined;
  readonly context: RequestContext;
}

/** Computes the `result` member of the answer. */
export type Handler = (request: McpRequest) => Text | Promise<Text>;
