import type { Clock } from "../model/clock.ts";
import type { Log } from "../model/log.ts";
import type { StoredKeys } from "./stored-keys.ts";

/** When keys were last used, noted in memory and written now and then: no call waits for it, no call costs a write. */
export interface KeyUses {
  note(prefix: string): void;
  /** What is not written yet. */
  lastNoted(prefix: string): number | undefined;
  /** Nothing more is to be written about this key. */
  forget(prefix: string): void;
  close(): Promise<void>;
}

const WRITTEN_EVERY_MS = 15_000;

export const createKeyUses = ({
  storedKeys,
  clock,
  log,
}: {
  readonly storedKeys: Pick<StoredKeys, "revise">;
  readonly clock: Clock;
  readonly log: Log;
}): KeyUses => {
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  /** One after another: this may take its time. Only ever added to a key that is there: what was revoked stays away. */
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
      log.warn("last uses of keys were not noted", { keys: due.size, error: String(error) });
      for (const [prefix, at] of due) if (!noted.has(prefix)) noted.set(prefix, at);
      if (!closed) wakeLater();
    }
  };

  const wake = (): void => {
    timer = undefined;
    writing = writing.then(write);
  };
  const wakeLater = (): void => {
    timer ??= setTimeout(wake, WRITTEN_EVERY_MS).unref();
  };

  return {
    note(prefix) {
      noted.set(prefix, clock.now());
      wakeLater();
    },
    lastNoted: (prefix) => noted.get(prefix),
    forget: (prefix) => void noted.delete(prefix),
    async close() {
      closed = true;
      clearTimeout(timer);
      wake();
      await writing;
    },
  };
};
