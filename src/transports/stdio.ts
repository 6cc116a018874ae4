import type { Readable, Writable } from "node:stream";
import type { Caller } from "../model/caller.ts";
import type { Log } from "../model/log.ts";
import type { Dispatcher } from "../protocol/dispatcher.ts";

export interface StdioOptions {
  readonly dispatcher: Dispatcher;
  readonly caller: Caller;
  readonly input: Readable;
  readonly output: Pick<Writable, "write" | "on" | "once" | "off">;
  readonly log: Log;
}

export interface StdioServer {
  /** Resolves when the client is gone and everything has been written. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export declare const serveStdio: (options: StdioOptions) => StdioServer;

/** Keeps stdout for JSON-RPC: what anybody else prints goes to stderr. Returns the way to write to the real one. */
export declare const guardStdout: (stdout?: NodeJS.WriteStream, stderr?: NodeJS.WriteStream) => StdioOptions["output"];
