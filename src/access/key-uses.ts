import type { Clock } from "../model/clock.ts";
import type { Log } from "../model/log.ts";
import type { StoredKeys } from "./stored-keys.ts";

const WRITE_EVERY_MS = 15_000;

/** Records when keys were last used. Collects uses in memory and writes them at intervals, so calls do not wait. */
export const createKeyUses = ({
  storedKeys,
  clock,
  log,
}: {
  readonly storedKeys: Pick<StoredKeys, "revise">;
  readonly clock: Clock;
  readonly log: Log;
}) => {
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  /** Writes one key after another, because nothing waits for it. A revoked key is not created again. */
  const write = async (): Promise<void> => {
    const due = noted;
    noted = new Map();
    try {
      for (const [prefix, at] of due) {
        await storedKeys.revise(prefix, (before) => {
          if (before === undefined || (before.record.lastUsedAt ?? 0) >= at) return undefined;
          return { ...before, record: { ...before.record, lastUsedAt: at } };
        });
      }
    } catch (error) {
      log.warn("last uses of keys could not be written", { keys: due.size, error: String(error) });
      for (const [prefix, at] of due) if (!noted.has(prefix)) noted.set(prefix, at);
      if (!closed) schedule();
    }
  };

  const flush = (): void => {
    timer = undefined;
    writing = writing.then(write);
  };
  const schedule = (): void => {
    timer ??= setTimeout(flush, WRITE_EVERY_MS).unref();
  };

  return {
    note(prefix: string): void {
      noted.set(prefix, clock.now());
      schedule();
    },
    /** Returns a use that is not written yet. */
    lastNoted: (prefix: string): number | undefined => noted.get(prefix),
    /** Discards what is not written yet. */
    forget: (prefix: string): void => void noted.delete(prefix),
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      flush();
      await writing;
    },
  };
};
