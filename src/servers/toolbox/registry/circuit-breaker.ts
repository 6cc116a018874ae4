import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";

/**
 * Spares a tool whose calls fail, and its callers the waiting. Open, it lets nothing through until a health check says
 * that the tool is back: a call that may have effects is never the one that tries it out.
 */
export interface CircuitBreaker {
  readonly state: "closed" | "open" | "half-open";
  /** When it last began to let nothing through; undefined while it is closed. */
  readonly openSince: number | undefined;
  allows(): boolean;
  /** Until it is worth asking for a check; 0 unless it is open. */
  retryAfterMs(): number;
  succeeded(): void;
  /** Only what `isOutage` says. */
  failed(): void;
  /** What a health check found. */
  probed(ok: boolean): void;
}

const CONSECUTIVE = 5;
const LEAST_CALLS = 10;
const SHARE = 0.5;
const WINDOW_MS = 60_000;
const COOLDOWN_MS = 30_000;
const BUCKET_MS = 10_000;

interface Bucket {
  readonly number: number;
  calls: number;
  failures: number;
}

export const createCircuitBreaker = ({
  clock,
}: {
  /** One that runs, also when the rehearsal's stands still. */
  readonly clock: Pick<Clock, "now">;
}): CircuitBreaker => {
  let openSince: number | undefined;
  /** Checks that fail begin the rest anew. */
  let openedAt: number | undefined;
  let checksFailToo = false;
  /** Closed by a check, and no call has gone well since: the first one that fails opens it again. */
  let onTrial = false;
  let inARow = 0;
  let buckets: Bucket[] = [];

  const cooldownLeft = (): number =>
    openedAt === undefined ? 0 : Math.max(0, Math.min(COOLDOWN_MS, openedAt + COOLDOWN_MS - clock.now()));

  const open = (): void => {
    openedAt = clock.now();
    openSince = openedAt;
    checksFailToo = false;
  };

  const count = (failures: 0 | 1): void => {
    const number = Math.floor(clock.now() / BUCKET_MS);
    const last = buckets.at(-1);
    if (last?.number !== number) {
      buckets = buckets.filter((bucket) => Math.abs(number - bucket.number) < WINDOW_MS / BUCKET_MS);
      buckets.push({ number, calls: 1, failures });
      return;
    }
    last.calls += 1;
    last.failures += failures;
  };

  const mostlyFails = (): boolean => {
    const calls = buckets.reduce((sum, bucket) => sum + bucket.calls, 0);
    const failures = buckets.reduce((sum, bucket) => sum + bucket.failures, 0);
    return calls >= LEAST_CALLS && failures >= calls * SHARE;
  };

  return {
    get state() {
      if (openedAt === undefined) return "closed";
      return cooldownLeft() > 0 ? "open" : "half-open";
    },
    get openSince() {
      return openSince;
    },
    allows: () => openedAt === undefined,
    retryAfterMs: cooldownLeft,
    // What was under way when it opened says nothing new.
    succeeded() {
      if (openedAt !== undefined) return;
      onTrial = false;
      inARow = 0;
      count(0);
    },
    failed() {
      if (openedAt !== undefined) return;
      inARow += 1;
      count(1);
      if (onTrial || inARow >= CONSECUTIVE || mostlyFails()) open();
    },
    probed(ok) {
      if (openedAt === undefined) return;
      if (!ok) {
        checksFailToo = true;
        openedAt = clock.now();
        return;
      }
      // Checks that went well while calls failed are no proof of anything before the cooldown is over.
      if (!checksFailToo && cooldownLeft() > 0) return;
      openedAt = undefined;
      openSince = undefined;
      onTrial = true;
      inARow = 0;
      buckets = [];
    },
  };
};

/** Whether the tool was not there, rather than there and of another opinion. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.kind === "unavailable" || error.kind === "timeout" || error.details.error_type === "bad_response");
