import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, onTestFinished } from "vitest";
import { createAdminApi } from "../../../../src/console/admin/create-admin-api.ts";
import { createInvocationLog } from "../../../../src/console/invocations/invocation-log.ts";
import { invocationRoutes } from "../../../../src/console/invocations/invocation-routes.ts";
import { createDispatcher } from "../../../../src/mcp/protocol/dispatcher.ts";
import type { AdminRequest } from "../../../../src/model/admin-route.ts";
import { runningClock } from "../../../../src/model/clock.ts";
import type { Grant } from "../../../../src/model/grant.ts";
import type { Log } from "../../../../src/model/log.ts";
import { createOutbound } from "../../../../src/platform/outbound/guarded-outbound.ts";
import { createLocalBus } from "../../../../src/platform/stores/local-bus.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import { createCapcornSandbox } from "../../../../src/sandboxes/capcorn/capcorn-sandbox.ts";
import { connectorRoutes } from "../../../../src/servers/connectors/admin/connector-routes.ts";
import { createDrafting } from "../../../../src/servers/connectors/admin/drafting.ts";
import { createProposing } from "../../../../src/servers/connectors/admin/proposing.ts";
import { capcorn } from "../../../../src/servers/connectors/built-in/capcorn.ts";
import { createDocumentWorkers } from "../../../../src/servers/connectors/documents/document-workers.ts";
import { openLibrary } from "../../../../src/servers/connectors/library/open-library.ts";
import { createMappings } from "../../../../src/servers/connectors/mappings/mappings.ts";
import { createKeptResults } from "../../../../src/servers/connectors/results/kept-results.ts";
import { openVault } from "../../../../src/servers/connectors/secrets/vault.ts";
import { createConnectorServers } from "../../../../src/servers/connectors/serving/connector-servers.ts";
import { createPipelines, type TenantSandbox } from "../../../../src/servers/connectors/serving/create-pipelines.ts";
import { loadPlaces } from "../../../../src/travel/world/places.ts";
import { createGeneratedWorld } from "../../../../src/travel/world/world.ts";

/** Before the dates of the vendor's example conversation. */
const NOW = Date.parse("2025-11-03T09:00:00Z");

// Slow to start, and without state.
const clock = runningClock(NOW);
const places = loadPlaces();
const supplier = createGeneratedWorld({ seed: "fixed", clock, places });
const mappings = createMappings({ clock });
const documents = createDocumentWorkers();
afterAll(() => Promise.all([mappings.close(), documents.close()]));

interface Sent {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

interface Line {
  readonly event: string;
  readonly facts: unknown;
}

/** Connectors with real parts behind them, in this process. Closed when the test ends. */
export const startConnectors = async ({
  model,
}: {
  readonly model?: Parameters<typeof createProposing>[0]["endpoint"];
} = {}) => {
  const lines: Line[] = [];
  const note = (event: string, facts?: unknown) => void lines.push({ event, facts });
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const store = createMemoryStore({ now: clock.now });
  const bus = createLocalBus();
  const sandbox = createCapcornSandbox({ supplier, places, store, clock, seed: "fixed", log });
  /** Requests that reached the sandbox. */
  const sent: Sent[] = [];
  const watched: TenantSandbox = {
    handle(request) {
      sent.push(request);
      return sandbox.handle(request);
    },
  };
  const outbound = createOutbound({ allow: ["127.0.0.1"], purpose: "connectors" });
  const vault = openVault({ store, clock, key: randomBytes(32), log });
  const library = await openLibrary({ store, bus, clock, log, builtIns: [capcorn], check: documents.checkConnector });
  const invocations = createInvocationLog({ store, clock, log, version: "0.0.0", keepMs: 86_400_000 });
  const results = createKeptResults({ store, clock });
  const pipelines = createPipelines({
    ...{ outbound, vault, mappings, clock, log },
    sandboxes: new Map([["capcorn", watched]]),
  });
  const proposing = model && createProposing({ endpoint: model, documents, mappings });
  const drafting = createDrafting({ outbound, documents, proposing });
  const admin = createAdminApi({
    routes: [...connectorRoutes({ library, vault, drafting, documents, pipelines }), ...invocationRoutes(invocations)],
    log,
  });
  const servers = createConnectorServers({ library, pipelines, invocations, results });
  onTestFinished(async () => {
    await invocations.flush();
    await library.close();
    await outbound.close();
    await sandbox.close();
    await store.close();
  });

  const grantOf = (tenant: string, more: Partial<Grant> = {}): Grant => ({
    ...{ tenant, keyId: `key-of-${tenant}`, admin: true },
    ...more,
  });

  return {
    ...{ store, bus, clock, log, lines, sent, library, vault, invocations, results, admin, servers, outbound, grantOf },
    capcorn: watched,
    /** A request as a tenant's administrator. */
    async ask(method: string, path: string, body?: unknown, tenant = "acme", more: Partial<AdminRequest> = {}) {
      const answer = await admin({ method, path, body, grant: grantOf(tenant), ...more });
      // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
      return answer as { readonly status: number; readonly body: any };
    },
    /** An MCP client of a tenant's connector. */
    async connect(name: string, tenant = "acme", grant?: Grant) {
      const server = await servers.find(tenant, name);
      if (!server) return undefined;
      const dispatcher = createDispatcher(server, { log, observe: invocations.append });
      const caller = { tenant, sessionId: "session-1", transport: "http", ...(grant && { grant }) } as const;
      const heard: Notification[] = [];
      const connection = dispatcher.connect({ caller });
      let id = 0;
      const request = async (method: string, params: object = {}) => {
        let answer: unknown;
        await connection.receive(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }), {
          notify: (json) => void heard.push(JSON.parse(json) as Notification),
          answer: (json) => {
            answer = JSON.parse(json);
          },
        });
        // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
        return answer as { readonly result?: any; readonly error?: any };
      };
      const initialized = await request("initialize", {
        ...{ protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
      });
      return {
        ...{ server, heard, request, initialized },
        call: async (tool: string, args: object, meta: object = {}) =>
          (await request("tools/call", { name: tool, arguments: args, _meta: meta })).result,
      };
    },
  };
};

interface Notification {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
  readonly params: any;
}

export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A real HTTP server on loopback that answers as defined, and records its requests. */
export const startApi = async (answer: (request: IncomingMessage, body: string) => ApiAnswer) => {
  const asked: { readonly method: string; readonly url: string; readonly headers: object; readonly body: string }[] =
    [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString("utf8");
    });
    request.on("end", () => {
      asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const { status = 200, headers = {}, body: told = {} } = answer(request, body);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof told === "string" ? told : JSON.stringify(told));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}` };
};
