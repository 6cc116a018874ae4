import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { CLIENTS, connectOverStdio, type Flavour } from "../../fixtures/mcp-clients.ts";
import { startNginx } from "../../fixtures/nginx.ts";
import { refereeCommand } from "../../fixtures/referees.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { walkWholeTrip } from "./whole-trip.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** A client without HTTP starts mcp-remote. */
const travelOverBridge = async (url: string, { words = [], env = {} }: Bridge = {}): Promise<void> => {
  const client = await connectOverStdio(CLIENTS["the v1 SDK client"] as Flavour, {
    command: process.execPath,
    args: [refereeCommand("mcp-remote"), url, "--transport", "http-only", ...words],
    env: { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder(), ...env },
  });
  onTestFinished(() => client.close());
  await walkWholeTrip(client);
};
interface Bridge {
  readonly words?: readonly string[];
  readonly env?: Record<string, string>;
}

/** The status 202 is only sent to clients of the older protocol, after initialize. */
const INITIALIZED = '"status":202';

it("a client on stdio makes a whole trip over mcp-remote", async () => {
  const taxiway = await startHttpTaxiway({ TAXIWAY_STORE: "memory", LOG_LEVEL: "info" });
  await travelOverBridge(taxiway.url, { words: ["--allow-http"] });
  expect(taxiway.stderr()).toContain(INITIALIZED);
});

it("a client on stdio makes a whole trip over mcp-remote with the newer protocol", async () => {
  const taxiway = await startHttpTaxiway({ TAXIWAY_STORE: "memory", LOG_LEVEL: "info" });
  const sessionId = randomUUID();
  const words = ["--allow-http", "--protocol", "auto", "--header", `Mcp-Session-Id:${sessionId}`];
  await travelOverBridge(taxiway.url, { words });
  expect(taxiway.stderr()).toContain(sessionId);
  expect(taxiway.stderr()).not.toContain(INITIALIZED);
});

it("a client on stdio makes a whole trip over mcp-remote through nginx with TLS", async () => {
  const { port } = await startHttpTaxiway({ TAXIWAY_STORE: "memory" });
  const nginx = await startNginx({ nodes: [port] });
  onTestFinished(() => nginx.stop());
  await travelOverBridge(`${nginx.url}/mcp`, { env: { NODE_EXTRA_CA_CERTS: nginx.ca } });
});
