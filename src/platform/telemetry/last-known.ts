/** A cache of the last value from a source that may be slow or unavailable. */
interface LastKnown<T> {
  /** Undefined until the first value has arrived. */
  current(): T | undefined;
  /** Updates the value, unless an update is already running. Never rejects. */
  refresh(): Promise<void>;
}

export const createLastKnown = <T>(ask: () => T | Promise<T>): LastKnown<T> => {
  let known: T | undefined;
  let asking: Promise<void> | undefined;

  const askNow = async (): Promise<void> => {
    try {
      known = await ask();
    } catch {
      // The source has logged it.
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
