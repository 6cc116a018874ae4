import { Failure } from "../../model/failure.ts";
import { keyKind } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Store } from "../stores/store.ts";
import type { Tracing } from "./request-id.ts";
import type { TaxiwayMetrics } from "./taxiway-metrics.ts";

export interface Observers {
  readonly metrics: Pick<TaxiwayMetrics, "storeOperation">;
  readonly log: Log;
  /** When it is enabled, every operation is logged, with the request it belongs to. */
  readonly tracing: Tracing;
}

/** The same store, every verb measured. Trouble goes to the log, with the kind of the key and never the key. */
export const observeStore = (store: Store, { metrics, log, tracing }: Observers): Store => {
  const note = (
    operation: Operation,
    key: unknown,
    milliseconds: number,
    failure?: { readonly error: unknown },
  ): void => {
    metrics.storeOperation(operation, milliseconds / 1000, failure !== undefined);
    const isTrouble = failure !== undefined || milliseconds > SLOW_MS;
    if (!isTrouble && !tracing.enabled) return;
    const requestId = tracing.current();
    const facts = {
      operation,
      kind: kindOf(key),
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      ...(requestId !== undefined && { requestId }),
    };
    if (failure !== undefined) log.warn("store operation failed", { ...facts, reason: reasonOf(failure.error) });
    else if (isTrouble) log.warn("store operation slow", facts);
    else log.debug("store operation", facts);
  };

  /** The caller gets the engine's own promise: being observed costs it no further turn. */
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

    /** Counts the time that the engine took for all pages, and not what the caller did in between. */
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

/** Of the first key, where there are several. */
const kindOf = (key: unknown): string | undefined => {
  const first = Array.isArray(key) ? key[0] : key;
  return typeof first === "string" ? keyKind(first) : undefined;
};

/** A Failure's words are fit for anybody, its cause is about connection or disk; a defect's may name the key. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Failure) return error.cause === undefined ? error.message : `${error.message} (${error.cause})`;
  return error instanceof Error ? error.name : typeof error;
};
