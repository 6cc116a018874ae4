import { Failure } from "../../model/failure.ts";
import { keyKind } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Store } from "../stores/store.ts";
import type { Tracing } from "./request-id.ts";
import type { TaxiwayMetrics } from "./taxiway-metrics.ts";

interface Observers {
  readonly metrics: Pick<TaxiwayMetrics, "storeOperation">;
  readonly log: Log;
  /** When enabled, every operation is logged with its request ID. */
  readonly tracing: Tracing;
}

/** Wraps a store to measure its operations and log slow and failed ones. Logs the kind of a key, never the key. */
export const observeStore = (store: Store, { metrics, log, tracing }: Observers): Store => {
  const note = (
    operation: Operation,
    key: unknown,
    milliseconds: number,
    failure?: { readonly error: unknown },
  ): void => {
    metrics.storeOperation(operation, milliseconds / 1000, failure !== undefined);
    const isSlow = milliseconds > SLOW_MS;
    if (failure === undefined && !isSlow && !tracing.enabled) return;
    const requestId = tracing.current();
    const facts = {
      operation,
      kind: kindOf(key),
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      ...(requestId !== undefined && { requestId }),
    };
    if (failure !== undefined) log.warn("store operation failed", { ...facts, reason: reasonOf(failure.error) });
    else if (isSlow) log.warn("store operation slow", facts);
    else log.debug("store operation", facts);
  };

  /** Returns the engine's own promise, so that observing adds no turn of the event loop. */
  const observed = <Verb extends Exclude<Operation, "scan">>(operation: Verb): Store[Verb] => {
    const run = store[operation] as Run;
    const observe: Run = (key, second, third) => {
      const from = performance.now();
      const answer = run.call(store, key, second, third);
      answer.then(
        () => note(operation, key, performance.now() - from),
        (error: unknown) => note(operation, key, performance.now() - from, { error }),
      );
      return answer;
    };
    return observe as Store[Verb];
  };

  return {
    warnings: store.warnings,
    get: observed("get"),
    getMany: observed("getMany"),
    put: observed("put"),
    delete: observed("delete"),
    add: observed("add"),
    count: observed("count"),
    addMember: observed("addMember"),
    removeMember: observed("removeMember"),
    members: observed("members"),
    append: observed("append"),
    items: observed("items"),
    expire: observed("expire"),
    ping: observed("ping"),
    close: observed("close"),

    /** Measures the engine's time for all pages, without the caller's time in between. */
    async *scan(prefix) {
      const pages = store.scan(prefix)[Symbol.asyncIterator]();
      let milliseconds = 0;
      let failure: { readonly error: unknown } | undefined;
      try {
        for (;;) {
          const from = performance.now();
          const next = await pages.next().finally(() => {
            milliseconds += performance.now() - from;
          });
          if (next.done) return;
          yield next.value;
        }
      } catch (error) {
        failure = { error };
        throw error;
      } finally {
        await pages.return?.();
        note("scan", prefix, milliseconds, failure);
      }
    },
  };
};

type Operation = Exclude<keyof Store, "warnings">;
type Run = (key?: unknown, second?: unknown, third?: unknown) => Promise<unknown>;

const SLOW_MS = 1_000;

/** Returns the kind of the first key. */
const kindOf = (key: unknown): string | undefined => {
  const first = Array.isArray(key) ? key[0] : key;
  return typeof first === "string" ? keyKind(first) : undefined;
};

/** Messages of Failures and their causes are safe to log; messages of other errors may contain the key. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Failure) return error.cause === undefined ? error.message : `${error.message} (${error.cause})`;
  return error instanceof Error ? error.name : typeof error;
};
