import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import {
  CLIENTS,
  connectClient,
  connectOverHttp,
  type Flavour,
  type HttpWay,
  type McpClient,
} from "../../fixtures/mcp-clients.ts";
import { startNginx } from "../../fixtures/nginx.ts";
import { type Environment, worked } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";
import { connectHttp2Fetch } from "./http2-fetch.ts";
import { bookWholeTrip, listenTo, lookAround, type Say, walkWholeTrip } from "./whole-trip.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

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

/** More than the default limit per address. */
const MANY_REQUESTS: Environment = { RATE_LIMIT_PER_MINUTE: "10000" };

const travel = async (flavour: Flavour, connecting: Promise<McpClient>): Promise<void> => {
  const client = await connecting;
  onTestFinished(() => client.close());
  if (flavour.speaks !== undefined) expect(client.getNegotiatedProtocolVersion?.()).toBe(flavour.speaks);
  await walkWholeTrip(client);
};

describe.each(Object.entries(CLIENTS))("%s on stdio", (_name, flavour) => {
  it.each(Object.entries(STORES))("makes a whole trip on %s", async (_store, environment) => {
    await travel(flavour, connectClient(flavour, environment()));
  });

  it("finds resources, completions and prompts", async () => {
    const client = await connectClient(flavour, { TAXIWAY_STORE: "memory" });
    onTestFinished(() => client.close());
    await lookAround(client);
  });
});

/** All kinds of clients at the same time, as at a shared server. */
const everybodyTravels = (url: string, way?: HttpWay) =>
  Promise.all(Object.values(CLIENTS).map((flavour) => travel(flavour, connectOverHttp(flavour, url, way))));

describe("all clients together over HTTP", () => {
  it.each(Object.entries(STORES))("make their trips on %s", async (_store, environment) => {
    const { url } = await startHttpTaxiway({ ...environment(), ...MANY_REQUESTS });
    await everybodyTravels(url);
  });

  it("find resources, completions and prompts", async () => {
    const { url } = await startHttpTaxiway({ TAXIWAY_STORE: "memory", ...MANY_REQUESTS });
    for (const flavour of Object.values(CLIENTS)) {
      const client = await connectOverHttp(flavour, url);
      onTestFinished(() => client.close());
      await lookAround(client);
    }
  });

  it("make their trips through nginx over HTTP/2 with TLS, on two nodes that share a Valkey", async () => {
    const node = () => startHttpTaxiway({ VALKEY_URL: valkey.url, ...MANY_REQUESTS });
    const nodes = await Promise.all([node(), node()]);
    const nginx = await startNginx({ nodes: nodes.map(({ port }) => port) });
    onTestFinished(() => nginx.stop());
    const { fetch, close } = await connectHttp2Fetch(nginx);
    onTestFinished(close);
    await everybodyTravels(`${nginx.url}/mcp`, { fetch });
    const calls = await Promise.all(nodes.map(({ toolCalls }) => toolCalls()));
    expect(Math.min(...calls)).toBeGreaterThan(0);
  });
});

it("a client of another session finds a booking by the sessionId that came with it", async () => {
  const { url } = await startHttpTaxiway({ TAXIWAY_STORE: "memory" });
  const [say, other] = await Promise.all(
    [true, false].map(async (anonymous) => {
      const client = await connectOverHttp(CLIENTS["the v2 client, modern"] as Flavour, url, { anonymous });
      onTestFinished(() => client.close());
      return listenTo(client);
    }),
  );
  const { pnr, sessionId } = await bookWholeTrip(say as Say);
  expect(worked(await (other as Say)("listBookings", {})).bookings).toEqual([]);
  expect(worked(await (other as Say)("listBookings", { sessionId })).bookings).toMatchObject([{ pnr }]);
});
