import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../platform/stores/memory.ts";
import { createDerivedSessions, createSharedSecret } from "./derived-sessions.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const open = { tenant: "default", keyId: "none" };

const node = (store = createMemoryStore({ now: () => 0 })) => createDerivedSessions(createSharedSecret(store));

describe("a derived session ID", () => {
  it("is a UUID of version 4 and the same on every node", async () => {
    const store = createMemoryStore({ now: () => 0 });
    const [one, other] = [node(store), node(store)];
    for (const holder of [open, { tenant: "acme", keyId: "k1234567" }]) {
      const { sessionId } = await one.of(holder, "192.0.2.7");
      expect(sessionId).toMatch(UUID_V4);
      expect((await other.of(holder, "192.0.2.7")).sessionId).toBe(sessionId);
      expect(await one.of(holder, "192.0.2.7")).toMatchObject({ sessionId });
    }
  });

  it("differs between stores, tenants, keys and addresses", async () => {
    const here = node();
    const found = [
      await here.of(open, "192.0.2.7"),
      await here.of(open, "192.0.2.8"),
      await here.of({ ...open, tenant: "acme" }, "192.0.2.7"),
      await here.of({ ...open, keyId: "k1234567" }, "192.0.2.7"),
      await here.of({ ...open, keyId: "k7654321" }, "192.0.2.7"),
      await node().of(open, "192.0.2.7"),
    ];
    expect(new Set(found.map(({ sessionId }) => sessionId)).size).toBe(found.length);
    expect(found.map(({ knownBy }) => knownBy)).toEqual(["address", "address", "address", "key", "key", "address"]);
  });

  it("follows the key from one address to another, and localhost from IPv4 to IPv6", async () => {
    const here = node();
    const key = { ...open, keyId: "k1234567" };
    expect(await here.of(key, "192.0.2.7")).toEqual(await here.of(key, "198.51.100.1"));
    expect(await here.of(open, "127.0.0.1")).toEqual(await here.of(open, "::"));
    expect(await here.of(open, "127.0.0.1")).not.toEqual(await here.of(open, "127.0.0.2"));
  });

  it("reads the secret again after the store did not answer", async () => {
    let answers = false;
    const here = createDerivedSessions(async () => {
      if (!answers) throw new Error("unavailable");
      return Buffer.alloc(32);
    });
    await expect(here.of(open, "192.0.2.7")).rejects.toThrow("unavailable");
    answers = true;
    expect((await here.of(open, "192.0.2.7")).sessionId).toMatch(UUID_V4);
    expect(here.of(open, "192.0.2.7")).not.toBeInstanceOf(Promise);
  });
});
