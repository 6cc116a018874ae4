import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, type FailureKind, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import { within } from "../model/within.ts";
import type { RecordValue, Store } from "../stores/store.ts";

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
  booked(
    claim: Pick<IdempotentBooking, "tenant" | "tool" | "key" | "request" | "isBooked">,
  ): Promise<string | undefined>;
  run(booking: IdempotentBooking): Promise<{ readonly pnr: string; readonly repeated: boolean }>;
}

export interface IdempotentBooking {
  readonly tenant: string;
  readonly tool: string;
  /** Absent: runs without protection. */
  readonly key: string | undefined;
  /** The request; while the key stands for one, other arguments are refused. */
  readonly request: unknown;
  /** How long the answer is remembered. */
  readonly expiresAt: number;
  /** Aborted when the client has gone: then a repeat stops waiting. */
  readonly signal?: AbortSignal | undefined;
  isBooked(pnr: string): Promise<boolean>;
  /** True if the PNR carries this request; otherwise makes sure that no attempt under way can put it there. */
  withdraw(pnr: string): Promise<boolean>;
  book(attempt: Attempt): Promise<string>;
}

export interface Attempt {
  /**
   * Writes down the PNR that the attempt works on, and proves that the attempt still owns the key; throws if not. What
   * `withdraw` guards against is safe only for versions that were read before this resolves.
   */
  announce(pnr: string): Promise<void>;
  /** By performance.now: an attempt that is not about to be confirmed by then gives up. */
  readonly deadline: number;
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

const unprotected = (): Attempt => ({ announce: async () => undefined, deadline: performance.now() + BOOKING_MS });

export const createIdempotency = ({
  store,
  now,
}: {
  readonly store: Store;
  /** In which the store is told expiries. Leases are measured, so that no two clocks have to agree. */
  now(): number;
}): Idempotency => {
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

    return {
      async announce(pnr: string): Promise<void> {
        if (over) throw new TakenOver();
        current = { ...current, state: "announced", pnr } as Stored;
        await write({ expiresAt });
      },
      async end(outcome: Outcome): Promise<void> {
        over = true;
        clearInterval(timer);
        await renewing;
        const { request, attempt } = first;
        const pnr = "pnr" in current ? { pnr: current.pnr } : {};
        current = { request, ...(attempt !== undefined && { attempt }), ...pnr, ...outcome } as Stored;
        await write({ expiresAt: outcome.state === "refused" ? now() + REFUSAL_KEPT_MS : expiresAt });
      },
    };
  };

  /** Undefined when another caller has taken over: then the outcome is theirs to say. */
  const attempt = async (
    where: string,
    version: number,
    claimed: Stored,
    { booking, deadline }: { readonly booking: IdempotentBooking; readonly deadline: number },
  ): Promise<string | undefined> => {
    const record = own(where, version, claimed, booking.expiresAt);
    try {
      const pnr = await booking.book({ announce: record.announce, deadline });
      // The booking itself says that it was made: the record may follow.
      record.end({ state: "done", pnr }).catch(() => undefined);
      return pnr;
    } catch (error) {
      if (error instanceof Failure && error.kind !== "unavailable") {
        const { kind, message, details } = error;
        try {
          await record.end({ state: "refused", refusal: { kind, message, details } });
        } catch (lost) {
          if (lost instanceof TakenOver) return undefined;
          // Said only if every repeat will hear the same.
          throw lost;
        }
        throw error;
      }
      if (error instanceof TakenOver || (await isTakenOver(record.end({ state: "failed" })))) return undefined;
      throw error;
    }
  };

  const placeOf = (tenant: string, tool: string, key: string): string => keys.idempotency(tenant, `${tool}:${key}`);

  return {
    async booked({ tenant, tool, key, request, isBooked }) {
      if (key === undefined) return undefined;
      const found = storedIn((await store.get(placeOf(tenant, tool, key)))?.value);
      const pnr = pnrIn(found);
      if (found === undefined || pnr === undefined || !(await isBooked(pnr))) return undefined;
      if (found.request !== fingerprintOf(request)) throw otherRequest(tool, key);
      return pnr;
    },

    async run(booking) {
      const { tenant, tool, key, signal } = booking;
      if (key === undefined) return { pnr: await booking.book(unprotected()), repeated: false };

      const where = placeOf(tenant, tool, key);
      const request = fingerprintOf(booking.request);
      const start = performance.now();
      let isRepeat = false;
      const watch = createWatch();
      for (;;) {
        const asked = performance.now();
        const found = await store.get(where);
        const seen = storedIn(found?.value);
        const isLost = watch(found?.version, asked);
        const pnr = pnrIn(seen);
        isRepeat ||= seen !== undefined;
        const deadline = start + (isRepeat ? REPEAT_MS : BOOKING_MS);
        if (seen !== undefined && seen.request !== request) {
          const isFree = seen.state === "refused" || (seen.state === "failed" && !(await isMade(booking, pnr)));
          if (!isFree) throw otherRequest(tool, key);
        } else if (seen?.state === "refused") {
          throw repeatedRefusal(seen.refusal);
        } else if (pnr !== undefined && (await booking.isBooked(pnr))) {
          return { pnr, repeated: true };
        }

        const isUnderWay = seen?.state === "claimed" || seen?.state === "announced";
        if (isUnderWay && !isLost) {
          if (performance.now() > deadline) throw stillRunning(key);
          await sleep(POLL_MS, undefined, { signal });
          continue;
        }
        if (pnr !== undefined && seen?.request === request && (await booking.withdraw(pnr))) {
          return { pnr, repeated: true };
        }
        const claimed: Stored = { state: "claimed", request, attempt: randomUUID() };
        const version = await store.put(where, claimed as RecordValue, {
          ifVersion: found?.version ?? 0,
          expiresAt: booking.expiresAt,
        });
        if (version === undefined) continue;
        const made = await attempt(where, version, claimed, { booking, deadline });
        if (made !== undefined) return { pnr: made, repeated: false };
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

const isMade = async ({ withdraw }: IdempotentBooking, pnr: string | undefined): Promise<boolean> =>
  pnr !== undefined && withdraw(pnr);

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
