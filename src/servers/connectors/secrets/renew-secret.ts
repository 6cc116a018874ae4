import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../../model/clock.ts";
import { unavailable } from "../../../model/failure.ts";
import type { Store } from "../../../platform/stores/store.ts";
import type { Renewal, SecretValue } from "./secret-value.ts";

export interface Found {
  readonly value: SecretValue;
  readonly version: number;
}

interface RenewOptions<Stored extends Found> {
  readonly store: Store;
  /** The clock that the store counts expiry by. */
  readonly clock: Clock;
  /** The key of the record that shows which node renews the secret. */
  readonly leaseKey: string;
  read(): Promise<Stored | undefined>;
  /** Replaces that version durably. False if another writer replaced or deleted it. */
  replace(found: Stored, value: SecretValue): Promise<boolean>;
}

/** Covers the exchange. A node that ends during it keeps the others waiting for this long. */
const LEASE_MS = 20_000;
const LONGEST_WAIT_MS = LEASE_MS + 5_000;
const POLL_MS = 100;

/**
 * Renews a secret on one node at a time: a refresh token may be valid once, and servers revoke access when it is used
 * again. The successor is stored before it is returned, so that no later renewal needs the spent one.
 */
export const renewSecret = async <Stored extends Found>(
  { store, clock, leaseKey, read, replace }: RenewOptions<Stored>,
  { isCurrent, exchange }: Renewal,
): Promise<SecretValue | undefined> => {
  const began = performance.now();
  for (;;) {
    const known = await read();
    if (known === undefined || isCurrent(known.value)) return known?.value;
    const options = { ifVersion: 0, expiresAt: clock.now() + LEASE_MS };
    const lease = await store.put(leaseKey, { by: randomUUID() }, options);
    if (lease === undefined) {
      if (performance.now() - began > LONGEST_WAIT_MS) throw stillBusy();
      await sleep(POLL_MS);
      continue;
    }
    try {
      // The node that held the lease before may have renewed it.
      const found = await read();
      if (found === undefined || isCurrent(found.value)) return found?.value;
      const after = await exchange(found.value);
      if (await replace(found, after)) return after;
    } finally {
      // A lease that stays ends by itself.
      await store.delete(leaseKey, { ifVersion: lease }).catch(() => undefined);
    }
  }
};

const stillBusy = () =>
  unavailable("The credential is being renewed by another node.", {
    error_type: "credential_busy",
    retryable: true,
    hint: "Try again in a few seconds.",
  });
