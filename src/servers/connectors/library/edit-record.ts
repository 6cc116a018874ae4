import { setTimeout as sleep } from "node:timers/promises";
import { unavailable } from "../../../model/failure.ts";
import type { RecordValue, Store, Versioned } from "../../../platform/stores/store.ts";

const ATTEMPTS = 50;

interface Edited<T> {
  readonly value: RecordValue;
  readonly made: T;
  /** Takes back what was written on the way, when somebody else was faster. */
  undo?(): Promise<unknown>;
}

/** Writes what `edit` makes of the record over the very version it was made from; whoever was slower looks again. */
export const editRecord = async <T>(
  store: Store,
  key: string,
  edit: (before: Versioned | undefined) => Promise<Edited<T>>,
): Promise<{ readonly made: T; readonly version: number }> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await store.get(key);
    const { value, made, undo } = await edit(before);
    const version = await store.put(key, value, { ifVersion: before?.version ?? 0, durable: true });
    if (version !== undefined) return { made, version };
    await undo?.();
    await sleep(Math.random() * Math.min(attempt, 10));
  }
  throw unavailable("Too many people change this connector at the same time.", {
    retryable: true,
    hint: "Try again in a moment.",
  });
};
