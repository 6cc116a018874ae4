import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startHttpTaxiway } from "../fixtures/http-taxiway.ts";
import { installedPackages } from "../fixtures/installed-packages.ts";
import { environmentOf, MAIN } from "../fixtures/taxiway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { documentedClient } from "../hosts/documented-clients.ts";
import { expectHostToBook, expectTrip, listedTools, MEMORY, TRANSPORTS } from "../hosts/expect-trip.ts";
import { startObservingRelay } from "../hosts/observing-relay.ts";
import { BRIDGES } from "./clients/bridges.ts";
import { continueCli } from "./clients/continue-cli.ts";
import { LIBRARIES } from "./clients/libraries.ts";
import { NODE } from "./clients/node.ts";
import { opencode } from "./clients/opencode.ts";

const PLAY_TRIP = resolve(import.meta.dirname, "clients/play-trip.ts");

/** Libraries that check arguments against the schema themselves: their callers do not read Taxiway's hint. */
const CHECKING = ["@genkit-ai/mcp", "@langchain/mcp-adapters", "@mastra/mcp"];

it.each(Object.keys({ ...LIBRARIES, ...BRIDGES }))(
  "%s lists every tool, books, lists and cancels a flight",
  async (name) => {
    const taxiway = await startHttpTaxiway(MEMORY);
    const relay = await startObservingRelay(taxiway.url);
    const installed = installedPackages("test/release/clients");
    const { stdout } = await promisify(execFile)(
      join(installed, NODE),
      ["--experimental-import-meta-resolve", PLAY_TRIP, name, installed, relay.url, MAIN],
      // In production VoltAgent does not look for models on the internet.
      { env: environmentOf({ ...MEMORY, HOME: temporaryFolder(), NODE_ENV: "production" }), timeout: 120_000 },
    );
    const { names, results } = JSON.parse(stdout.trimEnd().split("\n").at(-1) as string);
    const listed = await listedTools(taxiway);
    expect(names).toEqual(listed.map((tool) => expect.stringMatching(new RegExp(`(^|[/_])${tool.name}$`))));
    expectTrip(results, CHECKING.includes(name));
    expect(relay.era() ?? "any").toBe(documentedClient(name).protocol);
  },
);

describe.each([opencode, continueCli])("$name", (host) => {
  it.each(TRANSPORTS)("offers every tool over %s, and its model books, lists and cancels a flight", (transport) =>
    expectHostToBook(host, transport),
  );
});
