import { describe, expect, it } from "vitest";
import { ADMIN_API, allowsServer, allowsTool } from "./grant.ts";

describe("a grant", () => {
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
  ])("with scope %j, checked for server %s and tool %s, gives %s", (grant, server, tool, expected) => {
    expect(allowsTool(grant, server, tool)).toBe(expected);
  });

  it("lists a server when it covers only some of its tools", () => {
    expect(allowsServer({ servers: ["gds"], tools: ["none"] }, "gds")).toBe(true);
    expect(allowsServer({ servers: ["gds"] }, "GDS")).toBe(false);
  });

  it("covers the admin API for administrators only, whatever its servers are", () => {
    expect(allowsServer({ admin: true, servers: ["gds"] }, ADMIN_API)).toBe(true);
    expect(allowsServer({ admin: true, servers: ["gds"] }, "toolbox")).toBe(false);
    expect(allowsServer({ admin: false }, ADMIN_API)).toBe(false);
    expect(allowsServer({ servers: [ADMIN_API] }, ADMIN_API)).toBe(false);
  });
});
