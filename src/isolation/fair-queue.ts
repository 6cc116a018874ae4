/** Jobs that wait for a worker, by client. Clients take turns, so that no client's jobs hold up another's. */
export interface FairQueue<Task extends { readonly client: string }> {
  readonly size: number;
  /** How many of those that wait may start now, if there are workers for them. */
  readonly startable: number;
  add(task: Task): void;
  /** False if it does not wait any more. */
  remove(task: Task): boolean;
  /** The next one that may start. It counts as running until `done`. */
  next(): Task | undefined;
  done(task: Task): void;
  /** Removes the newest task of the client that has most of them waiting: `client`, if none has more. */
  dropExcess(client: string): Task | undefined;
  /** Removes all. */
  clear(): readonly Task[];
}

/** `perClient` is how many tasks of one client run at a time. */
export const createFairQueue = <Task extends { readonly client: string }>(perClient: number): FairQueue<Task> => {
  interface Client {
    readonly waiting: Task[];
    running: number;
  }
  /** The client whose turn is next comes first. */
  const clients = new Map<string, Client>();

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
      for (const [name, client] of clients) {
        if (client.running >= perClient) continue;
        const task = client.waiting.shift();
        if (task === undefined) continue;
        client.running += 1;
        moveToEnd(name, client);
        return task;
      }
      return undefined;
    },
    done(task) {
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
