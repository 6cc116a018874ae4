/**
 * A key-value store for records, counters, sets and lists. It has few operations, so that booking logic is independent
 * of the engine and every engine passes the same contract suite.
 *
 * A record is a flat object of JSON values. Every write gives it a new, higher version; version 0 means "missing". A
 * version is never reused for a key, even after a delete, an expiry or a restart, so a stale `ifVersion` never matches.
 * Expired entries are missing from the millisecond of their expiry, whether or not they have been swept. `expiresAt` is
 * in the configured clock, but entries expire in real time: their lifetime is measured when they are written, even
 * while that clock is frozen. Engines must not rename keys, because operators look for them (`pnr:TEST-ABC234`).
 *
 * An operation that fails rejects with a failure of `store-failure.ts`, which says whether it may have been executed.
 */
export interface Store {
  /** Warnings for the operator about settings under which the engine cannot keep the guarantees of this contract. */
  readonly warnings: readonly string[];

  get(key: string): Promise<Versioned | undefined>;
  /** Returns the records in the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Versioned | undefined)[]>;

  /**
   * Replaces a record and its expiry (without `expiresAt`, none). With `ifVersion`, writes only if the record has that
   * version (0: only if it is missing); otherwise resolves to undefined. Resolves to the new version once all processes
   * see it; with `durable`, once it and all earlier acknowledged writes would survive a kill -9 or a power cut.
   */
  put(key: string, value: RecordValue, options?: PutOptions): Promise<number | undefined>;
  /** Returns true if an entry was deleted. With `ifVersion`, deletes only that version. */
  delete(key: string, options?: { readonly ifVersion?: number }): Promise<boolean>;

  /** Adds to a counter, which starts at 0, and returns the sum. `expiresAt` applies when the counter is created. */
  add(key: string, delta: number, options?: Expiry): Promise<number>;
  /** Returns the value of a counter; 0 if it is missing. */
  count(key: string): Promise<number>;

  /** Returns true if the member is new. `expiresAt` replaces the set's expiry. */
  addMember(key: string, member: string, options?: Expiry): Promise<boolean>;
  removeMember(key: string, member: string): Promise<boolean>;
  /** Returns the members in any order. */
  members(key: string): Promise<readonly string[]>;

  /** Appends to a list and keeps the last `keep` items. `expiresAt` replaces the list's expiry. */
  append(key: string, items: readonly string[], options: Expiry & { readonly keep: number }): Promise<void>;
  /** Returns the items of a list, oldest first. */
  items(key: string): Promise<readonly string[]>;

  /** Replaces the expiry of any entry, without a new version. Returns false if it is missing. */
  expire(key: string, expiresAt: number): Promise<boolean>;

  /** Iterates keys of all kinds with a prefix, without duplicates. Keys written meanwhile may or may not appear. */
  scan(prefix: string): AsyncIterable<string>;

  /** Resolves when the engine responds; rejects at once if it is known to be disconnected. */
  ping(): Promise<void>;
  /** Waits for running operations, makes them durable and releases all resources. */
  close(): Promise<void>;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type RecordValue = { readonly [field: string]: JsonValue | undefined };

export interface Versioned {
  readonly value: { readonly [field: string]: JsonValue };
  readonly version: number;
}

export interface Expiry {
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

interface PutOptions extends Expiry {
  readonly ifVersion?: number;
  readonly durable?: boolean;
  /** Allows the write in a full store if the engine can; for writes that release something, such as a cancellation. */
  readonly evenIfFull?: boolean;
}
