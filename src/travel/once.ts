import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, ruleBroken } from "../model/failure.ts";
import { keys } from "../model/keys.ts";
import type { Store } from "../stores/store.ts";

/**
 * Runs a booking at most once per idempotency key, even if a process dies in the middle. The key's record says which
 * request it stands for and which PNR it works on; whether the work was done is read from the booking itself, which
 * carries the keys of the requests that made it. A repeat during the work waits for it; a lost attempt is taken over.
 */
export interface Once {
  /** The PNR that the key's request became, if it has been booked; throws where the key stands for another request. */
  booked(claim: Pick<OnceClaim, "tenant" | "tool" | "key" | "request" | "isDone">): Promise<string | undefined>;
  run(claim: OnceClaim): Promise<{ readonly pnr: string; readonly repeated: boolean }>;
}

export interface OnceClaim {
  readonly tenant: string;
  readonly tool: string;
  /** Absent: run without protection. */
  readonly key: string | undefined;
  /** The request; the same key with another request is refused. */
  readonly request: unknown;
  /** How long the answer is remembered. */
  readonly expiresAt: number;
  /** Whether that booking carries this request; gives up a pending one whose time is over. */
  isDone(pnr: string): Promise<boolean>;
  /** Does the work; tells the PNR as soon as it is known, before the work counts. */
  book(announce: (pnr: string) => Promise<void>): Promise<string>;
}

interface Attempt {
  readonly request: string;
  readonly pnr: string;
  readonly startedAt: number;
}

/**
 * Longer than a pending booking lives, so that what is taken over can no longer be confirmed; and shorter than clients
 * usually wait for an answer, so that a repeat after a crash gets one.
 */
const ATTEMPT_MS = 20_000;
const POLL_MS = 25;

const unprotected = async (): Promise<void> => undefined;

/** `now` is real time: attempts end or get lost in it, whatever the configured clock says. */
export const createOnce = ({ store, now }: { readonly store: Store; now(): number }): Once => {
  const attempt = async (where: string, version: number, start: Attempt, claim: OnceClaim): Promise<string> => {
    let held = version;
    try {
      return await claim.book(async (pnr) => {
        const next = await store.put(where, { ...start, pnr }, { ifVersion: held, expiresAt: claim.expiresAt });
        if (next === undefined) throw stillRunning(claim.key);
        held = next;
      });
    } catch (error) {
      // Only a refusal is sure to have booked nothing; after anything else a repeat has to look at the booking first.
      const refused = error instanceof Failure && error.kind !== "unavailable";
      if (refused) await store.delete(where, { ifVersion: held });
      throw error;
    }
  };

  const look = async (
    where: string,
    key: string,
    { tool, request, isDone }: Pick<OnceClaim, "tool" | "request" | "isDone">,
  ) => {
    const found = await store.get(where);
    const earlier = found?.value as Attempt | undefined;
    if (earlier && earlier.request !== fingerprintOf(request)) throw otherRequest(tool, key);
    const done = earlier !== undefined && earlier.pnr !== "" && (await isDone(earlier.pnr));
    return { earlier, version: found?.version ?? 0, booked: done ? earlier.pnr : undefined };
  };

  const placeOf = (tenant: string, tool: string, key: string): string => keys.idempotency(tenant, `${tool}:${key}`);

  return {
    async booked(claim) {
      const { tenant, tool, key } = claim;
      return key === undefined ? undefined : (await look(placeOf(tenant, tool, key), key, claim)).booked;
    },

    async run(claim) {
      const { tenant, tool, key, request, expiresAt } = claim;
      if (key === undefined) return { pnr: await claim.book(unprotected), repeated: false };

      const where = placeOf(tenant, tool, key);
      const deadline = now() + ATTEMPT_MS;
      for (;;) {
        const { earlier, version: seen, booked } = await look(where, key, claim);
        if (booked !== undefined) return { pnr: booked, repeated: true };
        if (!earlier || now() - earlier.startedAt > ATTEMPT_MS) {
          const start: Attempt = { request: fingerprintOf(request), pnr: "", startedAt: now() };
          const version = await store.put(where, { ...start }, { ifVersion: seen, expiresAt });
          if (version !== undefined) return { pnr: await attempt(where, version, start, claim), repeated: false };
        } else {
          if (now() > deadline) throw stillRunning(key);
          await sleep(POLL_MS);
        }
      }
    },
  };
};

/** The same for the same request, in whatever order its fields were written. */
export const fingerprintOf = (request: unknown): string => {
  const canonical = JSON.stringify(request, (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(canonical).digest("hex");
};

const otherRequest = (tool: string, key: string): Failure =>
  ruleBroken(`idempotencyKey '${key}' has been used for a different ${tool} request.`, {
    field: "idempotencyKey",
    value: key,
    hint: "Use a new key for a new request; repeat a request with exactly the same arguments.",
  });

const stillRunning = (key: string | undefined): Failure =>
  new Failure("unavailable", "The first request with this idempotencyKey has not ended yet.", {
    field: "idempotencyKey",
    value: key,
    retryable: true,
    hint: "Call again with the same key and arguments in half a minute.",
  });
