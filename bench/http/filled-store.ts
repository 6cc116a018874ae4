import { randomUUID } from "node:crypto";
import { DEFAULT_TENANT, keys } from "../../src/model/keys.ts";
import type { StoreConfig } from "../../src/platform/stores/open-store.ts";
import type { RecordValue, Store } from "../../src/platform/stores/store.ts";

/** A sample of the bookings in a filled store. */
export interface FilledStore {
  readonly pnrs: readonly string[];
  readonly sessionIds: readonly string[];
}

export interface FillRequest {
  readonly config: StoreConfig;
  readonly template: RecordValue;
  readonly count: number;
}

const BOOKINGS_PER_SESSION = 10;
const WRITES_AT_ONCE = 10_000;
const SAMPLED = 5_000;
const DAY_MS = 86_400_000;

const LOCATOR_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Maps each number to a different locator: the factor is odd and the number of locators a power of two. */
const locator = (index: number): string => {
  let rest = Number((BigInt(index) * 0x2545f491n) % 2n ** 30n);
  let letters = "";
  for (let i = 0; i < 6; i++) {
    letters += LOCATOR_ALPHABET[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return `TEST-${letters}`;
};

/** Writes copies of a booking with different locators, ten per session. */
export const fillStore = async (store: Store, template: RecordValue, count: number): Promise<FilledStore> => {
  const expiresAt = Date.now() + DAY_MS;
  const pnrs: string[] = [];
  const sessionIds: string[] = [];
  const sampleEvery = Math.max(1, Math.floor(count / SAMPLED));
  let sessionId = "";
  let writes: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    if (index % BOOKINGS_PER_SESSION === 0) sessionId = randomUUID();
    const pnr = locator(index);
    if (index % sampleEvery === 0) {
      pnrs.push(pnr);
      sessionIds.push(sessionId);
    }
    writes.push(
      store.put(keys.booking(DEFAULT_TENANT, pnr), { ...template, pnr, sessionId, expiresAt }, { expiresAt }),
      store.addMember(keys.sessionBookings(DEFAULT_TENANT, sessionId), pnr, { expiresAt }),
    );
    if (writes.length < WRITES_AT_ONCE) continue;
    await Promise.all(writes);
    writes = [];
  }
  await Promise.all(writes);
  return { pnrs, sessionIds };
};
