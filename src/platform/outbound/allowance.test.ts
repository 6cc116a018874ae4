import { describe, expect, it } from "vitest";
import { allowanceProblem, createAllowance } from "./allowance.ts";

describe("an entry of what may be called", () => {
  it.each([
    "localhost",
    "search.internal",
    "search.internal:8080",
    "my_service",
    "xn--mnchen-3ya.example",
    "127.0.0.1",
    "127.0.0.1:9000",
    "10.0.0.0/8",
    "::1",
    "[::1]:8080",
    "fd00::/8",
  ])("may be %s", (entry) => {
    expect(allowanceProblem(entry)).toBeUndefined();
    expect(() => createAllowance([entry])).not.toThrow();
  });

  it.each([
    ["", "no host"],
    ["*", "no host"],
    ["*.example.com", "no host"],
    ["http://example.com", "neither"],
    ["example.com/path", "neither"],
    ["example.com:", "no host"],
    ["example.com:0", "no host"],
    ["example.com:65536", "no host"],
    ["user@example.com", "no host"],
    ["-a.example", "no host"],
    ["256.0.0.1", "no host"],
    ["[::1", "no host"],
    ["[1]", "no host"],
    ["10.0.0.0/33", "0 to 32"],
    ["::ffff:10.0.0.1", "write 10.0.0.1"],
    ["a b", "no host"],
  ])("may not be '%s'", (entry, problem) => {
    expect(allowanceProblem(entry)).toContain(problem);
    expect(() => createAllowance([entry])).toThrow(RangeError);
  });
});
