import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Clock } from "../model/clock.ts";
import type { Grant } from "../model/grant.ts";
import { keys } from "../model/keys.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Store } from "../platform/stores/store.ts";

/** The credential that a login was opened with. */
export interface Credential {
  /** The ID of the key, or of the admin token. */
  readonly by: string;
  /** Differs after a rotation. */
  readonly fingerprint: string;
}

export interface Login extends Pick<Credential, "by"> {
  /** The current permissions of the key, with the MCP session of this login. */
  readonly grant: Grant;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export interface OpenedLogin {
  /** The secret in the cookie; the store has a digest of it. */
  readonly id: string;
  readonly expiresAt: number;
}

export const LOGIN_MS = 12 * 3_600_000;

const ENDED = "access:console-ended";
const ID = /^[\w-]{43}$/;

/** Console logins, shared by all nodes on one store. */
export const createLogins = ({
  store,
  bus,
  clock,
  storeNow,
  currentGrant,
}: {
  readonly store: Store;
  readonly bus: Bus;
  /** Real time: the clock of the world does not apply to logins. */
  readonly clock: Clock;
  /** The clock that the store counts expiry by. */
  readonly storeNow: () => number;
  /** Returns the current permissions of a credential; undefined if it is no longer valid. */
  currentGrant(credential: Credential): Promise<Grant | undefined>;
}) => ({
  async open({ by, fingerprint }: Credential): Promise<OpenedLogin> {
    const id = randomBytes(32).toString("base64url");
    const expiresAt = clock.now() + LOGIN_MS;
    const record = { by, mark: fingerprint, sessionId: randomUUID(), openedAt: clock.now(), expiresAt };
    await store.put(keyOf(id), record, { expiresAt: storeNow() + LOGIN_MS });
    return { id, expiresAt };
  },

  /** Returns undefined if the login has expired or was ended, or if its credential is no longer valid. */
  async find(id: string): Promise<Login | undefined> {
    if (!ID.test(id)) return undefined;
    const { by, mark: fingerprint, sessionId, expiresAt } = (await store.get(keyOf(id)))?.value ?? {};
    if (typeof by !== "string" || typeof fingerprint !== "string" || typeof sessionId !== "string") return undefined;
    if (typeof expiresAt !== "number" || clock.now() >= expiresAt) return undefined;
    const grant = await currentGrant({ by, fingerprint });
    return grant?.admin ? { by, expiresAt, grant: { ...grant, sessionId } } : undefined;
  },

  async end(id: string): Promise<void> {
    if (!ID.test(id)) return;
    await store.delete(keyOf(id));
    bus.publish(ENDED, true);
  },

  /** Calls the listener when a login was ended on any node; returns a function that stops it. */
  onEnd: (listener: () => void): (() => void) => bus.listen(ENDED, listener),
});

/** Uses a digest, so that a stolen store contains no valid cookie. */
const keyOf = (id: string): string => keys.consoleSession(createHash("sha256").update(id).digest("base64url"));

/** Longer than the processes that accept the token run. */
const USED_MARK_MS = 366 * 86_400_000;

/** The one-time token in the login link that is printed at the start, shared by all processes of that start. */
export const createLoginLink = ({
  token,
  store,
  storeNow,
}: {
  /** Absent: there is no link. */
  readonly token: string | undefined;
  readonly store: Store;
  readonly storeNow: () => number;
}) => {
  const wanted = token === undefined ? undefined : digestOf(token);
  return {
    matches: (text: string): boolean => wanted !== undefined && timingSafeEqual(digestOf(text), wanted),
    /** Returns false if it has been used already. */
    async use(): Promise<boolean> {
      if (wanted === undefined) return false;
      const key = keys.usedLoginLink(wanted.toString("base64url"));
      const used = await store.put(key, { used: true }, { ifVersion: 0, expiresAt: storeNow() + USED_MARK_MS });
      return used !== undefined;
    },
  };
};

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
