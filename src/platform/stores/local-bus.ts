import { randomUUID } from "node:crypto";
import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import type { JsonValue } from "./store.ts";

/** For one process, which has nobody else to tell. */
export const createLocalBus = ({ log }: { readonly log?: Log } = {}): Bus => {
  let closed = false;
  const listeners = createBusListeners({ send: () => undefined, log });
  return {
    publish(topic, body) {
      if (!closed) listeners.publish(topic, body);
    },
    listen: listeners.listen,
    async close() {
      closed = true;
    },
  };
};

/** News on its way. The sender hears its own at once, and passes over the copy that comes back. */
export type Envelope = { readonly from: string; readonly topic: string; readonly body: JsonValue };

export interface BusListeners extends Pick<Bus, "publish" | "listen"> {
  /** Whatever came in from outside; what is no envelope is passed over. */
  receive(message: unknown): void;
}

/** The part that every bus has in common: who listens to what. `send` takes news to the other processes. */
export const createBusListeners = ({
  send,
  log,
}: {
  send(envelope: Envelope): void;
  readonly log?: Log | undefined;
}): BusListeners => {
  const from = randomUUID();
  const listeners = new Map<string, Set<{ readonly hear: (body: JsonValue) => void }>>();

  const deliver = (topic: string, body: JsonValue): void => {
    for (const { hear } of [...(listeners.get(topic) ?? [])]) {
      try {
        hear(body);
      } catch (error) {
        log?.error("a listener failed on news", { topic, error: String(error) });
      }
    }
  };

  return {
    publish(topic, body) {
      send({ from, topic, body });
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
  };
};

const isEnvelope = (message: unknown): message is Envelope => {
  if (typeof message !== "object" || message === null) return false;
  const { from, topic, body } = message as Partial<Envelope>;
  return typeof from === "string" && typeof topic === "string" && body !== undefined;
};
