import { describe, expect, it } from "vitest";
import { allowanceProblem, allowedFor, createAllowance, PURPOSES, purposeEntryProblem } from "./allowance.ts";

describe("an allowed host, address or network", () => {
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
    ["", "not a host"],
    ["*", "not a host"],
    ["*.example.com", "not a host"],
    ["http://example.com", "neither"],
    ["example.com/path", "neither"],
    ["example.com:", "not a host"],
    ["example.com:0", "not a host"],
    ["example.com:65536", "not a host"],
    ["user@example.com", "not a host"],
    ["-a.example", "not a host"],
    ["256.0.0.1", "not a host"],
    ["[::1", "not a host"],
    ["[1]", "not a host"],
    ["10.0.0.0/33", "0 to 32"],
    ["::ffff:10.0.0.1", "write 10.0.0.1"],
    ["a b", "not a host"],
  ])("may not be '%s'", (entry, problem) => {
    expect(allowanceProblem(entry)).toContain(problem);
    expect(() => createAllowance([entry])).toThrow(RangeError);
  });
});

describe("an entry of TAXIWAY_OUTBOUND_ALLOW", () => {
  it("applies to connectors and registered tools unless it names a purpose", () => {
    const entries = ["127.0.0.1:8080", "documents=intranet.example:443", "webhooks = 10.0.0.0/8", "tools=[::1]:9000"];
    expect(PURPOSES.map((purpose) => [purpose, allowedFor(purpose, entries)])).toEqual([
      ["connectors", ["127.0.0.1:8080"]],
      ["tools", ["127.0.0.1:8080", "[::1]:9000"]],
      ["documents", ["intranet.example:443"]],
      ["webhooks", ["10.0.0.0/8"]],
      ["images", []],
    ]);
    for (const entry of entries) expect(purposeEntryProblem(entry)).toBeUndefined();
  });

  it.each([
    ["document=127.0.0.1", "'document' is not a purpose; the purposes are connectors, tools, documents"],
    ["Documents=127.0.0.1", "'Documents' is not a purpose"],
    ["search=127.0.0.1", "'search' is not a purpose"],
    ["=127.0.0.1", "'' is not a purpose"],
    ["documents=", "'' is not a host, address or network; use the form 127.0.0.1:8080 or documents=127.0.0.1:8080"],
    ["documents=tools=127.0.0.1", "'tools=127.0.0.1' is not a host"],
    ["images=*", "'*' is not a host"],
    ["tools=10.0.0.0/33", "0 to 32"],
    ["169.254.169.254", "'169.254.169.254' cannot be allowed"],
    ["tools=168.63.129.16:80", "'168.63.129.16:80' cannot be allowed"],
    ["webhooks=[fe80::1]:80", "'[fe80::1]:80' cannot be allowed"],
    ["fd00:ec2::254", "'fd00:ec2::254' cannot be allowed"],
    ["documents=Metadata.Google.Internal", "cannot be allowed"],
  ])("is rejected as %s", (entry, problem) => {
    expect(purposeEntryProblem(entry)).toContain(problem);
  });
});
