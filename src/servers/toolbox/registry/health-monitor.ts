import { randomUUID } from "node:crypto";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import { withTimeout } from "../../../model/with-timeout.ts";
import type { Versioned } from "../../../platform/stores/store.ts";
import type { Backend } from "./backend.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { Health, HealthMonitor } from "./health.ts";
import {
  afterFailure,
  afterSuccess,
  createHealthHistory,
  delayToNextCheck,
  type HealthRecord,
  MOST_CHECKS_KEPT,
  readHealth,
  unchecked,
  writtenHealth,
} from "./health-record.ts";
import type { RegistryContext } from "./store-catalogue.ts";
import { realTimers } from "./timers.ts";

const CHECK_MS = 3_000;
/** A hanging check occupies a slot until it times out; with fewer slots, other checks would be late. */
const MOST_CHECKS = 32;
/** Spreads the first checks of tools that are watched at the same time. */
const SPREAD_MS = 2_000;
const DOUBT_MS = 500;
const LEAST_BETWEEN_DOUBTS_MS = 5_000;
/** By then a node that claimed a check has published its result, or never will. */
const CLAIM_MS = CHECK_MS + 2_000;
/** Longest time a check waits for the store. */
const STORE_MS = 1_000;
const JITTER = 0.2;

interface Watched {
  readonly id: string;
  readonly backend: Backend;
  readonly intervalMs: number;
  readonly ended: AbortController;
  known: HealthRecord;
  /** Version of the record this node last saw; a different one means another node has written it. */
  seen: number | undefined;
  checkedAt: number;
  dueAt: number;
  cancelTimer: () => void;
  check: Promise<Health> | undefined;
}

interface HealthMonitorOptions extends RegistryContext {
  readonly random?: () => number;
}

export const createHealthMonitor = ({
  tenant,
  store,
  bus,
  clock,
  log,
  random = Math.random,
  timers = realTimers,
}: HealthMonitorOptions): HealthMonitor => {
  const node = randomUUID();
  const topic = keys.toolHealthNews(tenant);
  const keyOf = (id: string): string => keys.toolHealth(tenant, id);
  const watched = new Map<string, Watched>();
  const listeners = new Set<(id: string, health: Health) => void>();
  const history = createHealthHistory(tenant, store);
  const concurrency = createConcurrencyLimit({
    name: "the health monitor",
    mostRunning: MOST_CHECKS,
    mostWaiting: Infinity,
  });

  const schedule = (tool: Watched, ms: number): void => {
    tool.cancelTimer();
    if (tool.ended.signal.aborted) return;
    tool.dueAt = timers.now() + ms;
    const cancelTimer = timers.after(ms, () => checkWhenFree(tool, cancelTimer));
    tool.cancelTimer = cancelTimer;
  };

  const pause = ({ intervalMs, known: { failures } }: Watched): number =>
    delayToNextCheck(intervalMs, failures) * (1 - JITTER + 2 * JITTER * random());

  /** Waits for the store for a limited time; undefined if it is unavailable. */
  const withStore = async <T>(work: Promise<T>): Promise<{ readonly answer: T } | undefined> =>
    withTimeout(
      STORE_MS,
      work.then(
        (answer) => ({ answer }),
        () => undefined,
      ),
      undefined,
    );

  const put = ({ id, intervalMs }: Watched, record: HealthRecord, ifVersion?: number) =>
    withStore(
      store.put(keyOf(id), writtenHealth(record), {
        expiresAt: clock.now() + 3 * intervalMs + 60_000,
        ...(ifVersion !== undefined && { ifVersion }),
      }),
    );

  const note = ({ id, intervalMs }: Watched, { status, responseTimeMs, checkedAt: at = clock.now() }: Health) =>
    withStore(
      history.note(id, { at, status, responseTimeMs }, clock.now() + (MOST_CHECKS_KEPT + 2) * intervalMs + 60_000),
    );

  const adopt = (tool: Watched, record: HealthRecord): void => {
    tool.known = record;
    tool.checkedAt = timers.now();
    for (const listener of listeners) {
      try {
        listener(tool.id, record.health);
      } catch (error) {
        log.error("a listener failed on a health check", { tool: tool.id, error: String(error) });
      }
    }
  };

  /** Waits for a free slot before claiming a check, because a claimed check must run at once. */
  const checkWhenFree = (tool: Watched, turn: () => void): void => {
    // Rescheduled meanwhile, because another node checked it.
    const work = async () => (tool.cancelTimer === turn ? checkUnlessClaimed(tool) : undefined);
    concurrency.run(tool.ended.signal, work).catch((error: unknown) => logCrash(tool, error));
  };

  const logCrash = (tool: Watched, error: unknown): void => {
    if (!tool.ended.signal.aborted) log.error("a health check crashed", { tool: tool.id, error: String(error) });
  };

  /** Checks the tool unless another node has checked it or claimed the check. */
  const checkUnlessClaimed = async (tool: Watched): Promise<void> => {
    const found = await withStore(store.get(keyOf(tool.id)));
    if (tool.ended.signal.aborted) return;
    if (found !== undefined) {
      const wait = await claim(tool, found.answer);
      if (wait !== undefined) return schedule(tool, wait);
    }
    await runCheck(tool);
  };

  /** Claims the next check, or returns how long to wait because another node claimed or made it. */
  const claim = async (tool: Watched, found: Versioned | undefined): Promise<number | undefined> => {
    const version = found?.version ?? 0;
    const record = readHealth(found?.value);
    const isNew = tool.seen !== version;
    tool.seen = version;
    if (record !== undefined && isNew) {
      if (record.claimed) tool.known = { ...record, claimed: false };
      else adopt(tool, record);
      return record.claimed ? CLAIM_MS : Math.max(0, pause(tool) - ageOf(record.health));
    }
    const written = await put(tool, { ...tool.known, claimed: true }, version);
    if (written === undefined) return undefined;
    tool.seen = written.answer ?? tool.seen;
    return written.answer === undefined ? CLAIM_MS : undefined;
  };

  const ageOf = ({ checkedAt }: Health): number => Math.max(0, clock.now() - (checkedAt ?? 0));

  const runCheck = (tool: Watched): Promise<Health> => {
    tool.check ??= callBackend(tool)
      .then((record) => publish(tool, record))
      .catch((error: unknown) => {
        logCrash(tool, error);
        return tool.known.health;
      })
      .finally(() => {
        tool.check = undefined;
        schedule(tool, pause(tool));
      });
    return tool.check;
  };

  const callBackend = async (tool: Watched): Promise<HealthRecord> => {
    const began = timers.now();
    tool.checkedAt = began;
    const asking = new AbortController();
    const stop = (): void => asking.abort(tool.ended.signal.reason);
    tool.ended.signal.addEventListener("abort", stop);
    const cancelTimer = timers.after(CHECK_MS, () => asking.abort(noAnswer()));
    try {
      const found = await untilAborted(tool.backend.check(asking.signal), asking.signal);
      return afterSuccess(tool.known, found, Math.round(timers.now() - began), clock.now());
    } catch (error) {
      tool.ended.signal.throwIfAborted();
      if (!(error instanceof Failure)) log.error("defect", { tool: tool.id, stack: (error as Error)?.stack });
      return afterFailure(tool.known, error, clock.now());
    } finally {
      cancelTimer();
      tool.ended.signal.removeEventListener("abort", stop);
    }
  };

  const publish = async (tool: Watched, record: HealthRecord): Promise<Health> => {
    const { status } = tool.known.health;
    if (status !== record.health.status && (status !== "unknown" || record.health.status !== "healthy")) {
      const { status: now, lastError } = record.health;
      log[now === "healthy" ? "info" : "warn"]("tool health", { tool: tool.id, was: status, now, lastError });
    }
    adopt(tool, record);
    const [written] = await Promise.all([put(tool, record), note(tool, record.health)]);
    if (tool.ended.signal.aborted) return record.health;
    tool.seen = written?.answer ?? tool.seen;
    bus.publish(topic, { node, id: tool.id, version: tool.seen ?? 0, record: writtenHealth(record) });
    return record.health;
  };

  const receive = (body: unknown): void => {
    const { node: from, id, version, record } = (body ?? {}) as Readonly<Record<string, unknown>>;
    const tool = watched.get(id as string);
    const received = readHealth(record);
    if (from === node || tool === undefined || received === undefined) return;
    if (typeof version === "number") tool.seen = version;
    adopt(tool, received);
    schedule(tool, pause(tool));
  };
  const stopListening = bus.listen(topic, receive);

  const end = (tool: Watched): void => {
    tool.cancelTimer();
    tool.ended.abort(new Error("no longer watched"));
  };

  return {
    watch(id, backend, intervalSeconds) {
      const before = watched.get(id);
      const intervalMs = intervalSeconds * 1000;
      if (before?.backend === backend && before.intervalMs === intervalMs) return;
      if (before) end(before);
      const tool: Watched = {
        id,
        backend,
        intervalMs,
        ended: new AbortController(),
        known: before?.known ?? unchecked(clock.now()),
        seen: before?.seen,
        checkedAt: Number.NEGATIVE_INFINITY,
        dueAt: 0,
        cancelTimer: () => undefined,
        check: undefined,
      };
      watched.set(id, tool);
      schedule(tool, random() * Math.min(SPREAD_MS, intervalMs));
    },
    unwatch(id) {
      const tool = watched.get(id);
      if (tool === undefined) return;
      watched.delete(id);
      end(tool);
      // A later tool of the same name must not inherit this record.
      for (const gone of [store.delete(keyOf(id)), history.forget(id)]) gone.catch(() => undefined);
    },
    of: (id) => watched.get(id)?.known.health ?? unchecked(clock.now()).health,
    history: history.of,
    async check(id) {
      const tool = watched.get(id);
      return tool === undefined ? unchecked(clock.now()).health : runCheck(tool);
    },
    checkSoon(id, reason) {
      const tool = watched.get(id);
      if (tool === undefined || tool.check !== undefined) return;
      const soon = Math.max(DOUBT_MS, tool.checkedAt + LEAST_BETWEEN_DOUBTS_MS - timers.now());
      if (timers.now() + soon >= tool.dueAt) return;
      log.debug("a failed call triggers a health check", { tool: id, reason });
      schedule(tool, soon);
    },
    onCheck(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stopListening();
      const tools = [...watched.values()];
      watched.clear();
      listeners.clear();
      for (const tool of tools) end(tool);
      await Promise.all(tools.map((tool) => tool.check));
    },
  };
};

const noAnswer = (): Failure =>
  new Failure("timeout", `It did not answer a health check within ${CHECK_MS / 1000} seconds.`);

/** Rejects on abort even if the work ignores the signal. */
const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  work.catch(() => undefined);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
};
