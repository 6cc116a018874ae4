import { ruleBroken } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Store } from "../../../platform/stores/store.ts";
import { isAlive } from "./run-limits.ts";
import type { RunRecord } from "./run-record.ts";

/** How many runs of a tenant are open. */
export interface OpenRuns {
  /** Throws a Failure if the tenant has as many as it may have. */
  enter(tenant: string, id: string): Promise<void>;
  leave(tenant: string, id: string): Promise<void>;
}

interface Parts {
  readonly store: Store;
  readonly most: number;
  realTime(): number;
}

export const createOpenRuns = ({ store, most, realTime }: Parts): OpenRuns => {
  const leave: OpenRuns["leave"] = async (tenant, id) => {
    if (await store.removeMember(keys.openRuns(tenant), id)) await store.add(keys.openRunCount(tenant), -1);
  };

  /** Abandoned runs are never closed. */
  const prune = async (tenant: string): Promise<void> => {
    const ids = await store.members(keys.openRuns(tenant));
    const found = await store.getMany(ids.map(keys.run));
    const gone = ids.filter((_, i) => {
      const run = found[i]?.value as unknown as RunRecord | undefined;
      return run === undefined || !isAlive(run, realTime());
    });
    for (const id of gone) await leave(tenant, id);
    // A process may have died after it counted a run and before it listed it.
    const drift = (await store.count(keys.openRunCount(tenant))) - (ids.length - gone.length);
    if (drift !== 0) await store.add(keys.openRunCount(tenant), -drift);
  };

  return {
    async enter(tenant, id) {
      const enter = async (): Promise<boolean> => {
        if ((await store.add(keys.openRunCount(tenant), 1)) <= most) return true;
        await store.add(keys.openRunCount(tenant), -1);
        return false;
      };
      if (!(await enter())) {
        await prune(tenant);
        if (!(await enter())) throw tooMany(most);
      }
      await store.addMember(keys.openRuns(tenant), id);
    },
    leave,
  };
};

const tooMany = (most: number) =>
  ruleBroken(`${most} runs are open, the most that a tenant may have at once.`, {
    hint: "Close runs that have ended (POST /admin/runs/:id/close). TAXIWAY_RUNS_AT_ONCE is the limit.",
  });
