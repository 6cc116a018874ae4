import { describe, expect, it } from "vitest";
import { clientOf } from "./caller.ts";
import { NO_KEY } from "./grant.ts";

const open = { tenant: "default", keyId: NO_KEY, admin: false };
const keyed = { tenant: "acme", keyId: "key-1", admin: false };

describe("the client that limits are counted by", () => {
  it("is the address for callers without a key, whatever session they use", () => {
    const from = (address: string, sessionId: string) =>
      clientOf({ tenant: "default", grant: open, address, sessionId });
    expect(from("192.0.2.1", "one")).toBe(from("192.0.2.1", "two"));
    expect(from("192.0.2.1", "one")).not.toBe(from("192.0.2.2", "one"));
  });

  it("is the key, whatever address and session it is used from", () => {
    const from = (address: string, sessionId: string, keyId = "key-1") =>
      clientOf({ tenant: "acme", grant: { ...keyed, keyId }, address, sessionId });
    expect(from("192.0.2.1", "one")).toBe(from("192.0.2.2", "two"));
    expect(from("192.0.2.1", "one")).not.toBe(from("192.0.2.1", "one", "key-2"));
  });

  it("is the session on stdio", () => {
    expect(clientOf({ tenant: "default", sessionId: "one" })).not.toBe(
      clientOf({ tenant: "default", sessionId: "two" }),
    );
  });
});
