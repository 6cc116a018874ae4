import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { createNewsDesk } from "./news-desk.ts";

/** For one process, which has nobody else to tell. */
export const createLocalBus = ({ log }: { readonly log?: Log } = {}): Bus => {
  let closed = false;
  const desk = createNewsDesk({ send: () => undefined, log });
  return {
    publish(topic, body) {
      if (!closed) desk.publish(topic, body);
    },
    listen: desk.listen,
    async close() {
      closed = true;
    },
  };
};
