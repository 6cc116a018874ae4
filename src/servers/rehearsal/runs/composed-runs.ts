/** The runs that this node has composed lately. Any of them can be composed again from the store. */
interface ComposedRuns<Run> {
  get(id: string, compose: () => Promise<Run>): Promise<Run>;
  peek(id: string): Run | undefined;
  drop(id: string): void;
}

const MOST_IDLE = 256;

/** Keeps those `inUse` whatever their number, because a client listens to that very object. */
export const createComposedRuns = <Run>(inUse: (run: Run) => boolean): ComposedRuns<Run> => {
  const runs = new Map<string, Run>();
  const composing = new Map<string, Promise<Run>>();

  const makeRoom = (): void => {
    if (runs.size <= MOST_IDLE) return;
    for (const [id, run] of runs) {
      if (inUse(run)) continue;
      runs.delete(id);
      if (runs.size <= MOST_IDLE) return;
    }
  };

  return {
    async get(id, compose) {
      const found = runs.get(id);
      if (found !== undefined) {
        runs.delete(id);
        runs.set(id, found);
        return found;
      }
      let making = composing.get(id);
      if (making === undefined) {
        making = compose().finally(() => composing.delete(id));
        composing.set(id, making);
      }
      const run = await making;
      runs.set(id, run);
      makeRoom();
      return run;
    },
    peek: (id) => runs.get(id),
    drop: (id) => {
      runs.delete(id);
    },
  };
};
