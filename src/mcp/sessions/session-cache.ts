import type { Caller } from "../../model/caller.ts";
import type { Clock } from "../../model/clock.ts";
import { Failure } from "../../model/failure.ts";
import { within } from "../../model/within.ts";
import type { Store } from "../../platform/stores/store.ts";
import type { ClientSession } from "./client-sessions.ts";
import type { SessionRecord } from "./session-record.ts";

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** The sessions this node saw a moment ago. Every request asks for one, and most of them are answered from here. */
export interface SessionCache {
  find(key: string, owner: Owner, server: string): ClientSession | undefined | Promise<ClientSession | undefined>;
  /** Returns what it keeps. */
  keep(key: string, owner: Owner, record: SessionRecord): OpenSessions;
  /** It was changed or ended somewhere: also what is being read of it right now is out of date. */
  drop(key: string): void;
  extend(key: string, expiresAt: number): void;
  /** Infinity for what is not here. */
  expiryOf(key: string): number;
}

/** A session as each MCP server knows it that it was opened at. */
export type OpenSessions = ReadonlyMap<string, ClientSession>;

interface Kept {
  readonly open: OpenSessions;
  expiresAt: number;
  readonly freshUntil: number;
  /** While the store is unavailable, it is answered from here until then. */
  readonly knownUntil: number;
}

/** News of a change may be lost; this is how long it can go unnoticed. */
const FRESH_MS = 1_000;
/** As API keys have it. */
const KNOWN_MS = 5 * 60_000;
/** How long a request for a known session waits for a store that may be unavailable. */
const PATIENCE_MS = 250;
const MOST_KEPT = 20_000;

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
  mostKept = MOST_KEPT,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly mostKept?: number;
}): SessionCache => {
  // In the order in which they were read. Whoever is in use is read every second, so the first has been idle longest.
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<OpenSessions>>();

  const keep: SessionCache["keep"] = (key, owner, record) => {
    kept.delete(key);
    const now = performance.now();
    const open = openSessions(owner, record);
    kept.set(key, { open, expiresAt: record.expiresAt, freshUntil: now + FRESH_MS, knownUntil: now + KNOWN_MS });
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
    return open;
  };

  const read = (key: string, owner: Owner): Promise<OpenSessions> => {
    const isMine = (): boolean => reading.get(key) === mine;
    const mine = store
      .get(key)
      .then((found) => {
        const record = found?.value as SessionRecord | undefined;
        // Records expire in real time; a configured clock may be further.
        const isOpen = record?.clients !== undefined && clock.now() < record.expiresAt;
        if (isOpen) return isMine() ? keep(key, owner, record) : openSessions(owner, record);
        if (isMine()) kept.delete(key);
        return NOT_OPEN;
      })
      .finally(() => {
        if (isMine()) reading.delete(key);
      });
    reading.set(key, mine);
    return mine;
  };

  /** What the store says; what was known a short time ago if it does not answer soon. */
  const orRecalled = async (answer: Promise<OpenSessions>, key: string, known: Kept): Promise<OpenSessions> => {
    try {
      const found = await within(PATIENCE_MS, answer, LATE);
      if (found !== LATE) return found;
      answer.catch(() => undefined);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "unavailable") throw error;
    }
    // Unless it was ended or changed meanwhile.
    return kept.get(key) === known ? known.open : answer;
  };

  return {
    find(key, owner, server) {
      const entry = kept.get(key);
      const isValid = entry !== undefined && clock.now() < entry.expiresAt;
      const now = performance.now();
      if (isValid && now < entry.freshUntil) return entry.open.get(server);
      const answer = reading.get(key) ?? read(key, owner);
      const isKnown = isValid && now < entry.knownUntil;
      return (isKnown ? orRecalled(answer, key, entry) : answer).then((open) => open.get(server));
    },
    keep(key, owner, record) {
      reading.delete(key);
      return keep(key, owner, record);
    },
    drop(key) {
      reading.delete(key);
      kept.delete(key);
    },
    extend(key, expiresAt) {
      const entry = kept.get(key);
      if (entry) entry.expiresAt = Math.max(entry.expiresAt, expiresAt);
    },
    expiryOf: (key) => kept.get(key)?.expiresAt ?? Number.POSITIVE_INFINITY,
  };
};
