import { describe, expect, it } from "vitest";
import { ADMIN_API, allowsServer, allowsTool } from "./grant.ts";

describe("what a grant covers", () => {
  it.each([
    [{}, "gds", "searchFlights", true],
    [{ servers: ["gds"] }, "gds", "searchFlights", true],
    [{ servers: ["gds"] }, "toolbox", "calculate", false],
    [{ servers: [] }, "gds", "searchFlights", false],
    [{ tools: ["searchFlights"] }, "gds", "searchFlights", true],
    [{ tools: ["searchFlights"] }, "gds", "searchFlightsAndMore", false],
    [{ tools: ["search*"] }, "gds", "searchFlights", true],
    [{ tools: ["search*"] }, "gds", "research", false],
    [{ tools: ["*"] }, "gds", "anything", true],
    [{ tools: ["search*", "book"] }, "gds", "book", true],
    [{ servers: ["toolbox"], tools: ["search*"] }, "gds", "searchFlights", false],
    [{ tools: ["Search*"] }, "gds", "searchFlights", false],
  ])("%j on %s, %s: %s", (grant, server, tool, expected) => {
    expect(allowsTool(grant, server, tool)).toBe(expected);
  });

  it("leaves a server in sight of whom only some of its tools are for", () => {
    expect(allowsServer({ servers: ["gds"], tools: ["none"] }, "gds")).toBe(true);
    expect(allowsServer({ servers: ["gds"] }, "GDS")).toBe(false);
  });

  it("opens the admin API to whoever may administer, whatever its servers are", () => {
    expect(allowsServer({ admin: true, servers: ["gds"] }, ADMIN_API)).toBe(true);
    expect(allowsServer({ admin: true, servers: ["gds"] }, "toolbox")).toBe(false);
    expect(allowsServer({ admin: false }, ADMIN_API)).toBe(false);
    expect(allowsServer({ servers: [ADMIN_API] }, ADMIN_API)).toBe(false);
  });
});
