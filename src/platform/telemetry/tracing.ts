import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Which request is being worked on, for whoever has no other way to know it. Node 20 pays for that at every promise of
 * the process, so it is only done when every step is logged anyway.
 */
export interface Tracing {
  readonly enabled: boolean;
  run<T>(requestId: string, work: () => T): T;
  current(): string | undefined;
}

export const createTracing = (enabled: boolean): Tracing => {
  if (!enabled) return { enabled, run: (_requestId, work) => work(), current: () => undefined };
  const requests = new AsyncLocalStorage<string>();
  return {
    enabled,
    run: (requestId, work) => requests.run(requestId, work),
    current: () => requests.getStore(),
  };
};
