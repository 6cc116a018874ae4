import { describe, expect, it } from "vitest";
import { parseValkeyUrl } from "./valkey-url.ts";

describe("a Valkey address", () => {
  it("may be just a host", () => {
    const address = { nodes: [{ host: "cache", port: 6379 }], cluster: false, tls: false, database: 0 };
    expect(parseValkeyUrl("valkey://cache")).toEqual(address);
    expect(parseValkeyUrl("redis://cache/")).toEqual(address);
  });

  it("may have a user, a password, a port and a database", () => {
    expect(parseValkeyUrl("valkeys://tax%40i:p%2F%3A%40s@db.example:7000/4")).toEqual({
      nodes: [{ host: "db.example", port: 7000 }],
      cluster: false,
      tls: true,
      database: 4,
      username: "tax@i",
      password: "p/:@s",
    });
    expect(parseValkeyUrl("valkey://:secret@[::1]:7000")).toEqual({
      nodes: [{ host: "::1", port: 7000 }],
      cluster: false,
      tls: false,
      database: 0,
      password: "secret",
    });
  });

  it("refers to a cluster if it has several hosts or says so", () => {
    expect(parseValkeyUrl("valkey://a:1,b,c:3")).toMatchObject({
      ...{
        cluster: true,
        nodes: [
          { host: "a", port: 1 },
          { host: "b", port: 6379 },
          { host: "c", port: 3 },
        ],
      },
    });
    expect(parseValkeyUrl("valkey://a?cluster=true")).toMatchObject({ cluster: true });
    expect(parseValkeyUrl("valkey://a/?cluster=false")).toMatchObject({ cluster: false });
  });

  it.each([
    ["", "does not have the expected form"],
    ["localhost:6379", "does not have the expected form"],
    ["http://localhost", "does not have the expected form"],
    ["valkey://", "not a host"],
    ["valkey://a,,b", "not a host"],
    ["valkey://a:port", "not a host"],
    ["valkey://a:70000", "70000 is not a port"],
    ["valkey://a/one", "not a number"],
    ["valkey://a,b/1", "a cluster only supports database 0"],
    ["valkey://a?cluster=yes", "must be true or false"],
    ["valkey://a?tls=true", "“tls” is unknown"],
    ["valkey://secret@a", "has no password"],
    ["valkey://u:100%@a", "%25"],
  ])("is rejected as %j with the reason", (url, reason) => {
    expect(() => parseValkeyUrl(url)).toThrow(reason);
  });

  it("is rejected without repeating a password", () => {
    for (const url of [
      "valkey://u:hunter2@:x",
      "valkey://u:hunter2@a/x",
      "http://u:hunter2@a",
      "valkey://u:hunter2%@a",
    ]) {
      const message = attempt(() => parseValkeyUrl(url));
      expect(message).toContain("cannot be used");
      expect(message).not.toContain("hunter2");
    }
  });
});

function attempt(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return String(error);
  }
  return "";
}
