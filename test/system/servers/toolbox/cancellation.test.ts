import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { modernPost } from "../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { CLIENTS, connectOverHttp, type Flavour, type SdkMcpClient } from "../../../fixtures/mcp-clients.ts";
import { startTaxiway, worked } from "../../../fixtures/taxiway.ts";
import { gate, never, startToolService, type ToolService, toolAt } from "../../../fixtures/tool-service.ts";
import { launchToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";
import { startUpstream, UPSTREAMS, type UpstreamCall } from "../../../fixtures/upstream-mcp.ts";

let taxiway: ToolboxTaxiway;
beforeAll(async () => {
  taxiway = await launchToolbox();
});
afterAll(() => taxiway?.stop());

const FLAVOURS = ["the v1 SDK client", "the v2 client, legacy", "the v2 client, modern"];

const connect = async (name: string): Promise<SdkMcpClient> => {
  const client = await connectOverHttp(CLIENTS[name] as Flavour, taxiway.toolbox);
  onTestFinished(() => client.close());
  return client;
};

let tools = 0;
const hanging = async (): Promise<{ readonly service: ToolService; readonly tool: string }> => {
  const service = await startToolService(never);
  const tool = `hanging_${++tools}`;
  await taxiway.register(toolAt(service, { name: tool }));
  return { service, tool };
};

describe("a cancelled call aborts the request to its service", () => {
  it.each(FLAVOURS)("when it is cancelled by %s", async (name) => {
    const { service, tool } = await hanging();
    const client = await connect(name);
    const leaving = new AbortController();
    const call = client.callWith({ name: `${tool}__talk`, arguments: {} }, { signal: leaving.signal });
    const refused = expect(call).rejects.toThrow();
    const { abandoned } = await service.call();
    leaving.abort();
    await refused;
    await abandoned;
    expect(
      worked(await client.callTool({ name: "calculator__calculate", arguments: { expression: "1 + 1" } })),
    ).toBeDefined();
  });

  it("when the connection of a modern request breaks", async () => {
    const { service, tool } = await hanging();
    const { headers, body } = modernPost("tools/call", { name: `${tool}__talk`, arguments: {} });
    const leaving = new AbortController();
    const how = { method: "POST", headers: headers as Record<string, string>, body: body as string };
    const refused = expect(fetch(taxiway.toolbox, { ...how, signal: leaving.signal })).rejects.toThrow();
    const { abandoned } = await service.call();
    leaving.abort();
    await refused;
    await abandoned;
  });

  it("when a connection to /rpc is closed", async () => {
    const { service, tool } = await hanging();
    const leaving = new AbortController();
    const params = { tool_name: tool, function_name: "talk", arguments: {} };
    const refused = expect(taxiway.rpc("tools/call", params, leaving.signal)).rejects.toThrow();
    const { abandoned } = await service.call();
    leaving.abort();
    await refused;
    await abandoned;
  });

  it("when a client on stdio cancels it", async () => {
    const service = await startToolService(never);
    const env = { TAXIWAY_STORE: "memory", TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" };
    const stdio = startTaxiway(env, ["--server", "toolbox"]);
    await stdio.ask("tools/register", { tool: toolAt(service) });
    const say = (message: object) => stdio.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
    say({ id: "slow", method: "tools/call", params: { name: "parrot__talk", arguments: {} } });
    const { abandoned } = await service.call();
    say({ method: "notifications/cancelled", params: { requestId: "slow" } });
    await abandoned;
  });
});

const WALK = {
  name: "walk",
  description: "Walks a number of steps.",
  inputSchema: { type: "object", properties: { steps: { type: "integer" } }, required: ["steps"] },
  outputSchema: { type: "object", properties: { walked: { type: "integer" } }, required: ["walked"] },
  annotations: { readOnlyHint: true },
};

describe.each(Object.keys(UPSTREAMS) as (keyof typeof UPSTREAMS)[])("an MCP server %s", (kind) => {
  const imported = async (call: (call: UpstreamCall) => unknown): Promise<string> => {
    const mcp_url = await startUpstream(kind, { tools: [WALK], call });
    const name = `upstream_${++tools}`;
    const result = await taxiway.register({ name, description: "Walks.", mcp_url });
    expect(result).toMatchObject({ tool_id: `${name}_v1`, functions: [`${name}__walk`] });
    expect(result).not.toHaveProperty("secret");
    return name;
  };

  it("is imported by its URL with its own schemas", async () => {
    const tool = await imported(() => ({ content: [], structuredContent: { walked: 1 } }));
    const client = await connect("the v1 SDK client");
    const seen = (await client.listTools()).tools.find(({ name }) => name === `${tool}__walk`);
    expect(seen).toMatchObject({ inputSchema: WALK.inputSchema, outputSchema: WALK.outputSchema });
    const { result } = await taxiway.rpc("health/check", { tool_name: tool });
    expect(result).toMatchObject({ status: "healthy", version: "3.2.1", capabilities: ["walk"] });
    const params = { tool_name: tool, function_name: "walk", arguments: { steps: 1 } };
    expect((await taxiway.rpc("tools/call", params)).result).toMatchObject({ data: { walked: 1 } });
    const { error } = await taxiway.rpc("tools/call", { ...params, arguments: { steps: "one" } });
    expect(error).toMatchObject({ code: -32004, data: { field: "steps" } });
  });

  it("finishes running calls when it is unregistered", async () => {
    const [begun, rested] = [gate(), gate()];
    const tool = await imported(async () => {
      begun.open();
      await rested.opened;
      return { content: [], structuredContent: { walked: 1 } };
    });
    const params = { tool_name: tool, function_name: "walk", arguments: { steps: 1 } };
    const underWay = taxiway.rpc("tools/call", params);
    await begun.opened;
    await taxiway.unregister(tool);
    expect((await taxiway.rpc("tools/call", params)).error).toMatchObject({ code: -32002 });
    rested.open();
    expect((await underWay).result).toMatchObject({ status: "completed", data: { walked: 1 } });
  });

  it.each(FLAVOURS)("reports progress to %s, and is aborted when the call is cancelled", async (flavour) => {
    const [begun, cancelled] = [gate(), gate()];
    const tool = await imported(async ({ input, meta, signal, progress }) => {
      expect(meta).toHaveProperty("taxiway/call_id");
      for (let step = 1; step <= Number(input["steps"]); step++) await progress(step, 3, `step ${step}`);
      if (input["steps"] === 3) return { content: [], structuredContent: { walked: 3 } };
      signal.addEventListener("abort", cancelled.open);
      begun.open();
      return never();
    });
    const client = await connect(flavour);
    const steps: unknown[] = [];
    const onprogress = (step: unknown) => void steps.push(step);
    const walked = await client.callWith({ name: `${tool}__walk`, arguments: { steps: 3 } }, { onprogress });
    expect(worked(walked)).toEqual({ walked: 3 });
    expect(steps).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` })));

    const leaving = new AbortController();
    const call = client.callWith({ name: `${tool}__walk`, arguments: { steps: 1 } }, { signal: leaving.signal });
    const refused = expect(call).rejects.toThrow();
    await begun.opened;
    leaving.abort();
    await refused;
    await cancelled.opened;
  });
});
