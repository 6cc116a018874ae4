import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "../model/clock.ts";
import type { Grant } from "../model/grant.ts";
import { keys } from "../model/keys.ts";
import type { Bus } from "../platform/stores/bus.ts";
import type { Store } from "../platform/stores/store.ts";

/** Who is logged in at the console. Any node knows them: nothing about them lives in one. */
export interface Logins {
  /** For somebody who has just shown what lets them in. */
  open(credential: Credential): Promise<OpenedLogin>;
  /** Undefined when it is over: it has ended, was ended, or what it was opened with is no longer good. */
  find(id: string): Promise<Login | undefined>;
  end(id: string): Promise<void>;
  /** Hears of those that were ended, on whatever node; returns what ends it. */
  onEnd(listener: () => void): () => void;
}

/** What somebody was let in with: which key, or the admin token, and what tells it from its successor. */
export interface Credential {
  readonly by: string;
  readonly mark: string;
}

export interface Login extends Pick<Credential, "by"> {
  /** As the key has it now, with the MCP session of this login. */
  readonly grant: Grant;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export interface OpenedLogin {
  /** For the browser, and kept nowhere else. */
  readonly id: string;
  readonly expiresAt: number;
}

export const LOGIN_MS = 12 * 3_600_000;

const ENDED = "access:console-ended";
const ID = /^[\w-]{43}$/;

export const createLogins = ({
  store,
  bus,
  clock,
  storeNow,
  standing,
}: {
  readonly store: Store;
  readonly bus: Bus;
  /** Real time, also in a rehearsal: who logs in lives outside of it. */
  readonly clock: Clock;
  /** The clock in which the store is told when something expires. */
  readonly storeNow: () => number;
  /** What the credential lets its holder do now; undefined when it is no longer good. */
  standing(credential: Credential): Promise<Grant | undefined>;
}): Logins => ({
  async open({ by, mark }) {
    const id = randomBytes(32).toString("base64url");
    const expiresAt = clock.now() + LOGIN_MS;
    const record = { by, mark, sessionId: randomUUID(), openedAt: clock.now(), expiresAt };
    await store.put(keyOf(id), record, { expiresAt: storeNow() + LOGIN_MS });
    return { id, expiresAt };
  },

  async find(id) {
    if (!ID.test(id)) return undefined;
    const { by, mark, sessionId, expiresAt } = (await store.get(keyOf(id)))?.value ?? {};
    if (typeof by !== "string" || typeof mark !== "string" || typeof sessionId !== "string") return undefined;
    if (typeof expiresAt !== "number" || clock.now() >= expiresAt) return undefined;
    const grant = await standing({ by, mark });
    return grant?.admin ? { by, expiresAt, grant: { ...grant, sessionId } } : undefined;
  },

  async end(id) {
    if (!ID.test(id)) return;
    await store.delete(keyOf(id));
    bus.publish(ENDED, true);
  },

  onEnd: (listener) => bus.listen(ENDED, listener),
});

/** Whoever reads the store learns nothing that a browser could show. */
const keyOf = (id: string): string => keys.consoleSession(createHash("sha256").update(id).digest("base64url"));
