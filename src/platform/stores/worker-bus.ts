import type { Log } from "../../model/log.ts";
import type { Bus } from "./bus.ts";
import { createLocalBus, type Envelope } from "./local-bus.ts";

/** A worker's message channel to the primary. */
export interface NewsChannel {
  send(message: unknown): void;
  /** Returns a function that removes the listener. */
  onMessage(listener: (message: unknown) => void): () => void;
}

/** A bus between the workers of one machine. The primary must call `relayNews` and does not listen itself. */
export const createWorkerBus = (channel: NewsChannel, { log }: { readonly log?: Log } = {}): Bus => {
  const local = createLocalBus({ log, send: (news) => channel.send({ [MARK]: news } satisfies Message) });
  const stopListening = channel.onMessage((message) => {
    if (isMessage(message)) local.receive(message[MARK]);
  });
  return {
    ...local,
    async close() {
      await local.close();
      stopListening();
    },
  };
};

/** In the primary: forwards each worker's messages to all other workers. Returns a function that stops it. */
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

/** The channel of a worker process, for `createWorkerBus`. */
export const workerChannel = (worker: NodeJS.Process): NewsChannel => ({
  send(message) {
    if (worker.connected) worker.send?.(message, undefined, undefined, ignore);
  },
  onMessage(listener) {
    worker.on("message", listener);
    return () => worker.off("message", listener);
  },
});

/** The part of node:cluster that is used here. */
interface WorkerCluster {
  readonly workers?: { readonly [id: string]: NewsWorker | undefined } | undefined;
  on(event: "message", listener: (worker: NewsWorker, message: unknown) => void): unknown;
  off(event: "message", listener: (worker: NewsWorker, message: unknown) => void): unknown;
}

interface NewsWorker {
  isConnected(): boolean;
  send(message: object, done: (error: Error | null) => void): unknown;
}

/** Distinguishes bus messages from other messages between workers and the primary. */
const MARK = "taxiway:news";
type Message = { readonly [MARK]: Envelope };

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && MARK in message;

/** Sending fails if the process is ending. */
const ignore = (): void => undefined;
