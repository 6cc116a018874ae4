import { describe, expect, it } from "vitest";
import { converse, envelope } from "../../../fixtures/mcp/protocol/conversation.ts";
import { createDemoServer } from "./demo-server.ts";

const SERVER_INFO = { "io.modelcontextprotocol/serverInfo": { name: "demo", title: "Demo", version: "1.2.3" } };

describe("a legacy client", () => {
  it.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "gets the version %s that it requests",
    async (version) => {
      const { result } = await converse(createDemoServer()).initialize(version);
      expect(result).toMatchObject({
        protocolVersion: version,
        serverInfo: { name: "demo", version: "1.2.3" },
        instructions: "Try everything.",
        capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, completions: {}, logging: {} },
      });
    },
  );

  it.each(["1999-01-01", "2026-07-28"])("is offered the newest legacy version instead of %s", async (version) => {
    const { result } = await converse(createDemoServer()).initialize(version);
    expect(result.protocolVersion).toBe("2025-11-25");
  });

  it("can call before notifications/initialized, as the SDK does", async () => {
    const { result } = await converse(createDemoServer()).ask("tools/list");
    expect(result.tools).toHaveLength(3);
    expect(result).not.toHaveProperty("resultType");
    expect(result).not.toHaveProperty("ttlMs");
  });

  it("can ping and set its log level, but not to an unknown one", async () => {
    const { ask } = converse(createDemoServer());
    expect((await ask("ping")).result).toEqual({});
    expect((await ask("logging/setLevel", { level: "error" })).result).toEqual({});
    expect((await ask("logging/setLevel", { level: "loud" })).error.code).toBe(-32602);
    expect((await ask("initialize", {})).error.code).toBe(-32602);
  });

  it.each(["server/discover", "subscriptions/listen", "tools/lst", "constructor", "__proto__"])(
    "gets an error for the unknown method %s",
    async (method) => {
      expect((await converse(createDemoServer()).ask(method)).error.code).toBe(-32601);
    },
  );
});

describe("a modern client", () => {
  it("discovers the server without a handshake", async () => {
    const { result } = await converse(createDemoServer()).askModern("server/discover");
    expect(result).toMatchObject({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      instructions: "Try everything.",
      cacheScope: "public",
      _meta: SERVER_INFO,
    });
    expect(result.ttlMs).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["prompts/list", {}],
    ["resources/read", { uri: "demo://session" }],
  ])("gets a cache lifetime with %s", async (method, params) => {
    const { result } = await converse(createDemoServer()).askModern(method, params);
    expect(result).toMatchObject({ resultType: "complete", _meta: SERVER_INFO });
    expect(result.ttlMs).toBeTypeOf("number");
    expect(result.cacheScope).toMatch(/^(public|private)$/);
  });

  it.each([
    ["tools/call", { name: "searchFlights", arguments: { origin: "JFK" } }],
    ["prompts/get", { name: "planTrip", arguments: { to: "Rome" } }],
    ["completion/complete", { ref: { type: "ref/prompt", name: "planTrip" }, argument: { name: "to", value: "P" } }],
  ])("gets a complete result without cache lifetime from %s", async (method, params) => {
    const { result } = await converse(createDemoServer()).askModern(method, params);
    expect(result).toMatchObject({ resultType: "complete", _meta: SERVER_INFO });
    expect(result).not.toHaveProperty("ttlMs");
  });

  it.each(["initialize", "ping", "logging/setLevel", "resources/subscribe"])("has no method %s", async (method) => {
    expect((await converse(createDemoServer()).askModern(method)).error.code).toBe(-32601);
  });

  it("gets the supported versions when it requests another", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
    const { error } = await converse(createDemoServer()).askModern("tools/list", {}, meta);
    expect(error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"], requested: "2031-01-01" } });
  });

  it.each([
    { "io.modelcontextprotocol/protocolVersion": 7 },
    { "io.modelcontextprotocol/clientCapabilities": undefined },
    { "io.modelcontextprotocol/clientCapabilities": [] },
    { "io.modelcontextprotocol/clientInfo": "me" },
    { "io.modelcontextprotocol/logLevel": "loud" },
  ])("gets an error that explains its envelope: %j", async (meta) => {
    const { error } = await converse(createDemoServer()).askModern("tools/list", {}, meta);
    expect(error).toMatchObject({ code: -32602, data: { envelope: { key: Object.keys(meta)[0] } } });
  });

  it("can share a connection with a legacy client", async () => {
    const { initialize, askModern, ask } = converse(createDemoServer());
    await initialize();
    expect((await askModern("tools/list")).result.resultType).toBe("complete");
    expect((await ask("tools/list")).result.resultType).toBeUndefined();
    expect((await ask("ping")).result).toEqual({});
  });

  it("gets log messages at the level of each request", async () => {
    const { heard, askModern } = converse(createDemoServer());
    const params = { name: "wait", arguments: { milliseconds: 0 } };
    await askModern("tools/call", params);
    expect(heard.filter(({ method }) => method !== undefined)).toEqual([]);
    await askModern("tools/call", params, { "io.modelcontextprotocol/logLevel": "debug" });
    const levels = heard
      .filter(({ method }) => method === "notifications/message")
      .map(({ params: p }) => p?.["level"]);
    expect(levels).toEqual(["debug", "warning"]);
  });
});

describe("subscriptions/listen", () => {
  const listen = (conversation: ReturnType<typeof converse>, id: number | string, notifications: unknown) =>
    conversation.say({ id, method: "subscriptions/listen", params: { notifications, _meta: envelope() } });

  it("acknowledges what it can deliver, delivers it, and ends with an answer", async () => {
    const server = createDemoServer();
    const conversation = converse(server);
    const { heard, connection } = conversation;
    const meta = { "io.modelcontextprotocol/subscriptionId": "l1" };
    const open = listen(conversation, "l1", {
      toolsListChanged: true,
      promptsListChanged: false,
      resourceSubscriptions: ["demo://session"],
    });
    server.tools.remove("wait");
    server.changes.announce({ kind: "prompts" });
    server.changes.announce({ kind: "resource", uri: "demo://bytes" });
    server.changes.announce({
      kind: "resource",
      uri: "demo://session",
      of: { tenant: "t", sessionId: "another session" },
    });
    server.changes.announce({ kind: "resource", uri: "demo://session", of: { tenant: "another", sessionId: "s1" } });
    server.changes.announce({ kind: "resource", uri: "demo://session", of: { tenant: "t", sessionId: "s1" } });
    await connection.idle();
    await connection.close();
    await open;
    server.tools.remove("fail");
    expect(heard).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: { toolsListChanged: true, resourceSubscriptions: ["demo://session"] }, _meta: meta },
      },
      { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: meta } },
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "demo://session", _meta: meta } },
      { jsonrpc: "2.0", id: "l1", result: { resultType: "complete", _meta: { ...SERVER_INFO, ...meta } } },
    ]);
  });

  it("sends nothing after it is cancelled", async () => {
    const server = createDemoServer();
    const conversation = converse(server);
    const open = listen(conversation, 5, { toolsListChanged: true });
    await conversation.notify("notifications/cancelled", { requestId: 5 });
    await open;
    server.tools.remove("wait");
    expect(conversation.heard.map(({ method }) => method)).toEqual(["notifications/subscriptions/acknowledged"]);
  });

  it.each([undefined, [], { toolsListChanged: "yes" }, { resourceSubscriptions: [1] }])(
    "rejects the filter %j",
    async (notifications) => {
      const conversation = converse(createDemoServer());
      await listen(conversation, 1, notifications);
      expect(conversation.heard).toMatchObject([{ id: 1, error: { code: -32602 } }]);
    },
  );
});

describe("an initialized legacy client", () => {
  it("is notified of changed lists and of the resources it subscribed to", async () => {
    const server = createDemoServer();
    const { heard, ask, initialize, connection } = converse(server);
    server.tools.remove("wait");
    await initialize();
    await ask("resources/subscribe", { uri: "demo://session" });
    await ask("resources/subscribe", { uri: "demo://bytes" });
    await ask("resources/unsubscribe", { uri: "demo://bytes" });
    const before = heard.length;
    server.tools.remove("fail");
    server.changes.announce({ kind: "resources" });
    server.changes.announce({ kind: "resource", uri: "demo://bytes" });
    server.changes.announce({ kind: "resource", uri: "demo://session", of: { tenant: "t", sessionId: "other" } });
    server.changes.announce({ kind: "resource", uri: "demo://session" });
    await connection.close();
    server.tools.remove("searchFlights");
    expect(heard.slice(before)).toEqual([
      { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
      { jsonrpc: "2.0", method: "notifications/resources/list_changed" },
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "demo://session" } },
    ]);
    expect((await ask("resources/subscribe", { uri: "demo://nothing" })).error.code).toBe(-32002);
  });
});
