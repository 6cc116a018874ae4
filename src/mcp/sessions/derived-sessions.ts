import { createHmac } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import { type Grant, NO_KEY } from "../../model/grant.ts";

/** The session of a caller who names none. */
export type DerivedSession = Required<Pick<Caller, "sessionId" | "knownBy">>;

export interface DerivedSessions {
  /**
   * One per tenant and key; without keys, one per tenant and client address, as limits count it. A promise only until
   * the secret is known.
   */
  of(grant: Pick<Grant, "tenant" | "keyId">, client: string): DerivedSession | Promise<DerivedSession>;
}

const MOST_KEPT = 10_000;

/** ::1, by its network. `localhost` is both addresses, and a client may change between them with each connection. */
const IPV6_LOOPBACK = "::";
const LOOPBACK = "127.0.0.1";

/**
 * Session IDs that are the same on every node, and that reveal neither the key nor the address and cannot be guessed
 * from them: only nodes on the same store have the secret.
 */
export const createDerivedSessions = (secret: () => Promise<Buffer>): DerivedSessions => {
  const kept = new Map<string, DerivedSession>();
  let known: Buffer | undefined;

  const derive = (key: Buffer, name: string, knownBy: DerivedSession["knownBy"]): DerivedSession => {
    const found = kept.get(name);
    if (found !== undefined) return found;
    const session = { sessionId: uuidOf(createHmac("sha256", key).update(name).digest()), knownBy };
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(name, session);
    return session;
  };

  return {
    of({ tenant, keyId }, client) {
      const address = client === IPV6_LOOPBACK ? LOOPBACK : client;
      const [knownBy, holder] = keyId === NO_KEY ? (["address", address] as const) : (["key", keyId] as const);
      // None of them has a line break in it, so no two callers have the same name.
      const name = `session\n${tenant}\n${knownBy}\n${holder}`;
      if (known !== undefined) return derive(known, name, knownBy);
      return secret().then((key) => {
        known = key;
        return derive(key, name, knownBy);
      });
    },
  };
};

/** Bytes in the form of a UUID of version 4. */
const uuidOf = (bytes: Buffer): string => {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};
