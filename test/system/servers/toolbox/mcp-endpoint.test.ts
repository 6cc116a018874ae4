import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initializePost, legacyPost, modernPost } from "../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import { CLIENTS, connectOverHttp, type Flavour, type SdkMcpClient } from "../../../fixtures/mcp-clients.ts";
import { startTaxiway, worked } from "../../../fixtures/taxiway.ts";
import { completed, startToolService, talk, toolAt } from "../../../fixtures/tool-service.ts";
import { ADMIN_TOKEN, launchToolbox, type ToolboxTaxiway, toolError } from "../../../fixtures/toolbox-taxiway.ts";

let taxiway: ToolboxTaxiway;
beforeAll(async () => {
  taxiway = await launchToolbox();
});
afterAll(() => taxiway?.stop());

const connect = (name: string): Promise<SdkMcpClient> => connectOverHttp(CLIENTS[name] as Flavour, taxiway.toolbox);
const PATH = "/mcp/toolbox";

describe("the toolbox's list of tools", () => {
  it("has search_tools and call_tool first, then the built-in tools", async () => {
    const client = await connect("the v1 SDK client");
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toEqual([
      "toolbox__search_tools",
      "toolbox__call_tool",
      "search_tool__web_search",
      "search_tool__news_search",
      "calculator__calculate",
      "calculator__convert_units",
      "image_generator__generate_image",
      "document_analyzer__analyze_document",
      "document_analyzer__extract_text",
      "time_tool__current_time",
      "time_tool__time_difference",
    ]);
    for (const { name, title, description, annotations } of tools) {
      expect({ name, title, description }).toEqual({
        name,
        title: expect.any(String),
        description: expect.any(String),
      });
      const isRead = name !== "toolbox__call_tool";
      expect(annotations, name).toMatchObject(isRead ? { readOnlyHint: true } : { destructiveHint: true });
    }
  });

  it("shows a registered function with its schemas, description and origin", async () => {
    const service = await startToolService();
    const parameters = { type: "object", properties: { value: { type: "string", maxLength: 5 } }, required: ["value"] };
    const returns = { type: "object", properties: { said: { type: "string" } }, required: ["said"] };
    const said = talk({
      title: "Talk",
      parameters,
      returns,
      annotations: { readOnlyHint: true, openWorldHint: false },
    });
    const mute = { name: "mute", description: "Be\u202e quiet\u0007." };
    await taxiway.register(toolAt(service, { name: "shown", functions: [said, mute] }));
    const client = await connect("the v2 client, modern");
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.filter(({ name }) => name.startsWith("shown"))).toEqual([
      {
        name: "shown__talk",
        title: "Talk",
        description: "Says a value again. (shown: Says things again.)",
        inputSchema: parameters,
        outputSchema: returns,
        annotations: {
          title: "Talk",
          readOnlyHint: true,
          openWorldHint: false,
        },
        _meta: { "taxiway/tool": { tool_id: "shown_v1", function: "shown.talk", category: "TALKING" } },
      },
      {
        name: "shown__mute",
        title: "shown.mute",
        description: "Be quiet. (shown: Says things again.)",
        inputSchema: { type: "object", properties: {} },
        annotations: {
          title: "shown.mute",
          readOnlyHint: false,
          destructiveHint: true,
          idempotentHint: false,
          openWorldHint: true,
        },
        _meta: { "taxiway/tool": { tool_id: "shown_v1", function: "shown.mute", category: "TALKING" } },
      },
    ]);
  });

  it("is readable for all clients, whatever schemas services have", async () => {
    const service = await startToolService(completed({ list: ["a", "b"] }));
    const odd = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { tree: { type: "object", properties: { more: { $ref: "#/$defs/tree" } } } },
      type: "object",
      properties: {
        tree: { $ref: "#/$defs/tree" },
        list: { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } },
      },
      dependentRequired: { tree: ["list"] },
      unevaluatedProperties: false,
    };
    const functions = [talk({ parameters: odd, returns: odd })];
    await taxiway.register(toolAt(service, { name: "odd", functions }));
    for (const [name, flavour] of Object.entries(CLIENTS)) {
      const client = await connectOverHttp(flavour, taxiway.toolbox);
      await client.listTools();
      const result = await client.callTool({ name: "odd__talk", arguments: { list: ["a", "b"] } });
      expect(worked(result), name).toEqual({ list: ["a", "b"] });
      await client.close();
    }
  });
});

describe("a call of a registered tool over MCP", () => {
  it("returns its result as structure and text, with metadata", async () => {
    const service = await startToolService(completed({ said: "hi" }));
    await taxiway.register(toolAt(service, { name: "plain" }));
    const client = await connect("the v1 SDK client");
    const result = await client.callTool({ name: "plain__talk", arguments: { value: "hi" } });
    const { params } = await service.call();
    expect(result).toEqual({
      content: [{ type: "text", text: '{"said":"hi"}' }],
      structuredContent: { said: "hi" },
      _meta: {
        "taxiway/call": { call_id: params.call_id, tool_id: "plain_v1", execution_time_ms: expect.any(Number) },
      },
    });
    for (const name of ["plain.talk", "plain/talk"]) {
      expect(worked(await client.callTool({ name, arguments: {} }))).toEqual({ said: "hi" });
    }
    await client.close();
  });

  it("whose result does not match its schema has a warning and is counted", async () => {
    const service = await startToolService(completed({ said: 7 }));
    const returns = { type: "object", properties: { said: { type: "string" } } };
    await taxiway.register(toolAt(service, { name: "wrong", functions: [talk({ returns })] }));
    const params = { tool_name: "wrong", function_name: "talk", arguments: {} };
    const { result } = await taxiway.rpc("tools/call", params);
    expect(result).toMatchObject({ status: "completed", data: { said: 7 } });
    expect(result.warnings).toEqual([expect.stringContaining("/said must be string")]);
    expect(await taxiway.metric('taxiway_result_mismatches_total{tool="wrong__talk"}')).toBe(1);
  });

  it("and the registry's other methods work in both eras in both formats", async () => {
    const own = {
      tool_name: "calculator",
      function_name: "calculate",
      arguments: { expression: "6 * 7" },
      call_id: "c-1",
    };
    const mcp = { name: "calculator__calculate", arguments: { expression: "6 * 7" } };
    const completedCall = { call_id: "c-1", status: "completed", execution_time_ms: expect.any(Number) };
    const opened = await ask(taxiway.port, { ...initializePost(), path: PATH });
    const headers = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    const modern = async (method: string, params: Record<string, unknown>) =>
      (await ask(taxiway.port, { ...modernPost(method, params), path: PATH })).message;
    const legacy = async (method: string, params: object) =>
      (await ask(taxiway.port, { ...legacyPost(method, params, { headers }), path: PATH })).message;
    for (const asking of [legacy, modern]) {
      const { result: inItsShape } = await asking("tools/call", own);
      expect(inItsShape).toMatchObject(completedCall);
      const { result } = await asking("tools/call", mcp);
      expect(result.structuredContent).toEqual(inItsShape.data);
      expect((await asking("health/check", { tool_name: "calculator" })).result).toMatchObject({ status: "healthy" });
      expect((await asking("tools/register", { tool: {} })).error).toMatchObject({ code: -32000 });
      expect((await asking("tools/call", { ...own, tool_name: "unknown" })).error).toMatchObject({
        code: -32002,
        data: { call_id: "c-1" },
      });
    }
  });

  it("of a registration works at the MCP endpoint with the admin token", async () => {
    const service = await startToolService();
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const register = modernPost("tools/register", { tool: toolAt(service, { name: "beside" }) }, { headers });
    expect((await ask(taxiway.port, { ...register, path: PATH })).message.result).toMatchObject({
      tool_id: "beside_v1",
    });
    const unregister = modernPost("tools/unregister", { tool_name: "beside" }, { headers });
    const { result } = (await ask(taxiway.port, { ...unregister, path: PATH })).message;
    expect(result).toMatchObject({ tool_id: "beside_v1", status: "unregistered" });
  });
});

describe("tools outside a client's list", () => {
  it("can be found by what they do, and called", async () => {
    const client = await connect("the v2 client, legacy");
    await client.listTools();
    const service = await startToolService(completed({ note: "bring an umbrella" }));
    const functions = [
      { name: "forecast", description: "Predicts rain and storms for a harbour.", parameters: { type: "object" } },
    ];
    await taxiway.register(toolAt(service, { name: "skipper", category: "WEATHER", functions }));
    for (const query of ["storm", "weather", "Harbour rain?", "skipper"]) {
      const { tools } = worked(await client.callTool({ name: "toolbox__search_tools", arguments: { query } }));
      expect(tools[0], query).toMatchObject({ name: "skipper__forecast", available: true });
      expect(tools[0].inputSchema).toEqual({ type: "object" });
    }
    const through = { name: "skipper__forecast", arguments: {} };
    const result = await client.callTool({ name: "toolbox__call_tool", arguments: through });
    expect(worked(result)).toEqual({ note: "bring an umbrella" });

    await taxiway.unregister("skipper");
    const { tools } = worked(await client.callTool({ name: "toolbox__search_tools", arguments: { query: "storm" } }));
    expect(tools).toEqual([]);
    const gone = await client.callTool({ name: "toolbox__call_tool", arguments: through });
    expect(toolError(gone)).toMatchObject({ code: -32002 });
    await client.close();
  });

  it("are all listed by an empty search, in pages", async () => {
    const client = await connect("the v2 client, modern");
    const found = await client.callTool({ name: "toolbox__search_tools", arguments: { limit: 3 } });
    expect(worked(found).tools).toHaveLength(3);
    expect(worked(found).total).toBeGreaterThanOrEqual(9);
    await client.close();
  });
});

describe("the toolbox on stdio", () => {
  it("registers, calls and unregisters tools without a token", async () => {
    const service = await startToolService(completed({ said: "hi" }));
    const env = { TAXIWAY_STORE: "memory", TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" };
    const stdio = startTaxiway(env, ["--server", "toolbox"]);
    const { result } = await stdio.ask("tools/register", { tool: toolAt(service) });
    expect(result).toMatchObject({ tool_id: "parrot_v1", status: "registered", functions: ["parrot__talk"] });
    expect(worked(await stdio.call("parrot__talk", { value: "hi" }))).toEqual({ said: "hi" });
    const own = { tool_name: "parrot", function_name: "talk", arguments: {}, call_id: "c-1" };
    expect((await stdio.ask("tools/call", own)).result).toMatchObject({ call_id: "c-1", data: { said: "hi" } });
    const gone = await stdio.ask("tools/unregister", { tool_name: "parrot" });
    expect(gone.result).toEqual({ tool_id: "parrot_v1", status: "unregistered" });
    expect((await stdio.ask("tools/call", own)).error).toMatchObject({ code: -32002 });
    expect(await stdio.close()).toEqual({ code: 0, signal: null });
  });
});
