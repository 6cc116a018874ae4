/**
 * A queue that shares workers fairly. The next task comes from the tenant that used the least worker time recently, and
 * within it from the client that used the least. Sending many or long jobs, or using many keys, gains a client nothing.
 */
interface FairQueue<Task extends { readonly client: string }> {
  readonly size: number;
  /** The number of waiting tasks that may start now, if there are workers. */
  readonly startable: number;
  add(task: Task): void;
  /** Returns false if the task is no longer waiting. */
  remove(task: Task): boolean;
  /** Takes the next task that may start. It counts as running until `done`. */
  next(): Task | undefined;
  /** `heldMs` is how long the task occupied a worker. */
  done(task: Task, heldMs: number): void;
  /** Removes the newest task of the client with the most waiting tasks; in a tie, of `client`. */
  dropExcess(client: string): Task | undefined;
  /** Removes and returns all waiting tasks. */
  clear(): readonly Task[];
}

interface FairQueueOptions {
  /** The number of tasks that one client may run concurrently. */
  readonly perClient: number;
  /** A monotonic clock in milliseconds. */
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
  /** Ordered by turn, which decides between clients with equal shares. */
  const clients = new Map<string, Client>();
  const tenantTime = createWorkerTime(now);
  const clientTime = createWorkerTime(now);

  /** Called at the start and end of a task, so that a client that waited meanwhile goes first. */
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

/** The first line of a client's name is its tenant; see `clientOf`. */
const tenantOf = (client: string): string => client.split("\n", 1)[0] as string;

/** Used worker time counts half after this long. */
const HALF_LIFE_MS = 60_000;
/** Less used time than this counts as none. */
const FORGOTTEN_MS = 1;
const MOST_NAMES = 10_000;

/** Tracks the worker time that each name used recently, with exponential decay. */
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
