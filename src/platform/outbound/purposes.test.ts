import { describe, expect, it } from "vitest";
import { allowedFor, PURPOSES, purposeEntryProblem } from "./allowance.ts";

describe("an entry of TAXIWAY_OUTBOUND_ALLOW", () => {
  it("is for connectors and registered tools if it names no purpose, else for the one that it names", () => {
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
    ["documents=", "'' is no host, address or network; write an entry as 127.0.0.1:8080 or documents=127.0.0.1:8080"],
    ["documents=tools=127.0.0.1", "'tools=127.0.0.1' is no host"],
    ["images=*", "'*' is no host"],
    ["tools=10.0.0.0/33", "0 to 32"],
    ["169.254.169.254", "'169.254.169.254' can never be called"],
    ["tools=168.63.129.16:80", "'168.63.129.16:80' can never be called"],
    ["webhooks=[fe80::1]:80", "'[fe80::1]:80' can never be called"],
    ["fd00:ec2::254", "'fd00:ec2::254' can never be called"],
    ["documents=Metadata.Google.Internal", "can never be called"],
  ])("is wrong as %s", (entry, problem) => {
    expect(purposeEntryProblem(entry)).toContain(problem);
  });
});
