import type { Cluster, Worker } from "node:cluster";
import { withTimeout } from "../../model/with-timeout.ts";
import type { NewsChannel } from "../stores/worker-bus.ts";
import type { Snapshot } from "../telemetry/metrics.ts";

/** The other workers that share the port, from the perspective of one. */
export interface Workers {
  readonly channel: NewsChannel;
  /** Sets the functions that create this worker's reports for the others. */
  answer(sources: Sources): void;
  /** Adds up `own` and the reports of the other workers. Workers that do not respond in time are omitted. */
  connections(own: Connections): Promise<Connections>;
  snapshots(own: Snapshot): Promise<readonly Snapshot[]>;
}

interface Connections {
  readonly stdio: number;
  readonly http: number;
}

/** Requested separately: a snapshot has side effects, and counting connections must not wait for it. */
interface Reports {
  readonly connections: Connections;
  readonly snapshot: Snapshot;
}
type Topic = keyof Reports;
type Sources = { readonly [T in Topic]: () => Reports[T] | Promise<Reports[T]> };

/** A worker asks the primary, and the primary asks the other workers. IDs are unique per sender. */
type Message =
  | { readonly [MARK]: "question"; readonly id: number; readonly topic: Topic }
  | { readonly [MARK]: "answer"; readonly id: number; readonly answer: unknown };

const MARK = "taxiway:report";
const PRIMARY_TIMEOUT_MS = 200;
/** Longer than the primary's timeout, so it only expires if the primary hangs. */
const WORKER_TIMEOUT_MS = 250;

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && MARK in message;

/** Creates the view of a worker. */
export const createWorkers = (channel: NewsChannel): Workers => {
  let sources: Sources | undefined;
  const send = (message: Message): void => channel.send(message);
  const primary = createRequests(send, WORKER_TIMEOUT_MS);
  const asking = new Map<Topic, Promise<readonly unknown[]>>();

  /** Concurrent callers share one request. */
  const others = <T extends Topic>(topic: T): Promise<readonly Reports[T][]> => {
    const asked =
      asking.get(topic) ??
      primary.ask(topic).then((answer) => {
        asking.delete(topic);
        return (answer ?? []) as readonly unknown[];
      });
    asking.set(topic, asked);
    return asked as Promise<readonly Reports[T][]>;
  };

  const report = async (id: number, topic: Topic): Promise<void> => {
    try {
      send({ [MARK]: "answer", id, answer: await sources?.[topic]() });
    } catch {
      send({ [MARK]: "answer", id, answer: undefined });
    }
  };

  channel.onMessage((message) => {
    if (!isMessage(message)) return;
    if (message[MARK] === "question") void report(message.id, message.topic);
    else primary.answered(message.id, message.answer);
  });

  return {
    channel,
    answer(given) {
      sources = given;
    },
    async connections(own) {
      const all = [own, ...(await others("connections"))];
      return {
        stdio: all.reduce((sum, { stdio }) => sum + stdio, 0),
        http: all.reduce((sum, { http }) => sum + http, 0),
      };
    },
    snapshots: async (own) => [own, ...(await others("snapshot"))],
  };
};

/** In the primary: collects the reports of all other workers for the worker that asks. */
export const relayReports = (cluster: Pick<Cluster, "on">, serving: ReadonlySet<Worker>): void => {
  const requests = new Map<Worker, Requests>();
  const requestsTo = (worker: Worker): Requests => {
    const known = requests.get(worker) ?? createRequests((message) => sendTo(worker, message), PRIMARY_TIMEOUT_MS);
    requests.set(worker, known);
    return known;
  };

  const collect = async (asker: Worker, id: number, topic: Topic): Promise<void> => {
    const others = [...serving].filter((worker) => worker !== asker);
    const answers = await Promise.all(others.map((worker) => requestsTo(worker).ask(topic)));
    sendTo(asker, { [MARK]: "answer", id, answer: answers.filter((answer) => answer !== undefined) });
  };

  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message[MARK] === "question") void collect(worker, message.id, message.topic);
    else requests.get(worker)?.answered(message.id, message.answer);
  });
  cluster.on("exit", (worker: Worker) => requests.delete(worker));
};

interface Requests {
  /** Resolves to undefined on a timeout. */
  ask(topic: Topic): Promise<unknown>;
  answered(id: number, answer: unknown): void;
}

const createRequests = (send: (message: Message) => void, timeoutMs: number): Requests => {
  const open = new Map<number, (answer: unknown) => void>();
  let lastId = 0;
  return {
    async ask(topic) {
      const id = ++lastId;
      const answer = new Promise((resolve) => open.set(id, resolve));
      send({ [MARK]: "question", id, topic });
      try {
        return await withTimeout(timeoutMs, answer, undefined);
      } finally {
        open.delete(id);
      }
    },
    answered: (id, answer) => open.get(id)?.(answer),
  };
};

/** Sending fails if the worker is ending. */
const sendTo = (worker: Worker, message: Message): void => {
  if (worker.isConnected()) worker.send(message, () => undefined);
};
