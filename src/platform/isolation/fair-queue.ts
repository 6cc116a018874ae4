/**
 * Jobs that wait for a worker, by client. Next is a job of the tenant that has had least of the workers' time lately, and
 * within a tenant of the client that has: neither many jobs, nor long ones, nor many keys get a client more than its share.
 */
export interface FairQueue<Task extends { readonly client: string }> {
  readonly size: number;
  /** How many of those that wait may start now, if there are workers for them. */
  readonly startable: number;
  add(task: Task): void;
  /** False if it does not wait any more. */
  remove(task: Task): boolean;
  /** The next one that may start. It counts as running until `done`. */
  next(): Task | undefined;
  /** `heldMs` is how long it had a worker. */
  done(task: Task, heldMs: number): void;
  /** Removes the newest task of the client that has most of them waiting: `client`, if none has more. */
  dropExcess(client: string): Task | undefined;
  /** Removes all. */
  clear(): readonly Task[];
}

interface FairQueueOptions {
  /** How many tasks of one client run at a time. */
  readonly perClient: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

export const createFairQueue = <Task extends { readonly client: string }>({
  perClient,
  now = () => performance.now(),
}: FairQueueOptions): FairQueue<Task> => {
  interface Client {
    readonly waiting: Task[];
    running: number;
  }
  /** Among those with equal shares, the client whose turn is next comes first. */
  const clients = new Map<string, Client>();
  const tenantTime = createWorkerTime(now);
  const clientTime = createWorkerTime(now);

  /** Also when a task ends: a client that waited meanwhile has its turn before that client's next task. */
  const moveToEnd = (name: string, client: Client): void => {
    clients.delete(name);
    if (client.running > 0 || client.waiting.length > 0) clients.set(name, client);
  };

  const remove = (task: Task): boolean => {
    const client = clients.get(task.client);
    const at = client?.waiting.indexOf(task) ?? -1;
    if (client === undefined || at < 0) return false;
    client.waiting.splice(at, 1);
    if (client.running === 0 && client.waiting.length === 0) clients.delete(task.client);
    return true;
  };

  return {
    remove,
    get size() {
      return [...clients.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
    },
    get startable() {
      return [...clients.values()].reduce(
        (sum, { waiting, running }) => sum + Math.min(waiting.length, perClient - running),
        0,
      );
    },
    add(task) {
      const client = clients.get(task.client) ?? { waiting: [], running: 0 };
      client.waiting.push(task);
      clients.set(task.client, client);
    },
    next() {
      let first: { readonly name: string; readonly tenantMs: number; readonly clientMs: number } | undefined;
      for (const [name, { waiting, running }] of clients) {
        if (running >= perClient || waiting.length === 0) continue;
        const candidate = { name, tenantMs: tenantTime.of(tenantOf(name)), clientMs: clientTime.of(name) };
        const difference = first && (candidate.tenantMs - first.tenantMs || candidate.clientMs - first.clientMs);
        if (difference === undefined || difference < 0) first = candidate;
      }
      const client = first && clients.get(first.name);
      const task = client?.waiting.shift();
      if (first === undefined || client === undefined || task === undefined) return undefined;
      client.running += 1;
      moveToEnd(first.name, client);
      return task;
    },
    done(task, heldMs) {
      tenantTime.add(tenantOf(task.client), heldMs);
      clientTime.add(task.client, heldMs);
      const client = clients.get(task.client);
      if (client === undefined) return;
      client.running -= 1;
      moveToEnd(task.client, client);
    },
    dropExcess(client) {
      let most = clients.get(client)?.waiting ?? [];
      for (const { waiting } of clients.values()) if (waiting.length > most.length) most = waiting;
      const task = most.at(-1);
      if (task !== undefined) remove(task);
      return task;
    },
    clear: () => [...clients.values()].flatMap(({ waiting }) => waiting.splice(0)),
  };
};

/** A client's name begins with its tenant's, on a line of its own; see `clientOf`. */
const tenantOf = (client: string): string => client.split("\n", 1)[0] as string;

/** After this long, time that was taken counts half. */
const HALF_LIFE_MS = 60_000;
/** What is left of it then is no reason to wait. */
const FORGOTTEN_MS = 1;
const MOST_NAMES = 10_000;

/** How long each name has had a worker lately. */
const createWorkerTime = (now: () => number) => {
  const held = new Map<string, { readonly ms: number; readonly at: number }>();
  const of = (name: string): number => {
    const last = held.get(name);
    if (last === undefined) return 0;
    const left = last.ms * 2 ** ((last.at - now()) / HALF_LIFE_MS);
    return left < FORGOTTEN_MS ? 0 : left;
  };
  return {
    of,
    add(name: string, ms: number): void {
      const sum = of(name) + ms;
      held.delete(name);
      held.set(name, { ms: sum, at: now() });
      const [oldest] = held.keys();
      if (held.size > MOST_NAMES && oldest !== undefined) held.delete(oldest);
    },
  };
};
