import { randomUUID } from "node:crypto";
import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import type { JsonValue } from "./store.ts";

/** A message on its way to other processes. The sender has already delivered it, and ignores the copy that returns. */
export type Envelope = { readonly from: string; readonly topic: string; readonly body: JsonValue };

/** The listeners of one process, the common part of every bus. */
interface LocalBus extends Bus {
  /** Delivers a message from another process; ignores invalid ones. */
  receive(message: unknown): void;
}

interface LocalBusOptions {
  readonly log?: Log | undefined;
  /** Sends a message to the other processes. Absent: there are none. */
  send?(envelope: Envelope): void;
}

export const createLocalBus = ({ log, send }: LocalBusOptions = {}): LocalBus => {
  const from = randomUUID();
  const listeners = new Map<string, Set<{ readonly hear: (body: JsonValue) => void }>>();
  let closed = false;

  const deliver = (topic: string, body: JsonValue): void => {
    for (const { hear } of [...(listeners.get(topic) ?? [])]) {
      try {
        hear(body);
      } catch (error) {
        log?.error("bus listener failed", { topic, error: String(error) });
      }
    }
  };

  return {
    publish(topic, body) {
      if (closed) return;
      send?.({ from, topic, body });
      deliver(topic, body);
    },
    listen(topic, hear) {
      const listener = { hear };
      const others = listeners.get(topic) ?? new Set();
      listeners.set(topic, others.add(listener));
      return () => {
        others.delete(listener);
        if (others.size === 0 && listeners.get(topic) === others) listeners.delete(topic);
      };
    },
    receive(message) {
      if (isEnvelope(message) && message.from !== from) deliver(message.topic, message.body);
    },
    async close() {
      closed = true;
    },
  };
};

const isEnvelope = (message: unknown): message is Envelope => {
  if (typeof message !== "object" || message === null) return false;
  const { from, topic, body } = message as Partial<Envelope>;
  return typeof from === "string" && typeof topic === "string" && body !== undefined;
};
