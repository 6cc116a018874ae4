import type { Cluster, Worker } from "node:cluster";
import { withTimeout } from "../../model/with-timeout.ts";
import type { NewsChannel } from "../stores/worker-bus.ts";
import type { Snapshot } from "../telemetry/metrics.ts";

/** The processes that share one port, as one of them sees the others. */
export interface Workers {
  readonly channel: NewsChannel;
  /** What to say when another worker asks how we are. */
  answer(sources: Sources): void;
  /** Of all workers together; `own` stands for ourselves. Who does not answer in time is left out. */
  connections(own: Connections): Promise<Connections>;
  snapshots(own: Snapshot): Promise<readonly Snapshot[]>;
}

export interface Connections {
  readonly stdio: number;
  readonly http: number;
}

/** Asked for one at a time: to take a snapshot has effects, and to count connections must not wait for it. */
interface Reports {
  readonly connections: Connections;
  readonly snapshot: Snapshot;
}
type Topic = keyof Reports;
type Sources = { readonly [T in Topic]: () => Reports[T] | Promise<Reports[T]> };

/** Ids are the asker's own: a worker asks its primary, and the primary asks the other workers. */
type Message =
  | { readonly [MARK]: "question"; readonly id: number; readonly topic: Topic }
  | { readonly [MARK]: "answer"; readonly id: number; readonly answer: unknown };

const MARK = "taxiway:report";
const PRIMARY_PATIENCE_MS = 200;
/** The primary answers after its own at the latest, unless it is the primary that hangs. */
const WORKER_PATIENCE_MS = 250;

const isMessage = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && MARK in message;

/** In a worker. */
export const createWorkers = (channel: NewsChannel): Workers => {
  let sources: Sources | undefined;
  const send = (message: Message): void => channel.send(message);
  const primary = createAsking(send, WORKER_PATIENCE_MS);
  const asking = new Map<Topic, Promise<readonly unknown[]>>();

  /** Who looks often does not make everybody report as often. */
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

/** In the primary: collects the reports of all others for the worker that asks. */
export const relayReports = (cluster: Pick<Cluster, "on">, serving: ReadonlySet<Worker>): void => {
  const asked = new Map<Worker, Asking>();
  const asking = (worker: Worker): Asking => {
    const known = asked.get(worker) ?? createAsking((message) => tell(worker, message), PRIMARY_PATIENCE_MS);
    asked.set(worker, known);
    return known;
  };

  const collect = async (asker: Worker, id: number, topic: Topic): Promise<void> => {
    const others = [...serving].filter((worker) => worker !== asker);
    const answers = await Promise.all(others.map((worker) => asking(worker).ask(topic)));
    tell(asker, { [MARK]: "answer", id, answer: answers.filter((answer) => answer !== undefined) });
  };

  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message[MARK] === "question") void collect(worker, message.id, message.topic);
    else asked.get(worker)?.answered(message.id, message.answer);
  });
  cluster.on("exit", (worker: Worker) => asked.delete(worker));
};

interface Asking {
  /** Undefined when there is no answer in time. */
  ask(topic: Topic): Promise<unknown>;
  answered(id: number, answer: unknown): void;
}

const createAsking = (send: (message: Message) => void, patienceMs: number): Asking => {
  const open = new Map<number, (answer: unknown) => void>();
  let lastId = 0;
  return {
    async ask(topic) {
      const id = ++lastId;
      const answer = new Promise((resolve) => open.set(id, resolve));
      send({ [MARK]: "question", id, topic });
      try {
        return await withTimeout(patienceMs, answer, undefined);
      } finally {
        open.delete(id);
      }
    },
    answered: (id, answer) => open.get(id)?.(answer),
  };
};

/** A worker that ends meanwhile has no use for it. */
const tell = (worker: Worker, message: Message): void => {
  if (worker.isConnected()) worker.send(message, () => undefined);
};
