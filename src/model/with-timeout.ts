/** Resolves to the result of the work, or to `fallback` after `ms` milliseconds. The work itself continues. */
export const withTimeout = async <T, U>(ms: number, work: Promise<T>, fallback: U): Promise<T | U> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<U>((resolve) => {
    // After a stall of this process, timers fire before sockets are read. An answer that already arrived is read first.
    timer = setTimeout(() => setImmediate(resolve, fallback), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** Like `withTimeout`, but never rejects: an error and a timeout are both reported as `error`. */
export const tryWithTimeout = <T>(
  ms: number,
  work: Promise<T>,
): Promise<{ readonly answer: T } | { readonly error: string }> =>
  withTimeout(
    ms,
    work.then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error: String(error) }),
    ),
    { error: `no answer within ${ms} ms` },
  );
