import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, type FailureKind, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { withTimeout } from "../model/with-timeout.ts";
import type { RecordValue, Store } from "../platform/stores/store.ts";
import type { Bookings } from "./bookings.ts";

/**
 * Runs a booking at most once per idempotency key, even if repeats arrive at other processes or a process dies.
 *
 * Each key has one record, a state machine: claimed → announced (the PNR is known) → done | refused | failed. An attempt
 * renews its record while it works. A repeat returns the outcome if there is one, waits while the record is renewed, and
 * takes over when it is not, or when the attempt has failed. Before it takes over, it makes sure that the earlier attempt
 * cannot complete any more (`withdraw`), so taking over from an attempt that is merely slow is safe.
 */
export interface Idempotency {
  /** The PNR of the request, if it has been booked. Throws if the key belongs to a different request. */
  booked(request: KeyedRequest): Promise<string | undefined>;
  /** Returns an attempt that owns the key, or the PNR that an earlier attempt booked. Repeats a stored refusal. */
  begin(request: KeyedRequest): Promise<Attempt | { readonly pnr: string }>;
}

export interface KeyedRequest {
  readonly tenant: string;
  readonly tool: string;
  /** Without a key, attempts are not protected. */
  readonly key: string | undefined;
  /** The arguments. A key cannot be reused with other arguments. */
  readonly request: unknown;
  /** When the record expires. */
  readonly expiresAt: number;
  /** When the request arrived, by performance.now(); default now. */
  readonly since?: number;
  readonly client?: WaitingClient | undefined;
}

/** Its signal is aborted when it disconnects: a repeat then stops waiting for the first request. */
export interface WaitingClient {
  /** Read only by a repeat that has to wait: a signal that is created when it is read costs much of a booking. */
  readonly signal: AbortSignal;
}

/** Must end with `finish` or `fail`. */
export interface Attempt {
  /** Stored with the booking, so that a repeat recognises it. */
  readonly requestKeys: string[];
  /** By performance.now(): the latest time to start the confirmation. */
  readonly deadline: number;
  /**
   * Records the PNR that the attempt works on. Throws if the attempt no longer owns the key. `withdraw` can invalidate
   * only versions of the booking that were read before this resolves.
   */
  announce(pnr: string): Promise<void>;
  /** Does not wait for the record: the booking itself carries the key. */
  finish(pnr: string): void;
  /** Rethrows the error for the caller. Resolves if another attempt has taken over: then begin again. */
  fail(error: unknown): Promise<void>;
}

type Stored = { readonly request: string; readonly attempt?: string } & (
  | { readonly state: "claimed" }
  | { readonly state: "announced"; readonly pnr: string }
  | { readonly state: "done"; readonly pnr: string }
  | { readonly state: "refused"; readonly refusal: Refusal }
  /** The attempt has ended, and may have booked its PNR. */
  | { readonly state: "failed"; readonly pnr?: string }
);

interface Refusal {
  readonly kind: FailureKind;
  readonly message: string;
  readonly details: Failure["details"];
}

/** From arrival to the start of the last write. Shorter than the life of a draft. */
const BOOKING_MS = 12_000;
/** The same for a repeat, which must be answered within ten seconds. */
const REPEAT_MS = 6_000;
const END_MS = 1_000;
const RENEW_MS = 300;
/** An attempt whose record has not changed for this long has died. */
const LEASE_MS = 1_200;
const POLL_MS = 25;
const REFUSAL_TTL_MS = 3 * 60_000;

/** Another attempt owns the key. */
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
  /** The configured clock, for expiries. Leases are measured locally, so clocks of nodes need not agree. */
  now(): number;
}

export const createIdempotency = ({ store, bookings, now }: Parts): Idempotency => {
  /** The record of an attempt: renewed until it ends or another attempt takes over. */
  const createRecord = (storeKey: string, firstVersion: number, first: Stored, expiresAt: number) => {
    let current = first;
    let version = firstVersion;
    let over = false;

    /** A failed write may have been carried out, or a renewal may have come first: then the attempt's id still matches. */
    const write = async (options: { readonly expiresAt: number }): Promise<void> => {
      for (;;) {
        const written = await store.put(storeKey, current as RecordValue, { ifVersion: version, ...options });
        if (written !== undefined) {
          version = written;
          return;
        }
        const found = await store.get(storeKey);
        if (found === undefined || (found.value as Stored).attempt !== current.attempt) throw new TakenOver();
        version = found.version;
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
        await write({ expiresAt: outcome.state === "refused" ? now() + REFUSAL_TTL_MS : expiresAt });
      },
    };
  };

  const attemptOn = (record: ReturnType<typeof createRecord>, requestKeys: string[], deadline: number): Attempt => ({
    requestKeys,
    deadline,
    announce: record.announce,
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
      } catch (writeError) {
        if (writeError instanceof TakenOver) return;
        // The refusal is only reported if repeats will get the same one.
        throw writeError;
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

    async begin({ tenant, tool, key, client, expiresAt, since = performance.now(), request: input }) {
      if (key === undefined) return unprotected(since);
      const requestKeys = [`${tool}:${key}`];
      const storeKey = keys.idempotency(tenant, `${tool}:${key}`);
      const request = fingerprintOf(input);
      let isRepeat = false;
      const isStale = createStalenessCheck();
      for (;;) {
        const readAt = performance.now();
        const found = await store.get(storeKey);
        const seen = storedIn(found?.value);
        const isDead = isStale(found?.version, readAt);
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
        if (isUnderWay && !isDead) {
          if (performance.now() > deadline) throw stillRunning(key);
          await sleep(POLL_MS, undefined, { signal: client?.signal });
          continue;
        }
        if (pnr !== undefined && seen?.request === request && !(await withdrawn())) return { pnr };
        const claimed: Stored = { state: "claimed", request, attempt: randomUUID() };
        const version = await store.put(storeKey, claimed as RecordValue, {
          ifVersion: found?.version ?? 0,
          expiresAt,
        });
        if (version !== undefined) {
          return attemptOn(createRecord(storeKey, version, claimed, expiresAt), requestKeys, deadline);
        }
      }
    },
  };
};

type Outcome =
  | { readonly state: "done"; readonly pnr: string }
  | { readonly state: "refused"; readonly refusal: Refusal }
  | { readonly state: "failed" };

/** Best effort: if the failure cannot be recorded, a repeat waits until the lease expires. */
const isTakenOver = (ending: Promise<void>): Promise<boolean> =>
  withTimeout(
    END_MS,
    ending.then(
      () => false,
      (error: unknown) => error instanceof TakenOver,
    ),
    false,
  );

/** Checks whether a record has not changed for a lease. A slow store also delays renewals, so the lease grows with it. */
const createStalenessCheck = () => {
  let version: number | undefined;
  let since = 0;
  return (found: number | undefined, readAt: number): boolean => {
    const answered = performance.now();
    if (found !== version) {
      version = found;
      since = answered;
    }
    return answered - since > Math.max(LEASE_MS, 4 * (answered - readAt));
  };
};

/** Reads records of Taxiway 0.1: `{request, pnr, startedAt}`, with an empty PNR until it was announced. */
const storedIn = (value: object | undefined): Stored | undefined => {
  if (value === undefined || "state" in value) return value as Stored | undefined;
  const { request, pnr } = value as { readonly request: string; readonly pnr: string };
  return pnr === "" ? { state: "claimed", request } : { state: "announced", request, pnr };
};

const pnrIn = (stored: Stored | undefined): string | undefined =>
  stored !== undefined && "pnr" in stored ? stored.pnr : undefined;

/** A hash that does not depend on the order of fields. */
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
