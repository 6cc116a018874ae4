export type MaybePromise<T> = T | Promise<T>;

/**
 * Applies `use` to a value, immediately if the value is already there. Awaiting would delay a value that is not a
 * promise by a turn of the event loop.
 */
export const whenReady = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value);
