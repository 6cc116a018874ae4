import { describe, expect, it } from "vitest";
import { isLoopbackClient } from "./client-address.ts";

describe("a loopback client", () => {
  it.each(["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])("sends from %s", (peer) => {
    expect(isLoopbackClient(peer, { "user-agent": "curl" })).toBe(true);
  });

  it.each([undefined, "", "192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "fe80::1"])("does not send from %s", (peer) => {
    expect(isLoopbackClient(peer, {})).toBe(false);
  });

  it.each(["forwarded", "x-forwarded-for", "x-real-ip", "via", "cf-connecting-ip"])("sends no %s header", (name) => {
    expect(isLoopbackClient("127.0.0.1", { [name]: "" })).toBe(false);
  });
});
