import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { createBusListeners, type Envelope } from "./local-bus.ts";

/** One process's end of the pipe between a primary and its workers. */
export interface NewsChannel {
  send(message: unknown): void;
  /** Returns what ends it. */
  onMessage(listener: (message: unknown) => void): () => void;
}

/** Between the workers of one machine. The primary, which has to `relayNews`, is no listener itself. */
export const createWorkerBus = (channel: NewsChannel, { log }: { readonly log?: Log } = {}): Bus => {
  let closed = false;
  const listeners = createBusListeners({ send: (news) => channel.send({ [MARK]: news } satisfies Message), log });
  const hangUp = channel.onMessage((message) => {
    if (isMessage(message)) listeners.receive(message[MARK]);
  });
  return {
    publish(topic, body) {
      if (!closed) listeners.publish(topic, body);
    },
    listen: listeners.listen,
    async close() {
      closed = true;
      hangUp();
    },
  };
};

/** In the primary: passes every worker's news to all others, also to those that start later. Returns what ends it. */
export const relayNews = (cluster: WorkerCluster): (() => void) => {
  const relay = (sender: NewsWorker, message: unknown): void => {
    if (!isMessage(message)) return;
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker && worker !== sender && worker.isConnected()) worker.send(message, ignore);
    }
  };
  cluster.on("message", relay);
  return () => cluster.off("message", relay);
};

/** A worker's end, to give to `createWorkerBus`. */
export const workerChannel = (worker: NodeJS.Process): NewsChannel => ({
  send(message) {
    if (worker.connected) worker.send?.(message, undefined, undefined, ignore);
  },
  onMessage(listener) {
    worker.on("message", listener);
    return () => worker.off("message", listener);
  },
});

/** As much of node:cluster as there is to it. */
export interface WorkerCluster {
  readonly workers?: { readonly [id: string]: NewsWorker | undefined } | undefined;
  on(event: "message", listener: (worker: NewsWorker, message: unknown) => void): unknown;
  off(event: "message", listener: (worker: NewsWorker, message: unknown) => void): unknown;
}

interface NewsWorker {
  isConnected(): boolean;
  send(message: object, done: (error: Error | null) => void): unknown;
}

/** Workers and their primary also say other things to each other. */
const MARK = "taxiway:news";
type Message = { readonly [MARK]: Envelope };

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && MARK in message;

/** A process that ends while it is being told has no use for the news. */
const ignore = (): void => undefined;
