import { randomUUID } from "node:crypto";
import { isJsonObject } from "../../model/json.ts";
import type { Log } from "../../model/log.ts";

/** As a bus has it. */
interface News {
  publish(topic: string, body: { readonly name: string; readonly from: string }): void;
  listen(topic: string, listener: (body: unknown) => void): () => void;
}

export interface FollowOptions {
  readonly topic: string;
  readonly bus: News;
  readonly log: Log;
  /** What is followed, for the log: "the registered tools". */
  readonly what: string;
  /** Another process changed what has this name. */
  refresh(name: string): Promise<void>;
  /** News may have been lost. */
  reread(): Promise<void>;
  /** Returns what calls it off. */
  after?(ms: number, action: () => void): () => void;
}

export interface Following {
  /** Lets the others know that what has this name was changed here. */
  tell(name: string): void;
  close(): Promise<void>;
}

/** News may be lost; this is how long that can go unnoticed, give or take a fifth. */
const REREAD_MS = 30_000;

const realAfter = (ms: number, action: () => void): (() => void) => {
  const timer = setTimeout(action, ms).unref();
  return () => clearTimeout(timer);
};

/** Keeps what a process holds of the store as fresh as news over the bus, and a regular look for lost ones, can keep it. */
export const followNews = (options: FollowOptions): Following => {
  const { topic, bus, log, what, refresh, reread, after = realAfter } = options;
  const node = randomUUID();
  const underWay = new Set<Promise<unknown>>();

  /** Nobody waits for it; what went wrong is made up for by the next reading. */
  const inBackground = (work: Promise<void>): Promise<void> => {
    const done: Promise<void> = work
      .catch((error: unknown) => log.warn(`${what} could not be read`, { error: String(error) }))
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  };

  let callOff = (): void => undefined;
  let closed = false;
  const rereadLater = (): void => {
    if (closed) return;
    callOff = after(REREAD_MS * (0.8 + 0.4 * Math.random()), () => {
      void inBackground(reread()).then(rereadLater);
    });
  };
  rereadLater();

  const stopListening = bus.listen(topic, (body) => {
    const { name, from } = isJsonObject(body) ? body : {};
    if (typeof name === "string" && from !== node) void inBackground(refresh(name));
  });

  return {
    tell: (name) => bus.publish(topic, { name, from: node }),
    async close() {
      closed = true;
      callOff();
      stopListening();
      await Promise.all(underWay);
    },
  };
};
