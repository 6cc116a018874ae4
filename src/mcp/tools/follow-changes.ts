import { randomUUID } from "node:crypto";
import { isJsonObject } from "../../model/json.ts";
import type { Log } from "../../model/log.ts";

/** The part of a bus that is needed here. */
interface MessageBus {
  publish(topic: string, body: { readonly name: string; readonly from: string }): void;
  listen(topic: string, listener: (body: unknown) => void): () => void;
}

export interface FollowOptions {
  readonly topic: string;
  readonly bus: MessageBus;
  readonly log: Log;
  /** For the log, such as "the registered tools". */
  readonly what: string;
  /** Called when another process has changed the entry of this name. */
  refresh(name: string): Promise<void>;
  /** Called regularly, because messages may be lost. */
  reread(): Promise<void>;
  /** Schedules a timer; returns a function that cancels it. */
  after?(ms: number, action: () => void): () => void;
}

interface FollowedChanges {
  /** Tells the other processes that this process has changed the entry of this name. */
  tell(name: string): void;
  close(): Promise<void>;
}

/** A lost message goes unnoticed for at most this long, plus or minus a fifth. */
const REREAD_MS = 30_000;

const realAfter = (ms: number, action: () => void): (() => void) => {
  const timer = setTimeout(action, ms).unref();
  return () => clearTimeout(timer);
};

/** Keeps a process's copy of stored data up to date, by messages over the bus and by regular rereading. */
export const followChanges = (options: FollowOptions): FollowedChanges => {
  const { topic, bus, log, what, refresh, reread, after = realAfter } = options;
  const node = randomUUID();
  const inProgress = new Set<Promise<unknown>>();

  /** A failure is only logged: the next reread makes up for it. */
  const inBackground = (work: Promise<void>): Promise<void> => {
    const done: Promise<void> = work
      .catch((error: unknown) => log.warn(`${what} could not be read`, { error: String(error) }))
      .finally(() => inProgress.delete(done));
    inProgress.add(done);
    return done;
  };

  let cancelTimer = (): void => undefined;
  let closed = false;
  const rereadLater = (): void => {
    if (closed) return;
    cancelTimer = after(REREAD_MS * (0.8 + 0.4 * Math.random()), () => {
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
      cancelTimer();
      stopListening();
      await Promise.all(inProgress);
    },
  };
};
