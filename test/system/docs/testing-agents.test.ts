import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBetween } from "../../fixtures/document-code.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { environmentOf } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

/** An agent without a model, which books one result of a search. */
const agent = (searchArguments: object): string => `
  const call = async (url, name, args) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
    const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return (await response.json()).result.structuredContent;
  };
  export const runAgent = async (task, url) => {
    const route = { origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxConnections: 0 };
    const { flights } = await call(url, "searchFlights", { ...route, ...${JSON.stringify(searchArguments)} });
    const passengers = [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }];
    const { flightIds } = flights.at(-1);
    await call(url, "bookFlight", { flightIds, passengers, contactEmail: "ada@example.com" });
  };`;

describe("the test in docs/testing-agents.md", () => {
  let taxiway: HttpTaxiway;
  beforeAll(async () => {
    taxiway = await launchHttpTaxiway({ TAXIWAY_STORE: "memory", CLOCK: "frozen:2026-12-01T09:00:00Z" });
  });
  afterAll(() => taxiway?.stop());

  const run = (code: string) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "agent.mjs"), code);
    writeFileSync(join(folder, "trip.test.mjs"), codeBetween("testing-agents.md", "agent test"));
    const env = environmentOf({ TAXIWAY: `http://127.0.0.1:${taxiway.port}` });
    return promisify(execFile)(process.execPath, ["--test", "trip.test.mjs"], { cwd: folder, env });
  };

  it("passes for an agent that books the cheapest flight", async () => {
    const { stdout } = await run(agent({ maxResults: 1 }));
    expect(stdout).toMatch(/pass 1\b[\s\S]*fail 0\b/);
  });

  it("fails for an agent that books a more expensive flight", async () => {
    await expect(run(agent({ maxResults: 5 }))).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/fail 1\b/),
    });
  });
});
