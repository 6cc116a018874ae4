import { execFile } from "node:child_process";
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LONDON } from "../../../fixtures/rehearsal/rehearsal-server.ts";
import { environmentOf, MAIN, startTaxiway, worked } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  new Promise((done) => {
    execFile(process.execPath, [...args], { env: environmentOf(env), maxBuffer: 1 << 26 }, (error, out, err) =>
      done({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });

const PACKAGES = resolve(import.meta.dirname, "../../../../node_modules");

/** An agent with the official client, which has nothing but the address. */
const OFFICIAL = `
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
const client = new Client({ name: "agent", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.TAXIWAY_MCP_URL)));
const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
const route = { origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxConnections: 0 };
const { flights } = await call("searchFlights", route);
const { flightIds } = flights.find(({ status }) => status === "available");
const passengers = [{ type: "adult", firstName: process.argv[2], lastName: "Lovelace" }];
const { pnr } = await call("bookFlight", { flightIds, passengers, contactEmail: "ada@example.com", idempotencyKey: "1" });
await call("finishTask", { outcome: "done", message: "Booked: " + pnr, pnrs: [pnr] });
await client.close();
`;

const londonIn = (folder: string): string => {
  const path = join(folder, "london.yaml");
  writeFileSync(path, LONDON);
  return path;
};

describe("taxiway rehearse", () => {
  it("plays gold from the command line, without a file and whatever is set for other servers", async () => {
    const folder = temporaryFolder();
    const env = {
      TAXIWAY_DATA_DIR: join(folder, "data"),
      VALKEY_URL: "valkey://127.0.0.1:1",
      HTTP_PORT: "1",
      TAXIWAY_AUTH: "keys",
    };
    const { code, out, err } = await run([MAIN, "rehearse", "core/simple", "--agent", "gold", "--jobs", "4"], env);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/(\d+) runs: \1 pass\npass\^1 1\.00/) });
    expect(err).toContain("[1/");
    expect(() => readFileSync(join(folder, "data"))).toThrow("ENOENT");
  });

  it("passes and fails an agent with the official client", async () => {
    const folder = temporaryFolder();
    symlinkSync(PACKAGES, join(folder, "node_modules"));
    const agent = join(folder, "agent.mjs");
    writeFileSync(agent, OFFICIAL);
    const scenario = londonIn(folder);
    const play = (name: string) => run([MAIN, "rehearse", scenario, "--agent", `${process.execPath} ${agent} ${name}`]);
    expect(await play("Ada")).toMatchObject({ code: 0, out: expect.stringContaining("1 run: 1 pass") });
    expect(await play("Grace")).toMatchObject({
      code: 1,
      out: expect.stringContaining("end.bookings[0].passengers: expected Ada Lovelace, found Grace Lovelace"),
    });
  });

  it("says wrong usage with exit code 2, and its help with 0", async () => {
    expect((await run([MAIN, "rehearse", "core"])).code).toBe(2);
    expect(await run([MAIN, "rehearse", "--help"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("--fail-under"),
    });
  });
});

describe("taxiway --scenario", () => {
  it("serves one run on stdio, and writes the verdict when the client leaves", async () => {
    const folder = temporaryFolder();
    const verdict = join(folder, "verdict.json");
    const args = ["--scenario", londonIn(folder), "--verdict", verdict];
    const play = async (firstName: string) => {
      const taxiway = startTaxiway({}, args);
      await taxiway.ask("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      });
      const brief = await taxiway.ask("prompts/get", { name: "brief" });
      expect(JSON.stringify(brief.result)).toContain("Today is Monday, 4 January 2027");
      const route = { origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxConnections: 0 };
      const { flights } = worked(await taxiway.call("searchFlights", route));
      const { flightIds } = flights.find(({ status }: { status: string }) => status === "available");
      const passengers = [{ type: "adult", firstName, lastName: "Lovelace" }];
      const { pnr } = worked(
        await taxiway.call("bookFlight", {
          flightIds,
          passengers,
          contactEmail: "ada@example.com",
          idempotencyKey: "1",
        }),
      );
      await taxiway.call("finishTask", { outcome: "done", message: `Booked: ${pnr}`, pnrs: [pnr] });
      expect(await taxiway.close()).toEqual({ code: 0, signal: null });
      return JSON.parse(readFileSync(verdict, "utf8"));
    };
    expect(await play("Ada")).toMatchObject({ scenario: "simple/london", verdict: "pass", calls: 3, state: "closed" });
    expect(await play("Grace")).toMatchObject({ verdict: "fail" });
  });
});

/** An agent that books the same trip whatever it is asked for. */
const FROM_BOSTON = `
export const runAgent = async (brief, url) => {
  const call = async (name, args) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    return (await (await fetch(url, { method: "POST", headers, body })).json()).result.structuredContent;
  };
  const { flights } = await call("searchFlights", { origin: "BOS", destination: "CHI", departureDate: "2027-03-17" });
  const { flightIds } = flights.find(({ status }) => status === "available");
  const passengers = [{ type: "adult", firstName: "Grace", lastName: "Hopper" }];
  const booked = await call("bookFlight", { flightIds, passengers, contactEmail: "grace@example.com" });
  return "Booked: " + booked.pnr + " for " + booked.totalPriceText;
};
`;

describe("the example for Vitest", () => {
  it("passes where the agent did what is asked, and shows why it failed elsewhere", async () => {
    const folder = temporaryFolder();
    symlinkSync(PACKAGES, join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    copyFileSync(resolve(PACKAGES, "../docs/examples/rehearsal.test.mjs"), join(folder, "rehearsal.test.mjs"));
    writeFileSync(join(folder, "agent.mjs"), FROM_BOSTON);
    const vitest = join(PACKAGES, "vitest/vitest.mjs");
    const args = [vitest, "run", "--root", folder, "--no-color", "rehearsal.test.mjs"];
    const { out, err } = await run(args, { TAXIWAY: MAIN, HOME: folder });
    expect(out).toMatch(/1 failed \| 1 passed/);
    expect(err).toContain("end.bookings[0].passengers");
  });
});
