import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, type FailureKind, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { within } from "../model/within.ts";
import type { RecordValue, Store } from "../platform/stores/store.ts";
import type { Bookings } from "./bookings.ts";

/**
 * Runs a booking at most once per idempotency key, in whatever process its repeats arrive and wherever one dies.
 *
 * One record per key, a state machine: claimed → announced (the PNR is known) → done | refused | failed. An attempt
 * renews its record while it works. A repeat gets the outcome when there is one, waits while the record is renewed, and
 * takes over when it is not, or when the attempt has failed. Before that it makes sure that the earlier attempt can no
 * longer be completed (`withdraw`), so taking over from an attempt that is only slow is safe.
 */
export interface Idempotency {
  /** The PNR that the key's request became, if it has been booked; throws where the key stands for another request. */
  booked(request: KeyedRequest): Promise<string | undefined>;
  /** An attempt that owns the key, or the PNR that an earlier one has booked. Throws a refusal again. */
  begin(request: KeyedRequest): Promise<Attempt | { readonly pnr: string }>;
}

export interface KeyedRequest {
  readonly tenant: string;
  readonly tool: string;
  /** Absent: attempts are not protected. */
  readonly key: string | undefined;
  /** While the key stands for one, other arguments are refused. */
  readonly request: unknown;
  /** How long the answer is remembered. */
  readonly expiresAt: number;
  /** By performance.now, when it arrived; now unless given. */
  readonly since?: number;
  /** Aborted when the client has gone: then a repeat stops waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** Ends with `finish` or `fail`. */
export interface Attempt {
  /** What its booking carries, so that a repeat recognises it. */
  readonly requestKeys: string[];
  /** By performance.now: an attempt that is not about to be confirmed by then gives up. */
  readonly deadline: number;
  /**
   * Writes down the PNR that the attempt works on, and proves that the attempt still owns the key; throws if not. What
   * `withdraw` guards against is safe only for versions that were read before this resolves.
   */
  announce(pnr: string): Promise<void>;
  /** Does not wait: the booking itself says that it was made, the record may follow. */
  finish(pnr: string): void;
  /** Throws what a caller is to be told. Resolves when another attempt has taken over: begin again. */
  fail(error: unknown): Promise<void>;
}

type Stored = { readonly request: string; readonly attempt?: string } & (
  | { readonly state: "claimed" }
  | { readonly state: "announced"; readonly pnr: string }
  | { readonly state: "done"; readonly pnr: string }
  | { readonly state: "refused"; readonly refusal: Refusal }
  /** It has ended, and may have booked its PNR. */
  | { readonly state: "failed"; readonly pnr?: string }
);

interface Refusal {
  readonly kind: FailureKind;
  readonly message: string;
  readonly details: Failure["details"];
}

/** From its arrival until its last write begins. A draft lives longer, so that it is not given up under its hands. */
const BOOKING_MS = 12_000;
/** The same of a repeat, which is to be answered within ten seconds in any case. */
const REPEAT_MS = 6_000;
const END_MS = 1_000;
const RENEW_MS = 300;
/** An attempt whose record did not change for so long is lost. */
const LEASE_MS = 1_200;
const POLL_MS = 25;
const REFUSAL_KEPT_MS = 3 * 60_000;

/** The attempt does not own its key any more. */
class TakenOver extends Error {}

const unprotected = (since: number): Attempt => ({
  requestKeys: [],
  deadline: since + BOOKING_MS,
  announce: async () => undefined,
  finish: () => undefined,
  fail: (error) => Promise.reject(error),
});

interface Parts {
  readonly store: Store;
  readonly bookings: Pick<Bookings, "isBooked" | "withdraw">;
  /** In which the store is told expiries. Leases are measured, so that no two clocks have to agree. */
  now(): number;
}

export const createIdempotency = ({ store, bookings, now }: Parts): Idempotency => {
  /** The record of one attempt, as long as it is the attempt's own. */
  const own = (where: string, version: number, first: Stored, expiresAt: number) => {
    let current = first;
    let held = version;
    let over = false;

    /** A write that failed may have been carried out, and a renewal may come between: the attempt's id tells. */
    const write = async (options: { readonly expiresAt: number }): Promise<void> => {
      for (;;) {
        const written = await store.put(where, current as RecordValue, { ifVersion: held, ...options });
        if (written !== undefined) {
          held = written;
          return;
        }
        const found = await store.get(where);
        if (found === undefined || (found.value as Stored).attempt !== current.attempt) throw new TakenOver();
        held = found.version;
      }
    };

    let renewing: Promise<void> | undefined;
    const timer = setInterval(() => {
      renewing ??= write({ expiresAt })
        .catch(() => undefined)
        .finally(() => {
          renewing = undefined;
        });
    }, RENEW_MS).unref();

    const stop = (): void => {
      over = true;
      clearInterval(timer);
    };

    return {
      stop,
      async announce(pnr: string): Promise<void> {
        if (over) throw new TakenOver();
        current = { ...current, state: "announced", pnr } as Stored;
        await write({ expiresAt });
      },
      async end(outcome: Outcome): Promise<void> {
        stop();
        await renewing;
        const { request, attempt } = first;
        const pnr = "pnr" in current ? { pnr: current.pnr } : {};
        current = { request, ...(attempt !== undefined && { attempt }), ...pnr, ...outcome } as Stored;
        await write({ expiresAt: outcome.state === "refused" ? now() + REFUSAL_KEPT_MS : expiresAt });
      },
    };
  };

  const attemptOn = (record: ReturnType<typeof own>, requestKeys: string[], deadline: number): Attempt => ({
    ...{ requestKeys, deadline, announce: record.announce },
    finish(pnr) {
      record.end({ state: "done", pnr }).catch(() => undefined);
    },
    async fail(error) {
      if (error instanceof TakenOver) return record.stop();
      if (!(error instanceof Failure) || error.kind === "unavailable") {
        if (await isTakenOver(record.end({ state: "failed" }))) return;
        throw error;
      }
      const { kind, message, details } = error;
      try {
        await record.end({ state: "refused", refusal: { kind, message, details } });
      } catch (lost) {
        if (lost instanceof TakenOver) return;
        // Said only if every repeat will hear the same.
        throw lost;
      }
      throw error;
    },
  });

  return {
    async booked({ tenant, tool, key, request }) {
      if (key === undefined) return undefined;
      const requestKey = `${tool}:${key}`;
      const found = storedIn((await store.get(keys.idempotency(tenant, requestKey)))?.value);
      const pnr = pnrIn(found);
      if (found === undefined || pnr === undefined || !(await bookings.isBooked(tenant, pnr, [requestKey]))) {
        return undefined;
      }
      if (found.request !== fingerprintOf(request)) throw otherRequest(tool, key);
      return pnr;
    },

    async begin({ tenant, tool, key, signal, expiresAt, since = performance.now(), ...asked }) {
      if (key === undefined) return unprotected(since);
      const requestKeys = [`${tool}:${key}`];
      const where = keys.idempotency(tenant, `${tool}:${key}`);
      const request = fingerprintOf(asked.request);
      let isRepeat = false;
      const watch = createWatch();
      for (;;) {
        const askedAt = performance.now();
        const found = await store.get(where);
        const seen = storedIn(found?.value);
        const isLost = watch(found?.version, askedAt);
        const pnr = pnrIn(seen);
        isRepeat ||= seen !== undefined;
        const deadline = since + (isRepeat ? REPEAT_MS : BOOKING_MS);
        const withdrawn = async () => pnr === undefined || !(await bookings.withdraw(tenant, pnr, requestKeys));
        if (seen !== undefined && seen.request !== request) {
          const isFree = seen.state === "refused" || (seen.state === "failed" && (await withdrawn()));
          if (!isFree) throw otherRequest(tool, key);
        } else if (seen?.state === "refused") {
          throw repeatedRefusal(seen.refusal);
        } else if (pnr !== undefined && (await bookings.isBooked(tenant, pnr, requestKeys))) {
          return { pnr };
        }

        const isUnderWay = seen?.state === "claimed" || seen?.state === "announced";
        if (isUnderWay && !isLost) {
          if (performance.now() > deadline) throw stillRunning(key);
          await sleep(POLL_MS, undefined, { signal });
          continue;
        }
        if (pnr !== undefined && seen?.request === request && !(await withdrawn())) return { pnr };
        const claimed: Stored = { state: "claimed", request, attempt: randomUUID() };
        const version = await store.put(where, claimed as RecordValue, {
          ifVersion: found?.version ?? 0,
          expiresAt,
        });
        if (version !== undefined) {
          return attemptOn(own(where, version, claimed, expiresAt), requestKeys, deadline);
        }
      }
    },
  };
};

type Outcome =
  | { readonly state: "done"; readonly pnr: string }
  | { readonly state: "refused"; readonly refusal: Refusal }
  | { readonly state: "failed" };

/** Best effort: where the failure cannot be written down, a repeat waits until the lease is over. */
const isTakenOver = (ending: Promise<void>): Promise<boolean> =>
  within(
    END_MS,
    ending.then(
      () => false,
      (error: unknown) => error instanceof TakenOver,
    ),
    false,
  );

/**
 * Whether a record has stayed the same for as long as a lease, as seen from here. A store that takes long to answer
 * takes as long to carry out a renewal.
 */
const createWatch = () => {
  let version: number | undefined;
  let since = 0;
  return (found: number | undefined, asked: number): boolean => {
    const answered = performance.now();
    if (found !== version) {
      version = found;
      since = answered;
    }
    return answered - since > Math.max(LEASE_MS, 4 * (answered - asked));
  };
};

/** Taxiway 0.1 kept `{request, pnr, startedAt}`, with an empty PNR until it was announced. */
const storedIn = (value: object | undefined): Stored | undefined => {
  if (value === undefined || "state" in value) return value as Stored | undefined;
  const { request, pnr } = value as { readonly request: string; readonly pnr: string };
  return pnr === "" ? { state: "claimed", request } : { state: "announced", request, pnr };
};

const pnrIn = (stored: Stored | undefined): string | undefined =>
  stored !== undefined && "pnr" in stored ? stored.pnr : undefined;

/** The same for the same request, in whatever order its fields were written. */
export const fingerprintOf = (request: unknown): string => {
  const canonical = JSON.stringify(request, (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(canonical).digest("hex");
};

const repeatedRefusal = ({ kind, message, details }: Refusal): Failure => {
  const again = "This is the answer to an earlier call with this idempotencyKey; use a new key to try again.";
  return new Failure(kind, message, {
    ...details,
    hint: details.hint === undefined ? again : `${details.hint} ${again}`,
    repeated: true,
  });
};

const otherRequest = (tool: string, key: string): Failure =>
  ruleBroken(`idempotencyKey '${key}' has been used for a different ${tool} request.`, {
    field: "idempotencyKey",
    value: key,
    hint: "Use a new key for a new request; repeat a request with exactly the same arguments.",
  });

const stillRunning = (key: string): Failure =>
  new Failure("unavailable", "The first request with this idempotencyKey has not ended yet.", {
    field: "idempotencyKey",
    value: key,
    carriedOut: "unknown",
    retryable: true,
    hint: "Call again with the same key and arguments in a few seconds.",
  });
