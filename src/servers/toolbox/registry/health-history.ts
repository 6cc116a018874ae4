import { keys } from "../../../model/keys.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { Check } from "./health.ts";
import { isStatus } from "./health-record.ts";

/** The last checks of each tool, whichever node made them. */
export interface HealthHistory {
  note(id: string, check: Check, expiresAt: number): Promise<void>;
  /** Oldest first. */
  of(id: string): Promise<readonly Check[]>;
  forget(id: string): Promise<void>;
}

export const MOST_CHECKS_KEPT = 60;

export const createHealthHistory = ({
  tenant,
  store,
}: {
  readonly tenant: string;
  readonly store: Store;
}): HealthHistory => {
  const keyOf = (id: string): string => keys.toolChecks(tenant, id);
  return {
    note: (id, check, expiresAt) => store.append(keyOf(id), [written(check)], { keep: MOST_CHECKS_KEPT, expiresAt }),
    of: async (id) => (await store.items(keyOf(id))).flatMap(read),
    async forget(id) {
      await store.delete(keyOf(id));
    },
  };
};

const written = ({ at, status, responseTimeMs }: Check): string => JSON.stringify([at, status, responseTimeMs ?? null]);

/** Nothing for what no node of ours would write. */
const read = (line: string): Check[] => {
  try {
    const [at, status, responseTimeMs] = JSON.parse(line) as unknown[];
    if (typeof at !== "number" || !isStatus(status)) return [];
    return [{ at, status, responseTimeMs: typeof responseTimeMs === "number" ? responseTimeMs : undefined }];
  } catch {
    return [];
  }
};
