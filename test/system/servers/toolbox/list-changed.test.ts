import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { envelope } from "../../../fixtures/mcp/protocol/conversation.ts";
import { CLIENTS, connectOverHttp, type Fetch, type Flavour } from "../../../fixtures/mcp-clients.ts";
import { startTaxiway, type TaxiwayProcess } from "../../../fixtures/taxiway.ts";
import { gate, startToolService, toolAt } from "../../../fixtures/tool-service.ts";
import { launchToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";

let taxiway: ToolboxTaxiway;
beforeAll(async () => {
  taxiway = await launchToolbox();
});
afterAll(() => taxiway?.stop());

const BURST = Array.from({ length: 20 }, (_, index) => `burst${index}`);

/** Connects, and waits until the client has a stream for notifications. */
const listen = async (name: string) => {
  const heard = vi.fn();
  const stream = gate();
  const watching: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    const isListening = init?.method === "GET" || String(init?.body).includes('"subscriptions/listen"');
    if (isListening && response.ok) stream.open();
    return response;
  };
  const how = { onToolsChanged: heard, fetch: watching };
  const client = await connectOverHttp(CLIENTS[name] as Flavour, taxiway.toolbox, how);
  onTestFinished(() => client.close());
  await stream.opened;
  return { heard, client };
};

describe.each(["the v1 SDK client", "the v2 client, legacy", "the v2 client, modern"])("%s over HTTP", (name) => {
  it("is notified of registered and removed tools in one notification", async () => {
    const { heard, client } = await listen(name);
    const listed = async () =>
      (await client.listTools()).tools.map((tool) => tool.name).filter((tool) => tool.startsWith("burst"));
    expect(await listed()).toEqual([]);

    const service = await startToolService();
    await Promise.all(BURST.map((tool) => taxiway.register(toolAt(service, { name: tool }))));
    await vi.waitFor(async () => {
      expect(heard).toHaveBeenCalled();
      expect(new Set(await listed())).toEqual(new Set(BURST.map((tool) => `${tool}__talk`)));
    });

    const before = heard.mock.calls.length;
    await Promise.all(BURST.map((tool) => taxiway.unregister(tool)));
    await vi.waitFor(async () => {
      expect(heard.mock.calls.length).toBeGreaterThan(before);
      expect(await listed()).toEqual([]);
    });
    expect(heard.mock.calls.length).toBeLessThan(BURST.length);
  });
});

describe("list changes on stdio", () => {
  const CHANGED = "notifications/tools/list_changed";
  const heardBy = ({ lines }: TaxiwayProcess): { params?: object }[] =>
    lines.map((line) => JSON.parse(line)).filter(({ method }) => method === CHANGED);
  const start = () =>
    startTaxiway({ TAXIWAY_STORE: "memory", TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" }, ["--server", "toolbox"]);

  it("reach a legacy client", async () => {
    const stdio = start();
    const clientInfo = { name: "test", version: "1" };
    const { result } = await stdio.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    expect(result.capabilities.tools).toEqual({ listChanged: true });
    stdio.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    await stdio.ask("tools/register", { tool: toolAt(await startToolService()) });
    await vi.waitFor(() => expect(heardBy(stdio)).toHaveLength(1));
    await stdio.ask("tools/unregister", { tool_name: "parrot" });
    await vi.waitFor(() => expect(heardBy(stdio)).toHaveLength(2));
  });

  it("reach a modern client that listens", async () => {
    const stdio = start();
    const params = { notifications: { toolsListChanged: true }, _meta: envelope() };
    stdio.send(JSON.stringify({ jsonrpc: "2.0", id: "news", method: "subscriptions/listen", params }));
    await stdio.ask("tools/register", { tool: toolAt(await startToolService()) });
    await vi.waitFor(() => expect(heardBy(stdio)).toHaveLength(1));
    expect(heardBy(stdio)[0]?.params).toEqual({ _meta: { "io.modelcontextprotocol/subscriptionId": "news" } });
  });
});
