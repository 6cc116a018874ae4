import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CLIENTS, connectOverHttp, type Flavour } from "../../../fixtures/mcp-clients.ts";
import { worked } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import {
  completed,
  gate,
  never,
  startToolService,
  type ToolService,
  talk,
  toolAt,
} from "../../../fixtures/tool-service.ts";
import { launchToolbox, startToolbox, type ToolboxTaxiway, toolError } from "../../../fixtures/toolbox-taxiway.ts";
import { startUpstream, UPSTREAMS } from "../../../fixtures/upstream-mcp.ts";

let taxiway: ToolboxTaxiway;
beforeAll(async () => {
  taxiway = await launchToolbox();
});
afterAll(() => taxiway?.stop());

const call = (tool: string, more: object = {}) =>
  taxiway.rpc("tools/call", { tool_name: tool, function_name: "talk", arguments: {}, call_id: "c-1", ...more });

const listed = async (tool: string) =>
  (await taxiway.rpc("tools/list", {})).result.tools.find(({ name }: { name: string }) => name === tool);

const connect = () => connectOverHttp(CLIENTS["the v2 client, modern"] as Flavour, taxiway.toolbox);

describe("a failed service", () => {
  /** One failed check makes it degraded, three in a row unavailable; Taxiway's own checks count too. */
  const makeUnavailable = (tool: string) =>
    vi.waitFor(async () => {
      const { result } = await taxiway.rpc("health/check", { tool_name: tool });
      expect(result).toMatchObject({ status: "unavailable", response_time_ms: null, last_error: expect.any(String) });
    });

  it("stays listed and marked, and fails at once with alternatives until it is back", async () => {
    const [service, other] = [await startToolService(), await startToolService()];
    await taxiway.register(toolAt(other, { name: "spare", functions: [talk()] }));
    await taxiway.register(toolAt(service, { name: "dying", health_check_interval: 5 }));
    expect((await call("dying")).result).toMatchObject({ status: "completed" });
    await taxiway.rpc("health/check", { tool_name: "spare" });
    await service.stop();
    await makeUnavailable("dying");

    const mark = { status: "unavailable", since: expect.stringMatching(/Z$/), last_error: expect.any(String) };
    expect(await listed("dying")).toMatchObject({ available: false, ...mark });
    const client = await connect();
    const { tools } = await client.listTools();
    const seen = tools.find(({ name }) => name === "dying__talk");
    expect(seen?._meta).toMatchObject({ "taxiway/availability": mark });

    const data = {
      error_type: "unavailable",
      since: mark.since,
      last_error: expect.stringContaining("dying cannot be reached"),
      alternatives: ["spare__talk"],
      hint: expect.stringContaining("spare__talk"),
      retryable: true,
    };
    const { error } = await call("dying");
    expect(error).toMatchObject({ code: -32006, data: { call_id: "c-1", ...data } });
    const result = await client.callTool({ name: "dying__talk", arguments: {} });
    expect(toolError(result)).toMatchObject({ code: -32006, data });
    expect(result.content[0]?.text).toContain("spare__talk");
    const query = { query: "dying" };
    const { tools: found } = worked(await client.callTool({ name: "toolbox__search_tools", arguments: query }));
    expect(found[0]).toMatchObject({ name: "dying__talk", available: false, status: "unavailable" });
    await client.close();

    await service.start();
    await vi.waitFor(async () => expect(await listed("dying")).toMatchObject({ available: true, last_error: null }));
    expect((await call("dying")).result).toMatchObject({ status: "completed" });
  });

  it("is not called after five unanswered calls, while other services are", async () => {
    const service = await startToolService((_, response) => void response.destroy());
    await taxiway.register(toolAt(service, { name: "cutting" }));
    for (let attempt = 1; attempt <= 5; attempt++) expect((await call("cutting")).error).toBeDefined();
    const { error } = await call("cutting");
    expect(error).toMatchObject({
      code: -32006,
      data: { error_type: "unavailable", retry_after_ms: expect.any(Number) },
    });
    expect(service.calls).toHaveLength(5);
  });
});

describe("a description that is registered again", () => {
  it("renews the tool, and changes nothing", async () => {
    const service = await startToolService(completed({ n: 1 }));
    const first = await taxiway.register(toolAt(service, { name: "same" }));
    expect(first).toEqual({
      tool_id: "same_v1",
      status: "registered",
      health_check_interval: 60,
      functions: ["same__talk"],
      lease_seconds: 3600,
      secret: expect.any(String),
    });
    const { endpoint, ...rest } = toolAt(service, { name: "same" });
    expect(await taxiway.register({ endpoint, ...rest })).toEqual(first);
  });

  it("becomes a new version if it changed, used once its service answers, and running calls finish", async () => {
    const slow = gate();
    const old = await startToolService(async (sent, response) => {
      if (sent.params.arguments.value === "long") await slow.opened;
      return completed({ version: 1 })(sent, response);
    });
    let isReady = false;
    const fresh = await startToolService(completed({ version: 2 }), () => ({
      result: { status: isReady ? "healthy" : "starting" },
    }));
    await taxiway.register(toolAt(old, { name: "moving" }));
    const underWay = call("moving", { arguments: { value: "long" } });
    await old.call();

    const changed = toolAt(fresh, { name: "moving", description: "Says new things." });
    expect(await taxiway.register(changed)).toMatchObject({ tool_id: "moving_v2", active_tool_id: "moving_v1" });
    // Taxiway has checked it, and knows that it is not ready.
    await vi.waitFor(() => expect(taxiway.stderr()).toContain('"tool":"moving_v2"'));
    expect((await call("moving")).result.data).toEqual({ version: 1 });
    expect(await listed("moving")).toMatchObject({ tool_id: "moving_v1" });

    isReady = true;
    await vi.waitFor(async () => expect((await call("moving")).result.data).toEqual({ version: 2 }));
    expect(await listed("moving")).toMatchObject({ tool_id: "moving_v2", description: "Says new things." });
    slow.open();
    expect((await underWay).result).toMatchObject({ status: "completed", data: { version: 1 } });
  });

  it("is rejected with a solution if the name belongs to another service", async () => {
    const service = await startToolService();
    await expect(taxiway.register(toolAt(service, { name: "calculator" }))).rejects.toThrow("my_calculator");
    await taxiway.register(toolAt(service, { name: "Taken" }));
    await expect(taxiway.register(toolAt(service, { name: "taken" }))).rejects.toThrow("'Taken'");
  });
});

describe("a tool without an address", () => {
  it("is registered, and reports the missing address when it is called", async () => {
    const { endpoint: _endpoint, ...tool } = toolAt({ url: "" }, { name: "nowhere" });
    expect(await taxiway.register(tool)).toMatchObject({ tool_id: "nowhere_v1", status: "registered" });
    const { error } = await call("nowhere");
    expect(error).toMatchObject({
      code: -32006,
      data: { error_type: "no_endpoint", hint: expect.stringContaining("tool.endpoint") },
    });
  });
});

describe("a private service address", () => {
  it("is rejected at registration unless the operator allowed it", async () => {
    const service = await startToolService();
    const strict = await startToolbox({ TAXIWAY_OUTBOUND_ALLOW: "" });
    const refused = await strict.register(toolAt(service)).catch((error: Error) => error);
    expect(JSON.parse((refused as Error).message)).toMatchObject({
      code: -32004,
      data: { field: "tool.endpoint", hint: expect.stringContaining("TAXIWAY_OUTBOUND_ALLOW") },
    });
  });
});

describe("a registered tool", () => {
  it("is removed when it is unregistered, and its running calls are answered", async () => {
    const hold = gate();
    const service = await startToolService(async (sent, response) => {
      await hold.opened;
      return completed({})(sent, response);
    });
    await taxiway.register(toolAt(service, { name: "leaving" }));
    const underWay = call("leaving");
    await service.call();
    expect((await taxiway.unregister("leaving")).result).toEqual({ tool_id: "leaving_v1", status: "unregistered" });
    expect(await listed("leaving")).toBeUndefined();
    expect((await call("leaving")).error).toMatchObject({ code: -32002 });
    expect((await taxiway.unregister("leaving")).error).toMatchObject({ code: -32002 });
    hold.open();
    expect((await underWay).result).toMatchObject({ status: "completed" });
    expect((await taxiway.unregister("calculator")).error).toMatchObject({ code: -32001 });
  });

  it("survives a restart of Taxiway, with its secret", async () => {
    const service = await startToolService(completed({ n: 1 }));
    const env = { TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: temporaryFolder() };
    const before = await startToolbox(env);
    const { secret } = await before.register(toolAt(service));
    await before.stop("SIGTERM");
    const after = await startToolbox(env);
    const params = { tool_name: "parrot", function_name: "talk", arguments: {} };
    expect((await after.rpc("tools/call", params)).result).toMatchObject({ data: { n: 1 } });
    expect((await after.register(toolAt(service))).secret).toBe(secret);
  });
});

describe("the timeout of a call", () => {
  const timeOf = async (tool: string, service: ToolService, timeout?: number): Promise<number> => {
    const before = service.calls.length;
    await call(tool, timeout === undefined ? {} : { timeout });
    return (await service.call(before + 1)).params.timeout;
  };

  it("is the least of the caller's deadline, the function's timeout and a minute", async () => {
    const service = await startToolService();
    await taxiway.register(toolAt(service, { name: "patient", functions: [talk({ timeout: 20 })] }));
    await taxiway.register(toolAt(service, { name: "endless" }));
    const within = (seconds: number) => (value: number) => value > seconds - 5 && value <= seconds;
    expect(await timeOf("patient", service, 10)).toSatisfy(within(10));
    expect(await timeOf("patient", service, 30)).toSatisfy(within(20));
    expect(await timeOf("patient", service)).toSatisfy(within(20));
    expect(await timeOf("endless", service, 9999)).toSatisfy(within(60));
  });

  it("aborts the request to the service", async () => {
    const service = await startToolService(never);
    await taxiway.register(toolAt(service, { name: "hanging", functions: [talk({ timeout: 0.3 })] }));
    for (const patience of [{ timeout: 0.1 }, {}]) {
      const { error } = await call("hanging", patience);
      const details = expect.stringContaining("hanging did not answer within 0.");
      expect(error).toMatchObject({ code: -32005, data: { call_id: "c-1", error_type: "timeout", details } });
    }
    await Promise.all(service.calls.map(({ abandoned }) => abandoned));
  });
});

describe("a tool whose schema some model APIs reject", () => {
  const parameters = {
    type: "object",
    properties: {
      code: { type: "string", pattern: "^\\d{2}$" },
      name: { type: ["string", "null"] },
      tags: { type: "array" },
      near: { $ref: "#/$defs/place" },
    },
    anyOf: [{ required: ["code"] }, { required: ["name"] }],
    $defs: { place: { type: "object", properties: { city: { const: "VIE" } } } },
  };
  const shown = {
    type: "object",
    properties: {
      code: { type: "string", pattern: "^[0-9]{2}$" },
      name: { type: "string" },
      tags: { type: "array", items: {} },
      near: { type: "object", properties: { city: { type: "string", enum: ["VIE"] } } },
    },
  };

  const expectPlain = async (name: string) => {
    const client = await connect();
    const { tools } = await client.listTools();
    const tool = tools.find((each) => each.name === name);
    expect(tool?.inputSchema).toEqual(shown);
    const refused = await client.callTool({ name, arguments: { tags: [] } });
    expect(toolError(refused)).toMatchObject({ code: -32004 });
    const odd = await client.callTool({ name, arguments: { code: "7", near: { city: "LNZ" } } });
    expect(toolError(odd)).toMatchObject({ code: -32004 });
    const result = await client.callTool({ name, arguments: { name: null, near: { city: "VIE" } } });
    expect(result.isError ?? false).toBe(false);
    await client.close();
  };

  it("is listed with a simpler schema if a service registered it, and checked against its own", async () => {
    const service = await startToolService();
    await taxiway.register(toolAt(service, { name: "odd", functions: [talk({ parameters })] }));
    await expectPlain("odd__talk");
    expect(service.calls.map(({ params }) => params.arguments)).toEqual([{ name: null, near: { city: "VIE" } }]);
  });

  it.each(Object.keys(UPSTREAMS) as (keyof typeof UPSTREAMS)[])(
    "is listed with a simpler schema if an MCP server %s has it",
    async (kind) => {
      const tools = [{ name: "talk", description: "Says it. ".repeat(200), inputSchema: parameters }];
      const call = () => ({ content: [{ type: "text", text: "said" }] });
      const name = kind.includes("v1") ? "imported_one" : "imported_two";
      await taxiway.register({ name, description: "Talks.", mcp_url: await startUpstream(kind, { tools, call }) });
      await expectPlain(`${name}__talk`);
      const client = await connect();
      const seen = (await client.listTools()).tools.find((each) => each.name === `${name}__talk`);
      expect(seen?.description?.length).toBeLessThanOrEqual(1_024);
      await client.close();
    },
  );

  it("is rejected with a reason if no simpler schema exists", async () => {
    const service = await startToolService();
    const odd = { type: "object", properties: { straße: { type: "string" } } };
    const registering = taxiway.register(toolAt(service, { name: "odder", functions: [talk({ parameters: odd })] }));
    await expect(registering).rejects.toThrow(
      /parameters cannot be offered to every model: it has a property 'straße'/,
    );
  });
});
