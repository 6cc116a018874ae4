import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";

/**
 * Stops calls to a failing tool. While it is open no call passes until a health check succeeds: a call with side
 * effects must never be the probe.
 */
export interface CircuitBreaker {
  readonly state: "closed" | "open" | "half-open";
  /** When it opened; undefined while it is closed. */
  readonly openSince: number | undefined;
  allows(): boolean;
  /** Remaining cooldown; 0 unless it is open. */
  retryAfterMs(): number;
  succeeded(): void;
  /** Call only for errors that satisfy `isOutage`. */
  failed(): void;
  /** Reports the result of a health check. */
  checked(ok: boolean): void;
}

const MOST_CONSECUTIVE = 5;
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
  /** A running clock, even if the rehearsal's clock stands still. */
  readonly clock: Pick<Clock, "now">;
}): CircuitBreaker => {
  let openSince: number | undefined;
  /** Start of the cooldown; a failed check restarts it. */
  let openedAt: number | undefined;
  let checksFailToo = false;
  /** Closed by a check but not yet confirmed by a call: the first failure opens it again. */
  let onProbation = false;
  let consecutiveFailures = 0;
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
    // Calls that started before it opened are ignored.
    succeeded() {
      if (openedAt !== undefined) return;
      onProbation = false;
      consecutiveFailures = 0;
      count(0);
    },
    failed() {
      if (openedAt !== undefined) return;
      consecutiveFailures += 1;
      count(1);
      if (onProbation || consecutiveFailures >= MOST_CONSECUTIVE || mostlyFails()) open();
    },
    checked(ok) {
      if (openedAt === undefined) return;
      if (!ok) {
        checksFailToo = true;
        openedAt = clock.now();
        return;
      }
      // During the cooldown, successful checks prove nothing if they also succeeded while calls failed.
      if (!checksFailToo && cooldownLeft() > 0) return;
      openedAt = undefined;
      openSince = undefined;
      onProbation = true;
      consecutiveFailures = 0;
      buckets = [];
    },
  };
};

/** Whether an error means that the tool did not work, rather than that it rejected the call. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.kind === "unavailable" || error.kind === "timeout" || error.details.error_type === "bad_response");
