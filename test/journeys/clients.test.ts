import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CLIENTS, connectClient } from "../fixtures/mcp-clients.ts";
import type { Environment } from "../fixtures/taxiway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { startValkey, type ValkeyServer } from "../fixtures/valkey.ts";
import { lookAround, walkWholeTrip } from "./whole-trip.ts";

let valkey: ValkeyServer;
beforeAll(async () => {
  valkey = await startValkey();
  return () => valkey.stop();
});

const STORES: Readonly<Record<string, () => Environment>> = {
  memory: () => ({ TAXIWAY_STORE: "memory" }),
  LMDB: () => ({ TAXIWAY_DATA_DIR: temporaryFolder() }),
  Valkey: () => ({ VALKEY_URL: valkey.url }),
};

describe.each(Object.entries(CLIENTS))("%s", (_name, flavour) => {
  it.each(Object.entries(STORES))("makes a whole trip on %s", async (_store, environment) => {
    const client = await connectClient(flavour, environment());
    onTestFinished(() => client.close());
    if (flavour.speaks !== undefined) expect(client.getNegotiatedProtocolVersion?.()).toBe(flavour.speaks);
    await walkWholeTrip(client);
  });

  it("finds resources, completions and prompts", async () => {
    const client = await connectClient(flavour, { TAXIWAY_STORE: "memory" });
    onTestFinished(() => client.close());
    await lookAround(client);
  });
});
