import { describe, expect, it } from "vitest";
import { createOriginPolicy, type OriginPolicyOptions } from "./origin-policy.ts";
import type { OriginRule } from "./reach.ts";

const LOCAL: OriginPolicyOptions = { host: "127.0.0.1", allowedHosts: [], allowedOrigins: ["*"] };
const RULES: readonly OriginRule[] = ["any", "trusted", "own"];

/** The rules that let a request through. */
const openTo = (
  options: OriginPolicyOptions,
  headers: Record<string, string>,
  method = "POST",
): readonly OriginRule[] => {
  const originPolicy = createOriginPolicy(options);
  return RULES.filter((rule) =>
    originPolicy.allowsOrigin(rule, { method, headers: { host: "127.0.0.1:3000", ...headers } }),
  );
};

describe("the check of host names", () => {
  const EXPOSED = { ...LOCAL, host: "0.0.0.0" };

  it.each([
    ["TAXIWAY_ALLOWED_HOSTS", { ...EXPOSED, allowedHosts: ["Taxiway.example.com"] }],
    ["TAXIWAY_PUBLIC_URL", { ...EXPOSED, publicUrl: "https://taxiway.example.com/travel" }],
  ])("applies to every address when %s is set", (_name, options) => {
    const { allowsHost } = createOriginPolicy(options);
    for (const host of [
      "taxiway.example.com",
      "TAXIWAY.example.com:443",
      "localhost:3000",
      "127.0.0.1",
      "[::1]:3000",
    ]) {
      expect([host, allowsHost(host)]).toEqual([host, true]);
    }
    // Probes and scrapers call a node by its address, and no page can be rebound to one.
    for (const host of ["10.1.2.3:3000", "[2001:db8::7]:3000"]) expect([host, allowsHost(host)]).toEqual([host, true]);
    for (const host of [
      "evil.example:3000",
      "taxiway.example.com.evil.example",
      "10.1.2.3.evil.example",
      "",
      undefined,
    ]) {
      expect([host, allowsHost(host)]).toEqual([host, false]);
    }
  });

  it("accepts the public host name on a loopback address, but no address of another interface", () => {
    const { allowsHost } = createOriginPolicy({ ...LOCAL, publicUrl: "https://taxiway.example.com" });
    expect(["taxiway.example.com", "localhost", "10.1.2.3", "evil.example"].map(allowsHost)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it("is off on other addresses when neither is set", () => {
    expect(createOriginPolicy(EXPOSED).allowsHost("anything.internal:3000")).toBe(true);
  });

  it("trusts an own origin only under a known host name", () => {
    const rebound = { host: "evil.example:3000", origin: "http://evil.example:3000" };
    const narrow = { ...EXPOSED, allowedOrigins: ["https://app.example.com"] };
    expect(openTo(narrow, rebound)).toEqual([]);
    expect(openTo(EXPOSED, rebound)).toEqual(["any"]);
    const named = { ...narrow, allowedHosts: ["taxiway.internal"] };
    expect(openTo(named, rebound)).toEqual([]);
    expect(openTo(named, { host: "taxiway.internal:3000", origin: "http://taxiway.internal:3000" })).toEqual(RULES);
    const address = { host: "10.1.2.3:3000", origin: "http://10.1.2.3:3000" };
    expect(openTo(narrow, address)).toEqual(RULES);
    expect(openTo(narrow, { ...address, origin: "http://10.1.2.3:4000" })).toEqual([]);
    const publicUrl = "https://taxiway.example.com/travel";
    expect(openTo({ ...narrow, publicUrl }, { ...address, origin: "https://taxiway.example.com" })).toEqual(RULES);
  });
});

describe("the check of origins", () => {
  it.each([
    ["no origin", {}, RULES],
    ["the own origin", { origin: "http://127.0.0.1:3000" }, RULES],
    ["another port of this machine", { origin: "http://localhost:5173" }, ["any", "trusted"]],
    ["IPv6 loopback", { origin: "https://[::1]:5173" }, ["any", "trusted"]],
    ["another origin", { origin: "https://evil.example" }, ["any"]],
    ["another origin that looks like loopback", { origin: "http://localhost.evil.example" }, ["any"]],
    ["an origin with an address in its name", { origin: "http://127.0.0.1.evil.example" }, ["any"]],
    ["an extension named localhost", { origin: "chrome-extension://localhost" }, ["any"]],
    ["an opaque origin", { origin: "null" }, ["any"]],
    ["a star", { origin: "*" }, ["any"]],
  ])("decides for %s", (_name, headers, rules) => {
    expect(openTo(LOCAL, headers)).toEqual(rules);
  });

  it("trusts listed origins, with or without *", () => {
    const origin = "https://app.example.com";
    for (const allowedOrigins of [["*", origin], [origin]]) {
      expect(openTo({ ...LOCAL, allowedOrigins }, { origin })).toEqual(["any", "trusted"]);
    }
    const narrow = { ...LOCAL, allowedOrigins: [origin] };
    expect(openTo(narrow, { origin: "https://evil.example" })).toEqual([]);
    expect(openTo(narrow, { origin: "http://localhost:5173" })).toEqual(["any", "trusted"]);
  });

  it("accepts any origin with a valid token, and preflights that announce one", () => {
    const options = { ...LOCAL, isToken: (shown?: string) => shown === "Bearer good" };
    const origin = "https://evil.example";
    const announcing = (names: string) => ({ origin, "access-control-request-headers": names });
    expect(openTo(options, { origin, authorization: "Bearer good" })).toEqual(["any", "trusted"]);
    expect(openTo(options, { origin, authorization: "Bearer bad" })).toEqual(["any"]);
    expect(openTo(options, announcing("content-type, Authorization"), "OPTIONS")).toEqual(["any", "trusted"]);
    expect(openTo(options, announcing("content-type, x-authorization"), "OPTIONS")).toEqual(["any"]);
    expect(openTo(options, announcing("authorization"))).toEqual(["any"]);
  });

  it("leaves the decision to authentication where every request needs a key", () => {
    const options = { ...LOCAL, keysRequired: true };
    const origin = "https://evil.example";
    expect(openTo(options, { origin })).toEqual(["any", "trusted"]);
    expect(openTo(options, { origin }, "OPTIONS")).toEqual(["any", "trusted"]);
    const narrow = { ...options, allowedOrigins: ["https://app.example.com"] };
    expect(openTo(narrow, { origin })).toEqual([]);
    expect(openTo(narrow, { origin }, "OPTIONS")).toEqual([]);
    expect(openTo(narrow, { origin, authorization: "Bearer any" })).toEqual(["any", "trusted"]);
  });
});
