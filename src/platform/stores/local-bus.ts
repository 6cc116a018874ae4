import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { createBusListeners } from "./bus-listeners.ts";

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
