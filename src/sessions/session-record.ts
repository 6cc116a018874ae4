import type { Session } from "../model/caller.ts";
import type { RecordValue, Store } from "../stores/store.ts";
import type { ClientFacts } from "./client-sessions.ts";

/** What is kept of a session, in one record, so that one read says everything. Only `Session` is shown to callers. */
export type SessionRecord = Session & {
  /** There when a client of the older protocol opened it. */
  readonly connectionId?: string;
  readonly client?: ClientFacts;
};

interface Revision<T> {
  readonly value: T;
  readonly expiresAt: number;
}

/**
 * Another node may be changing the same record: read, edit, write if nobody was faster, else again. An edit that gives
 * undefined leaves everything as it is, and then so is the result. `isNew` saves the first read where there is most
 * probably nothing.
 */
export const revise = async <T extends object>(
  store: Store,
  key: string,
  edit: (before: T | undefined) => Revision<T> | undefined,
  { isNew = false, durable = false } = {},
): Promise<T | undefined> => {
  let found = isNew ? undefined : await store.get(key);
  for (;;) {
    const revision = edit(found?.value as T | undefined);
    if (revision === undefined) return undefined;
    const { value, expiresAt } = revision;
    const options = { ifVersion: found?.version ?? 0, expiresAt, durable };
    if ((await store.put(key, value as RecordValue, options)) !== undefined) return value;
    found = await store.get(key);
  }
};
