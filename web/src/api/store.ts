import { useSyncExternalStore } from "react";

/** A value shared by several components, outside React's tree. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export const createStore = <T>(first: T): Store<T> => {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useStore = <T>({ subscribe, get }: Store<T>): T => useSyncExternalStore(subscribe, get);
