import { randomUUID } from "node:crypto";
import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import { within } from "../../../model/within.ts";
import type { Bus } from "../../../platform/stores/bus.ts";
import type { Store, Versioned } from "../../../platform/stores/store.ts";
import type { Backend } from "./backend.ts";
import { createSlots } from "./concurrency-limit.ts";
import type { Health, HealthMonitor } from "./health.ts";
import {
  betweenChecks,
  createHealthHistory,
  type HealthRecord,
  MOST_CHECKS_KEPT,
  notYetChecked,
  readHealth,
  wentWell,
  wentWrong,
  writtenHealth,
} from "./health-record.ts";
import { realTimers, type Timers } from "./timers.ts";

const CHECK_MS = 3_000;
/** One that hangs takes a place for as long as a check may last: with fewer, others' checks would come late. */
const MOST_CHECKS = 32;
/** The first checks of tools that begin together are spread over this time. */
const SPREAD_MS = 2_000;
const DOUBT_MS = 500;
const LEAST_BETWEEN_DOUBTS_MS = 5_000;
/** By then whoever claimed a check has told its result, or never will. */
const CLAIM_MS = CHECK_MS + 2_000;
/** No check waits longer than that for the store. */
const STORE_MS = 1_000;
const JITTER = 0.2;

interface Watched {
  readonly id: string;
  readonly backend: Backend;
  readonly intervalMs: number;
  readonly ended: AbortController;
  known: HealthRecord;
  /** The version of the record when this node last looked: if it has changed since, another node was at work. */
  seen: number | undefined;
  checkedAt: number;
  dueAt: number;
  callOff: () => void;
  examination: Promise<Health> | undefined;
}

export interface HealthMonitorOptions {
  /** Whose tools it watches: another's may have the same ids. */
  readonly tenant: string;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  readonly timers?: Timers;
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
  const history = createHealthHistory({ tenant, store });
  const slots = createSlots({ name: "the health monitor", mostRunning: MOST_CHECKS, mostWaiting: Infinity });

  const schedule = (tool: Watched, ms: number): void => {
    tool.callOff();
    if (tool.ended.signal.aborted) return;
    tool.dueAt = timers.now() + ms;
    const callOff = timers.after(ms, () => lookInTurn(tool, callOff));
    tool.callOff = callOff;
  };

  const pause = ({ intervalMs, known: { failures } }: Watched): number =>
    betweenChecks(intervalMs, failures) * (1 - JITTER + 2 * JITTER * random());

  /** The store is asked, but not waited for: undefined when it is away. */
  const withStore = async <T>(work: Promise<T>): Promise<{ readonly answer: T } | undefined> =>
    within(
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

  /** Not before there is room: whoever claims a check has to make it at once. */
  const lookInTurn = (tool: Watched, turn: () => void): void => {
    // While it waited, somebody may have checked it, and then there is another turn.
    const work = async () => (tool.callOff === turn ? look(tool) : undefined);
    slots.run(tool.ended.signal, work).catch((error: unknown) => broke(tool, error));
  };

  const broke = (tool: Watched, error: unknown): void => {
    if (!tool.ended.signal.aborted) log.error("a health check broke", { tool: tool.id, error: String(error) });
  };

  /** It is time for a check, unless another node has made one, or is about to. */
  const look = async (tool: Watched): Promise<void> => {
    const found = await withStore(store.get(keyOf(tool.id)));
    if (tool.ended.signal.aborted) return;
    if (found !== undefined) {
      const wait = await leaveToOthers(tool, found.answer);
      if (wait !== undefined) return schedule(tool, wait);
    }
    await examine(tool);
  };

  /** Claims the next check; or says how long to wait because somebody else has it, or had it. */
  const leaveToOthers = async (tool: Watched, found: Versioned | undefined): Promise<number | undefined> => {
    const version = found?.version ?? 0;
    const record = readHealth(found?.value);
    const isNews = tool.seen !== version;
    tool.seen = version;
    if (record !== undefined && isNews) {
      if (record.claimed) tool.known = { ...record, claimed: false };
      else adopt(tool, record);
      return record.claimed ? CLAIM_MS : Math.max(0, pause(tool) - ageOf(record.health));
    }
    const claim = await put(tool, { ...tool.known, claimed: true }, version);
    if (claim === undefined) return undefined;
    tool.seen = claim.answer ?? tool.seen;
    return claim.answer === undefined ? CLAIM_MS : undefined;
  };

  const ageOf = ({ checkedAt }: Health): number => Math.max(0, clock.now() - (checkedAt ?? 0));

  const examine = (tool: Watched): Promise<Health> => {
    tool.examination ??= ask(tool)
      .then((record) => tell(tool, record))
      .catch((error: unknown) => {
        broke(tool, error);
        return tool.known.health;
      })
      .finally(() => {
        tool.examination = undefined;
        schedule(tool, pause(tool));
      });
    return tool.examination;
  };

  const ask = async (tool: Watched): Promise<HealthRecord> => {
    const began = timers.now();
    tool.checkedAt = began;
    const asking = new AbortController();
    const stop = (): void => asking.abort(tool.ended.signal.reason);
    tool.ended.signal.addEventListener("abort", stop);
    const callOff = timers.after(CHECK_MS, () => asking.abort(noAnswer()));
    try {
      const found = await untilAborted(tool.backend.check(asking.signal), asking.signal);
      return wentWell(tool.known, found, Math.round(timers.now() - began), clock.now());
    } catch (error) {
      tool.ended.signal.throwIfAborted();
      if (!(error instanceof Failure)) log.error("defect", { tool: tool.id, stack: (error as Error)?.stack });
      return wentWrong(tool.known, error, clock.now());
    } finally {
      callOff();
      tool.ended.signal.removeEventListener("abort", stop);
    }
  };

  const tell = async (tool: Watched, record: HealthRecord): Promise<Health> => {
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

  const hear = (body: unknown): void => {
    const { node: from, id, version, record } = (body ?? {}) as Readonly<Record<string, unknown>>;
    const tool = watched.get(id as string);
    const news = readHealth(record);
    if (from === node || tool === undefined || news === undefined) return;
    if (typeof version === "number") tool.seen = version;
    adopt(tool, news);
    schedule(tool, pause(tool));
  };
  const stopListening = bus.listen(topic, hear);

  const end = (tool: Watched): void => {
    tool.callOff();
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
        known: before?.known ?? notYetChecked(clock.now()),
        seen: before?.seen,
        checkedAt: Number.NEGATIVE_INFINITY,
        dueAt: 0,
        callOff: () => undefined,
        examination: undefined,
      };
      watched.set(id, tool);
      schedule(tool, random() * Math.min(SPREAD_MS, intervalMs));
    },
    unwatch(id) {
      const tool = watched.get(id);
      if (tool === undefined) return;
      watched.delete(id);
      end(tool);
      // Whoever registers under this name next is not known by what this one was.
      for (const gone of [store.delete(keyOf(id)), history.forget(id)]) gone.catch(() => undefined);
    },
    of: (id) => watched.get(id)?.known.health ?? notYetChecked(clock.now()).health,
    history: history.of,
    async check(id) {
      const tool = watched.get(id);
      return tool === undefined ? notYetChecked(clock.now()).health : examine(tool);
    },
    doubt(id, reason) {
      const tool = watched.get(id);
      if (tool === undefined || tool.examination !== undefined) return;
      const soon = Math.max(DOUBT_MS, tool.checkedAt + LEAST_BETWEEN_DOUBTS_MS - timers.now());
      if (timers.now() + soon >= tool.dueAt) return;
      log.debug("a call casts doubt on a tool", { tool: id, reason });
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
      await Promise.all(tools.map((tool) => tool.examination));
    },
  };
};

const noAnswer = (): Failure =>
  new Failure("timeout", `It did not answer a health check within ${CHECK_MS / 1000} seconds.`);

/** Also if the work does not listen to the signal. */
const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  work.catch(() => undefined);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
};
