/** Something that somebody else must be asked for, who may be slow or away: what was heard last stands meanwhile. */
export interface LastKnown<T> {
  /** Undefined until something was heard for the first time. */
  current(): T | undefined;
  /** Asks again, unless that is under way. Never rejects. */
  refresh(): Promise<void>;
}

export const createLastKnown = <T>(ask: () => T | Promise<T>): LastKnown<T> => {
  let known: T | undefined;
  let asking: Promise<void> | undefined;

  const askNow = async (): Promise<void> => {
    try {
      known = await ask();
    } catch {
      // Whoever was asked has said so in the log.
    }
  };

  return {
    current: () => known,
    refresh() {
      asking ??= askNow().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
};
