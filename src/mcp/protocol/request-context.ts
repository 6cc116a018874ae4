import type { Caller } from "../../model/caller.ts";
import type { MaybePromise } from "../../model/maybe-promise.ts";
import type { MessageLevel } from "../tools/tool.ts";
import type { Envelope, Era } from "./eras.ts";
import type { Params, RequestId, Response } from "./json-rpc.ts";
import type { Text } from "./serialise.ts";

/** The capabilities that the client declared. */
export type ClientCapabilities = Readonly<Record<string, unknown>>;

/** What a legacy client states once per session. A modern request carries it each time. */
export interface SessionSettings {
  readonly protocolVersion: string;
  readonly capabilities: ClientCapabilities;
  readonly logLevel: MessageLevel;
  /** URIs of the resources it subscribed to. */
  readonly subscriptions: readonly string[];
}

/** The specification leaves the initial log level to the server. */
export const DEFAULT_SETTINGS: SessionSettings = {
  protocolVersion: "",
  capabilities: {},
  logLevel: "info",
  subscriptions: [],
};

export interface Session {
  readonly settings: SessionSettings;
  /** A function receives the current settings, which another node may have just changed. */
  update(change: SettingsChange): void | Promise<void>;
}
type SettingsChange = Partial<SessionSettings> | ((settings: SessionSettings) => Partial<SessionSettings>);

/** Creates a session in memory, for one connection or one request. */
export const newSession = (): Session => {
  const session = {
    settings: DEFAULT_SETTINGS,
    update(change: SettingsChange) {
      const { settings } = session;
      session.settings = { ...settings, ...(typeof change === "function" ? change(settings) : change) };
    },
  };
  return session;
};

/** What a transport provides for one request. */
export interface RequestContext {
  readonly caller: Caller;
  readonly session: Session;
  /** The client has cancelled the request or disconnected. */
  readonly cancelled: boolean;
  /** Aborted when the request is cancelled. Created on first use. */
  readonly signal: AbortSignal;
  /** The ID of the request in the log. */
  readonly requestId?: string;
  /** Returns a header of the HTTP request by its lower-case name; absent on other transports. */
  header?(name: string): string | undefined;
  /** Sends a notification that belongs to this request, such as progress or a log message. */
  notify(json: string): void;
  /** Sends a request to the client and waits for the response; absent if the client cannot respond. */
  readonly ask?: ((method: string, params: Params) => Promise<Response>) | undefined;
  /** Closes the connection but continues the call. Absent if the client cannot resume the stream. */
  disconnect?(): void;
  /** Keeps the request open until the connection closes, and then calls `finish`. */
  keepOpen(finish: () => void): void;
}

/** One request that is being answered. */
export interface McpRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
  readonly era: Era;
  readonly envelope: Envelope | undefined;
  readonly context: RequestContext;
}

/** Returns the JSON of the `result` of the answer. */
export type Handler = (request: McpRequest) => MaybePromise<Text>;

/** The cancelled state of a request. Few handlers use the signal, so it is created on first use. */
export class Cancellation {
  cancelled = false;
  private controller: AbortController | undefined;

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.cancelled) this.controller.abort();
    }
    return this.controller.signal;
  }

  cancel(): void {
    this.cancelled = true;
    this.controller?.abort();
  }
}
