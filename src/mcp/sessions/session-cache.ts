import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { Failure } from "../../model/failure.ts";
import { withTimeout } from "../../model/with-timeout.ts";
import type { Store } from "../../platform/stores/store.ts";
import type { ClientSession } from "./client-sessions.ts";
import type { SessionRecord } from "./session-record.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** A cache of the sessions this node has read recently. Every request needs one; most are answered from here. */
interface SessionCache {
  find(key: string, owner: Owner, server: string): ClientSession | undefined | Promise<ClientSession | undefined>;
  /** Adds the record to the cache and returns its sessions. */
  keep(key: string, owner: Owner, record: SessionRecord): OpenSessions;
  /** The session was changed or ended on some node: a read in progress is outdated too. */
  drop(key: string): void;
  extend(key: string, expiresAt: number): void;
  /** Infinity for a session that is not cached. */
  expiryOf(key: string): number;
}

/** One session by the name of the MCP server it was opened on. */
type OpenSessions = ReadonlyMap<string, ClientSession>;

interface Entry {
  readonly open: OpenSessions;
  expiresAt: number;
  readonly freshUntil: number;
  /** Until when the entry is used while the store is unavailable. */
  readonly knownUntil: number;
}

/** Notice of a change may be lost; this bounds how long a change can go unnoticed. */
const FRESH_MS = 1_000;
/** The same as for API keys. */
const KNOWN_MS = 5 * 60_000;
/** How long a request for a known session waits for a store that may be unavailable. */
const STORE_TIMEOUT_MS = 250;
const MAX_ENTRIES = 20_000;

const LATE = Symbol("late");
const NOT_OPEN: OpenSessions = new Map();

const openSessions = ({ tenant, sessionId }: Owner, { clients = {}, lasting }: SessionRecord): OpenSessions =>
  new Map(
    Object.entries(clients).map(([server, client]) => [
      server,
      { tenant, sessionId, ...client, ...(lasting && { lasting }) },
    ]),
  );

export const createSessionCache = ({
  store,
  clock,
  maxEntries = MAX_ENTRIES,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly maxEntries?: number;
}): SessionCache => {
  // In reading order. A session in use is read every second, so the first entry has been idle longest.
  const entries = new Map<string, Entry>();
  const reading = new Map<string, Promise<OpenSessions>>();

  const keep: SessionCache["keep"] = (key, owner, record) => {
    entries.delete(key);
    const now = performance.now();
    const open = openSessions(owner, record);
    entries.set(key, { open, expiresAt: record.expiresAt, freshUntil: now + FRESH_MS, knownUntil: now + KNOWN_MS });
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value as string);
    return open;
  };

  const read = (key: string, owner: Owner): Promise<OpenSessions> => {
    const isCurrent = (): boolean => reading.get(key) === mine;
    const mine = store
      .get(key)
      .then((found) => {
        const record = found?.value as SessionRecord | undefined;
        // Records expire in real time; a configured clock may be ahead.
        const isOpen = record?.clients !== undefined && clock.now() < record.expiresAt;
        if (isOpen) return isCurrent() ? keep(key, owner, record) : openSessions(owner, record);
        if (isCurrent()) entries.delete(key);
        return NOT_OPEN;
      })
      .finally(() => {
        if (isCurrent()) reading.delete(key);
      });
    reading.set(key, mine);
    return mine;
  };

  /** Returns the stored session, or the cached one if the store does not answer in time. */
  const orCached = async (answer: Promise<OpenSessions>, key: string, cached: Entry): Promise<OpenSessions> => {
    try {
      const found = await withTimeout(STORE_TIMEOUT_MS, answer, LATE);
      if (found !== LATE) return found;
      answer.catch(() => undefined);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "unavailable") throw error;
    }
    // Unless the session was ended or changed meanwhile.
    return entries.get(key) === cached ? cached.open : answer;
  };

  return {
    find(key, owner, server) {
      const entry = entries.get(key);
      const isValid = entry !== undefined && clock.now() < entry.expiresAt;
      const now = performance.now();
      if (isValid && now < entry.freshUntil) return entry.open.get(server);
      const answer = reading.get(key) ?? read(key, owner);
      const isKnown = isValid && now < entry.knownUntil;
      return (isKnown ? orCached(answer, key, entry) : answer).then((open) => open.get(server));
    },
    keep(key, owner, record) {
      reading.delete(key);
      return keep(key, owner, record);
    },
    drop(key) {
      reading.delete(key);
      entries.delete(key);
    },
    extend(key, expiresAt) {
      const entry = entries.get(key);
      if (entry) entry.expiresAt = Math.max(entry.expiresAt, expiresAt);
    },
    expiryOf: (key) => entries.get(key)?.expiresAt ?? Number.POSITIVE_INFINITY,
  };
};
