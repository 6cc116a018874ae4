import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import type { Environment } from "../../../fixtures/taxiway.ts";
import { ADMIN_TOKEN, launchToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";

/** An internal service. The path of a request names its sender. */
const arrived = new Set<string>();
const intranet = createServer((request, response) => {
  const [, first = ""] = (request.url ?? "").split("/");
  arrived.add(first.replace(/\?.*/, ""));
  request.resume();
  response.writeHead(200, { "content-type": "text/plain" }).end("INTERNAL SECRET");
});
/** Answers every prompt with a picture of the internal service. */
const painter = createServer((request, response) => {
  request.resume();
  response.end(JSON.stringify({ data: [{ url: `${secretUrl}/images` }] }));
});
let secretUrl = "";
let host = "";
let painterUrl = "";
const addressOf = async (server: typeof intranet): Promise<string> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
beforeAll(async () => {
  [secretUrl, painterUrl] = [await addressOf(intranet), await addressOf(painter)];
  ({ host } = new URL(secretUrl));
});
afterAll(() => {
  for (const server of [intranet, painter]) {
    server.closeAllConnections();
    server.close();
  }
});

let taxiway: ToolboxTaxiway | undefined;
const start = async (allow: string, more: Environment = {}): Promise<ToolboxTaxiway> => {
  const env = { TAXIWAY_IMAGES_URL: painterUrl, ...more, TAXIWAY_OUTBOUND_ALLOW: allow.replaceAll("HOST", host) };
  taxiway = await launchToolbox(env);
  return taxiway;
};
beforeEach(() => arrived.clear());
afterEach(() => taxiway?.stop());

const sent = async ({ port }: ToolboxTaxiway, path: string, token: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, "Duffel-Version": "v2" },
    body: JSON.stringify(body ?? {}),
  });
  const text = await response.text();
  return { status: response.status, text };
};
const callTool = ({ rpc }: ToolboxTaxiway, tool_name: string, function_name: string, args: object) =>
  rpc("tools/call", { tool_name, function_name, arguments: args, call_id: "c-1" });

const connector = (base_url: string) => ({
  ...{ connector: 1, name: "wiki", title: "Wiki", description: "Reads the wiki.", base_url },
  tools: [
    {
      ...{ name: "read", description: "Reads it.", risk: "read", approved: true },
      ...{ input: { type: "object", properties: {} }, request: { method: "GET", path: "/connectors" } },
      parse: { format: "text" },
    },
  ],
});

/** How each purpose tries to reach the internal service, and the error of its caller. */
const ATTEMPTS: Readonly<Record<string, (taxiway: ToolboxTaxiway) => Promise<string>>> = {
  async connectors(at) {
    const imported = await sent(at, "/admin/import", ADMIN_TOKEN, { document: connector(secretUrl) });
    expect(imported.status, imported.text).toBeLessThan(300);
    const tested = { tool: "read", arguments: {}, confirm: true };
    const called = await sent(at, "/admin/connectors/wiki/test", ADMIN_TOKEN, tested);
    return called.text + (await sent(at, "/admin/drafts", ADMIN_TOKEN, { url: `${secretUrl}/connectors` })).text;
  },
  async tools(at) {
    const functions = [{ name: "talk", description: "Talks.", parameters: { type: "object", properties: {} } }];
    const tool = { name: "spy", description: "Spies.", category: "TRAVEL", endpoint: `${secretUrl}/tools`, functions };
    const refused = await at.register(tool).catch((error: Error) => error.message);
    return JSON.stringify([refused, await callTool(at, "spy", "talk", {})]);
  },
  async documents(at) {
    const document_url = `${secretUrl}/documents`;
    return JSON.stringify(await callTool(at, "document_analyzer", "extract_text", { document_url }));
  },
  async webhooks(at) {
    const token = "duffel_test_anything";
    const data = { url: `${secretUrl}/webhooks`, events: ["ping.triggered"] };
    const { text } = await sent(at, "/duffel/air/webhooks", token, { data });
    const id: string | undefined = JSON.parse(text).data?.id;
    if (id !== undefined) await sent(at, `/duffel/air/webhooks/${id}/actions/ping`, token);
    return text;
  },
  async images(at) {
    return JSON.stringify(await callTool(at, "image_generator", "generate_image", { prompt: "alps", size: "256x256" }));
  },
};
const tryAll = async (at: ToolboxTaxiway): Promise<Readonly<Record<string, string>>> => {
  const told: Record<string, string> = {};
  for (const [purpose, attempt] of Object.entries(ATTEMPTS)) told[purpose] = await attempt(at);
  return told;
};

describe("an internal address", () => {
  it.each([
    ["HOST", ["connectors", "tools"]],
    ["connectors=HOST", ["connectors"]],
    ["tools=HOST", ["tools"]],
    ["documents=HOST", ["documents"]],
    ["webhooks=HOST", ["webhooks"]],
    ["images=HOST", ["images"]],
    ["documents=HOST, webhooks = 127.0.0.0/8", ["documents", "webhooks"]],
    ["127.0.0.1:1", []],
  ])("allowed as %s can be reached only by %j", async (allow, purposes) => {
    const told = await tryAll(await start(allow));
    expect([...arrived].sort()).toEqual([...purposes].sort());
    for (const purpose of ["connectors", "tools", "documents", "webhooks"]) {
      if (purposes.includes(purpose)) expect(told[purpose]).not.toContain("TAXIWAY_OUTBOUND_ALLOW");
      else expect(told[purpose]).toContain(`An operator can allow it with TAXIWAY_OUTBOUND_ALLOW=${purpose}=${host}.`);
    }
  });

  it.each([
    ["images", { TAXIWAY_IMAGES_URL: "ADDRESS" }],
    ["search", { TAXIWAY_SEARXNG_URL: "ADDRESS/" }],
    ["proposals", { TAXIWAY_PROPOSALS_URL: "ADDRESS" }],
    ["air", { DUFFEL_API_URL: "ADDRESS", DUFFEL_API_KEY: "duffel_live_none" }],
  ])("set for %s can be reached for that purpose only, without an allowance", async (path, settings) => {
    const named = Object.entries(settings).map(([name, value]) => [name, value.replace("ADDRESS", secretUrl)]);
    const at = await start("127.0.0.1:1", Object.fromEntries(named));
    await tryAll(at);
    await callTool(at, "search_tool", "web_search", { query: "alps" });
    const openapi = { openapi: "3.0.0", info: { title: "Other", version: "1" }, servers: [{ url: secretUrl }] };
    const paths = { "/good": { get: { operationId: "good", responses: {} } } };
    await sent(at, "/admin/drafts", ADMIN_TOKEN, { document: JSON.stringify({ ...openapi, paths }), propose: true });
    const trip = { origin: "LHR", destination: "JFK", departure_date: "2027-01-10" };
    await sent(at, "/mcp/flights", "", {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "searchFlights", arguments: trip },
    });
    expect([...arrived]).toEqual([path === "proposals" ? "chat" : path]);
  });
});

describe("TAXIWAY_OUTBOUND_ALLOW", () => {
  it.each([
    ["document=127.0.0.1:80", "'document' is not a purpose", "connectors, tools, documents, webhooks, images"],
    ["documents=", "'' is not a host, address or network", "documents=127.0.0.1:8080"],
    ["webhooks=http://127.0.0.1:80", "'http://127.0.0.1:80' is neither", "documents=127.0.0.1:8080"],
    ["tools=169.254.169.254", "'169.254.169.254' cannot be allowed", "cloud platform"],
    ["metadata.google.internal:80", "'metadata.google.internal:80' cannot be allowed", "cloud platform"],
  ])("is rejected at the start if it is %s", async (entry, ...problems) => {
    const refused = await launchHttpTaxiway({ TAXIWAY_STORE: "memory", TAXIWAY_OUTBOUND_ALLOW: entry }).then(
      async (started) => {
        await started.stop();
        return "it started";
      },
      (error: Error) => error.message,
    );
    expect(refused).toContain(`TAXIWAY_OUTBOUND_ALLOW=${entry}: `);
    for (const problem of problems) expect(refused).toContain(problem);
  });
});
