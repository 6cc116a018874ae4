import { totalmem } from "node:os";
import { withTimeout } from "../../model/with-timeout.ts";
import type { Store } from "../stores/store.ts";
import { createLastKnown } from "./last-known.ts";
import type { Writability } from "./store-writes.ts";

export interface HealthOptions {
  readonly store: Pick<Store, "ping" | "warnings">;
  /** Whether writes work, which a ping does not show. */
  writability(): Writability;
  readonly version: string;
  connections(): Connections | Promise<Connections>;
  sessions(): Promise<SessionCounts>;
  /** Problems reported by parts of the server; any problem makes it degraded. */
  problems?(): Promise<readonly string[]>;
  /** Milliseconds since the epoch; default: the start of the process. */
  readonly startedAt?: number;
  /** In bytes; default: the memory of this process and machine. */
  memory?(): { readonly used: number; readonly total: number };
}

interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: string;
  readonly facts: HealthFacts;
}

/** The part of an answer that the console shows. */
export interface HealthFacts {
  readonly status: Condition;
  /** Response time of the store in milliseconds; null if it did not respond. */
  readonly storageMs: number | null;
  readonly connections: number;
}

export interface Health {
  /** Always answers within the timeout of a load balancer, even if a dependency hangs. */
  check(): Promise<HealthAnswer>;
  /** Stops checking; later calls return the last answer. */
  close(): void;
}

interface Connections {
  readonly stdio: number;
  readonly http: number;
}
interface SessionCounts {
  readonly active: number;
  readonly total: number;
}
interface Reachability {
  readonly connected: boolean;
  /** Milliseconds. */
  readonly responseTime: number | null;
}
interface Storage extends Reachability, Writability {
  /** Settings of the store that weaken its guarantees. They do not change the status. */
  readonly warnings?: readonly string[];
}
interface Memory {
  readonly used: number;
  readonly total: number;
  readonly percentage: number;
}
type Condition = "healthy" | "degraded" | "unhealthy";

interface CachedAnswer {
  readonly answer: HealthAnswer;
  readonly condition: Condition;
  readonly writable: boolean;
  /** The ping had not returned when this was written. */
  readonly provisional: boolean;
  readonly until: number;
}

export const createHealth = ({
  store,
  writability,
  version,
  startedAt = performance.timeOrigin,
  memory = processMemory,
  ...asked
}: HealthOptions): Health => {
  const connections = createLastKnown(asked.connections);
  const sessions = createLastKnown(asked.sessions);
  const reported = createLastKnown(asked.problems ?? (async () => []));
  let lastPing: Reachability | undefined;
  let probing: Promise<void> | undefined;
  let probedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<HealthAnswer> | undefined;
  let cached: CachedAnswer | undefined;
  let closed = false;

  /** While a ping is running, a store that was connected before counts as slow. */
  const reachabilityNow = (): Reachability => {
    if (probing === undefined || lastPing?.connected === false) return lastPing ?? UNREACHABLE;
    return { connected: true, responseTime: SLOW_MS };
  };

  const storageNow = (): Storage => {
    const now = reachabilityNow();
    const writes = now.connected ? writability() : NOT_WRITABLE;
    return { ...now, ...writes, ...(store.warnings.length > 0 && { warnings: store.warnings }) };
  };

  const write = (): CachedAnswer => {
    const now = storageNow();
    const used = inMegabytes(memory());
    const problems = reported.current() ?? [];
    const condition = conditionOf(now, used, problems);
    const { stdio, http } = connections.current() ?? { stdio: 0, http: 0 };
    const { active, total } = sessions.current() ?? { active: 0, total: 0 };
    const timestamp = Date.now();
    const body = JSON.stringify({
      status: condition,
      uptime: Math.max(0, Math.floor((timestamp - startedAt) / 1000)),
      version,
      connections: { stdio, http, total: stdio + http },
      sessions: { active, total },
      storage: now,
      memory: used,
      timestamp,
      ...(problems.length > 0 && { problems }),
    });
    cached = {
      answer: {
        status: condition === "unhealthy" ? 503 : 200,
        body,
        facts: { status: condition, storageMs: now.responseTime, connections: stdio + http },
      },
      condition,
      writable: now.writable,
      provisional: probing !== undefined,
      until: performance.now() + (condition === "unhealthy" || !now.writable ? TROUBLE_KEPT_MS : KEPT_MS),
    };
    return cached;
  };

  /** Replaces a cached answer that turned out to be wrong. */
  const correct = (): void => {
    if (cached === undefined || closed) return;
    if (
      cached.provisional ||
      conditionOf(storageNow(), inMegabytes(memory()), reported.current() ?? []) !== cached.condition
    )
      write();
  };

  const probe = (): Promise<void> => {
    probedAt = performance.now();
    probing ??= ping(store).then((result) => {
      lastPing = result;
      probing = undefined;
      correct();
    });
    return probing;
  };

  const checkNow = async (): Promise<HealthAnswer> => {
    await withTimeout(
      PATIENCE_MS,
      Promise.all([probe(), sessions.refresh(), connections.refresh(), reported.refresh()]),
      undefined,
    );
    checking = undefined;
    return write().answer;
  };

  /** Writability is known without asking the store, so a cached answer must not contradict it. */
  const isCurrent = ({ until, writable }: CachedAnswer): boolean =>
    performance.now() < until && storageNow().writable === writable;

  return {
    async check() {
      if (checking !== undefined) return checking;
      if (cached !== undefined && (closed || isCurrent(cached))) {
        // Clients that poll often see an outage before the cached answer expires.
        if (!closed && performance.now() - probedAt >= PROBE_EVERY_MS) void probe();
        return cached.answer;
      }
      checking = checkNow();
      return checking;
    },
    close() {
      closed = true;
    },
  };
};

const PATIENCE_MS = 80;
const KEPT_MS = 5_000;
const TROUBLE_KEPT_MS = 1_000;
const PROBE_EVERY_MS = 1_000;
/** A ping of 100 to 500 ms is slow; a longer one counts as no response. */
const SLOW_MS = 100;
const PING_TIMEOUT_MS = 500;

const UNREACHABLE: Reachability = { connected: false, responseTime: null };
const NOT_WRITABLE: Writability = { writable: false, reason: "The store does not answer." };

const ping = (store: HealthOptions["store"]): Promise<Reachability> => {
  const answer = async (): Promise<Reachability> => {
    const from = performance.now();
    try {
      await store.ping();
      return { connected: true, responseTime: rounded(performance.now() - from, 2) };
    } catch {
      return UNREACHABLE;
    }
  };
  return withTimeout(PING_TIMEOUT_MS, answer(), UNREACHABLE);
};

/** Uses the rounded numbers, so that the status is consistent with them. */
const conditionOf = (
  { connected, responseTime, writable }: Storage,
  { percentage }: Memory,
  problems: readonly string[],
): Condition => {
  if (!connected || percentage > 0.9) return "unhealthy";
  // Reads still work without writes, and another node on the same store would be no better.
  const isDegraded = !writable || (responseTime ?? 0) >= SLOW_MS || percentage >= 0.8 || problems.length > 0;
  return isDegraded ? "degraded" : "healthy";
};

const inMegabytes = ({ used, total }: { used: number; total: number }): Memory => ({
  used: rounded(used / MEGABYTE, 1),
  total: rounded(total / MEGABYTE, 1),
  percentage: rounded(used / total, 4),
});

const MEGABYTE = 1024 * 1024;

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Prefers a container's limit. Without one, Node reports 0, undefined, or more than the machine has. */
const processMemory = (): { used: number; total: number } => {
  const limit = process.constrainedMemory() ?? 0;
  const machine = totalmem();
  return { used: process.memoryUsage.rss(), total: limit > 0 && limit < machine ? limit : machine };
};
