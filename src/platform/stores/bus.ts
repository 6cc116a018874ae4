import type { JsonValue } from "./store.ts";

/**
 * Messages between the processes that share a store. Every listener of a topic gets a message once: in this process
 * before `publish` returns, in others a moment later. Messages may be lost while a connection is down, so anything that
 * must not be lost belongs in the store.
 */
export interface Bus {
  publish(topic: string, body: JsonValue): void;
  /** Returns a function that removes the listener. */
  listen(topic: string, listener: (body: JsonValue) => void): () => void;
  close(): Promise<void>;
}
