import type { JsonValue } from "./store.ts";

/**
 * News between the processes that share a store. Every listener of a topic hears it once, in this process before
 * `publish` returns and in the others a moment later. News may be lost while the connection is away: what must not be
 * lost belongs in the store.
 */
export interface Bus {
  publish(topic: string, body: JsonValue): void;
  /** Returns what ends it. */
  listen(topic: string, listener: (body: JsonValue) => void): () => void;
  close(): Promise<void>;
}
