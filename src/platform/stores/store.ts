/**
 * Where what happened is kept. Few verbs, so that booking logic is written once and every engine can be held to the
 * same suite (`test/contracts/store.ts`).
 *
 * A record is a flat object of JSON values. Every write gives it a new, higher version; 0 stands for "not there". A
 * version is never given twice for a key, not even after the record was deleted, has expired, or the store was
 * restarted: an old `ifVersion` can only miss. What has expired is not there, for every verb, from the millisecond it
 * expires, whether or not it has been swept. `expiresAt` is an instant of the configured clock, but records expire in
 * real time: they live as long as it was ahead when they were written, also while that clock is frozen. Keys are the
 * names an operator looks for (`pnr:TEST-ABC234`); an engine may not rename them.
 *
 * An operation that cannot be carried out rejects with a failure of `store-failure.ts`, which says whether it may have
 * changed something.
 */
export interface Store {
  /** Sentences for the operator: settings of the engine under which it does not keep what this contract promises. */
  readonly warnings: readonly string[];

  get(key: string): Promise<Versioned | undefined>;
  /** In the order of the keys. */
  getMany(keys: readonly string[]): Promise<readonly (Versioned | undefined)[]>;

  /**
   * Replaces the record, and its expiry: without `expiresAt` it stays for good. With `ifVersion`, only if it still has
   * that version (0: only if it is not there); a miss resolves to undefined and changes nothing. Resolves to the new
   * version once a reader in any process sees it, and with `durable` once it would survive a kill -9 or a power cut,
   * together with every write acknowledged before it.
   */
  put(key: string, value: RecordValue, options?: PutOptions): Promise<number | undefined>;
  /** True if there was something to delete (and it had that version). */
  delete(key: string, options?: { readonly ifVersion?: number }): Promise<boolean>;

  /** Adds to a counter that starts at 0; resolves to the sum. `expiresAt` applies when the counter is created. */
  add(key: string, delta: number, options?: Expiry): Promise<number>;
  /** A counter's value, 0 when it is not there. */
  count(key: string): Promise<number>;

  /** True if the member is new. `expiresAt`, when given, replaces the set's expiry. */
  addMember(key: string, member: string, options?: Expiry): Promise<boolean>;
  removeMember(key: string, member: string): Promise<boolean>;
  /** In any order. */
  members(key: string): Promise<readonly string[]>;

  /** Appends to a list and keeps the last `keep` items. `expiresAt`, when given, replaces the list's expiry. */
  append(key: string, items: readonly string[], options: Expiry & { readonly keep: number }): Promise<void>;
  /** Oldest first. */
  items(key: string): Promise<readonly string[]>;

  /** Moves the expiry of whatever is at the key, without a new version. False if it is not there. */
  expire(key: string, expiresAt: number): Promise<boolean>;

  /** Keys of every kind that start with the prefix. Keys written meanwhile may or may not appear; none appears twice. */
  scan(prefix: string): AsyncIterable<string>;

  /** Resolves when the engine answers; rejects at once when the connection to it is known to be away. */
  ping(): Promise<void>;
  /** Waits for what is under way, makes it durable, lets go. */
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

export interface PutOptions extends Expiry {
  readonly ifVersion?: number;
  readonly durable?: boolean;
  /** For a write that takes something back, such as a cancellation: allowed in a full store, if the engine can. */
  readonly evenIfFull?: boolean;
}
