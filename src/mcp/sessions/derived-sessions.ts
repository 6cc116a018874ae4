import { createHmac, randomBytes } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import { type Grant, NO_KEY } from "../../model/grant.ts";
import { keys } from "../../model/keys.ts";
import type { Store } from "../../platform/stores/store.ts";

/** The session of a caller that sends no session ID. */
type DerivedSession = Required<Pick<Caller, "sessionId" | "knownBy">>;

export interface DerivedSessions {
  /**
   * Returns one session per tenant and key; without keys, one per tenant and client address (an IPv6 address is its
   * network). A promise only until the secret is known.
   */
  of(grant: Pick<Grant, "tenant" | "keyId">, client: string): DerivedSession | Promise<DerivedSession>;
}

const MAX_CACHED = 10_000;

/** The network of ::1. `localhost` resolves to both addresses, and a client may alternate between them. */
const IPV6_LOOPBACK = "::";
const LOOPBACK = "127.0.0.1";

/**
 * Derives session IDs that are the same on every node, reveal neither key nor address, and cannot be guessed from them,
 * because only nodes on the same store have the secret.
 */
export const createDerivedSessions = (secret: () => Promise<Buffer>): DerivedSessions => {
  const cache = new Map<string, DerivedSession>();
  let known: Buffer | undefined;

  const derive = (key: Buffer, name: string, knownBy: DerivedSession["knownBy"]): DerivedSession => {
    const found = cache.get(name);
    if (found !== undefined) return found;
    const session = { sessionId: uuidOf(createHmac("sha256", key).update(name).digest()), knownBy };
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string);
    cache.set(name, session);
    return session;
  };

  return {
    of({ tenant, keyId }, client) {
      const address = client === IPV6_LOOPBACK ? LOOPBACK : client;
      const [knownBy, holder] = keyId === NO_KEY ? (["address", address] as const) : (["key", keyId] as const);
      // None of the parts contains a line break, so the name is unique.
      const name = `session\n${tenant}\n${knownBy}\n${holder}`;
      if (known !== undefined) return derive(known, name, knownBy);
      return secret().then((key) => {
        known = key;
        return derive(key, name, knownBy);
      });
    },
  };
};

/** Formats bytes as a version 4 UUID. */
export const uuidOf = (bytes: Buffer): string => {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

/** Returns a key that all nodes on one store share; the first node that needs it creates it. */
export const createSharedSecret = (store: Pick<Store, "get" | "put">): (() => Promise<Buffer>) => {
  const load = async (): Promise<Buffer> => {
    const key = randomBytes(32).toString("base64");
    await store.put(keys.secret, { key }, { ifVersion: 0, durable: true, evenIfFull: true });
    return Buffer.from(String((await store.get(keys.secret))?.value["key"]), "base64");
  };
  let loaded: Promise<Buffer> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
};
