import type { Log } from "../../../model/log.ts";
import { realTimers, type Timers } from "./timers.ts";

/** Something of which every tenant has its own, opened when somebody of that tenant first asks for it. */
export interface HeldPerTenant<T> {
  /**
   * At once when it is open. Ask with every request and use it there and then: one that nobody asks for may be closed.
   * Rejects when it cannot be opened; whoever asks next tries again.
   */
  of(tenant: string): T | Promise<T>;
  close(): Promise<void>;
}

export interface Held<T> {
  readonly value: T;
  /** Somebody waits for news from it, or keeps it for good. */
  isNeeded(): boolean;
  close(): Promise<void>;
}

export interface HoldOptions<T> {
  open(tenant: string): Promise<Held<T>>;
  readonly log: Log;
  /** Past that, those that were not needed for longest are closed again. */
  readonly most?: number;
  readonly timers?: Pick<Timers, "now">;
}

const MOST = 100;
/** Longer than the slowest request lasts, from its first byte on: whoever was handed one is done with it. */
const REST_MS = 10 * 60_000;

interface Place<T> {
  readonly held: Held<T>;
  askedAt: number;
}

export const holdPerTenant = <T>({ open, log, most = MOST, timers = realTimers }: HoldOptions<T>): HeldPerTenant<T> => {
  const places = new Map<string, Place<T>>();
  const opening = new Map<string, Promise<T>>();
  const leaving = new Set<Promise<void>>();
  let closed = false;

  const letGo = (tenant: string, { held }: Place<T>): void => {
    places.delete(tenant);
    const left: Promise<void> = held
      .close()
      .catch((error: unknown) => log.warn("closing what a tenant had open", { tenant, error: String(error) }))
      .finally(() => leaving.delete(left));
    leaving.add(left);
  };

  const makeRoom = (): void => {
    const resting = [...places]
      .filter(([, { held, askedAt }]) => timers.now() - askedAt > REST_MS && !held.isNeeded())
      .sort(([, a], [, b]) => a.askedAt - b.askedAt);
    for (const [tenant, place] of resting.slice(0, Math.max(0, places.size - most))) letGo(tenant, place);
  };

  const openFor = async (tenant: string): Promise<T> => {
    const held = await open(tenant);
    places.set(tenant, { held, askedAt: timers.now() });
    makeRoom();
    return held.value;
  };

  return {
    of(tenant) {
      const place = places.get(tenant);
      if (place !== undefined) {
        place.askedAt = timers.now();
        return place.held.value;
      }
      if (closed) return Promise.reject(new Error("It is closed"));
      const begun = opening.get(tenant) ?? openFor(tenant).finally(() => opening.delete(tenant));
      opening.set(tenant, begun);
      return begun;
    },

    async close() {
      closed = true;
      await Promise.allSettled(opening.values());
      for (const [tenant, place] of places) letGo(tenant, place);
      await Promise.all(leaving);
    },
  };
};
