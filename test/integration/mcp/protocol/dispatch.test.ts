import { describe, expect, it } from "vitest";
import { converse } from "../../../fixtures/mcp/protocol/conversation.ts";
import { createDemoServer, flights, manyTools } from "./demo-server.ts";

describe("tools/call", () => {
  it("returns the output as text and as structured content", async () => {
    const { result } = await converse(createDemoServer(), { text: "json" }).call("searchFlights", { origin: "JFK" });
    const output = { origin: "JFK", cabin: "economy", flights };
    expect(result).toEqual({ content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output });
  });

  it("names dropped fields first in the output's warnings", async () => {
    const { call } = converse(createDemoServer(), { text: "json" });
    const { result } = await call("searchFlights", { origin: "JFK", passenger: 2 });
    const warning = '"passenger" is not a field of searchFlights and was ignored; did you mean "passengers"?';
    expect(result.structuredContent.warnings).toEqual([warning]);
    expect(Object.keys(result.structuredContent)[0]).toBe("warnings");
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });

  it("returns short text by default", async () => {
    const { call } = converse(createDemoServer());
    const { result } = await call("searchFlights", { origin: "JFK", zzz: 1 });
    expect(result.content[0].text).toBe('"zzz" is not a field of searchFlights and was ignored.\n150 flights from JFK');
    expect(result.structuredContent.flights).toHaveLength(150);
  });

  it("sends old clients structured content only if it is an object", async () => {
    const listing = manyTools(1).map((tool) => ({ ...tool, output: { type: "array" }, run: () => [1] }));
    const { call, askModern } = converse(createDemoServer(listing));
    expect((await call("tool_0")).result).toEqual({ content: [{ type: "text", text: "[1]" }] });
    expect((await askModern("tools/call", { name: "tool_0" })).result.structuredContent).toEqual([1]);
  });

  it("rejects an unknown tool and suggests a similar name", async () => {
    const { call, ask } = converse(createDemoServer());
    const { error } = await call("searchFlight");
    expect(error).toMatchObject({ code: -32602, data: { hint: "Did you mean searchFlights?" } });
    expect((await call("x".repeat(1000))).error.message.length).toBeLessThan(150);
    expect((await ask("tools/call", { name: 7 })).error.code).toBe(-32602);
    expect((await ask("tools/call", { name: "fail", arguments: [] })).error.code).toBe(-32602);
    expect((await ask("tools/call", {})).error.code).toBe(-32602);
  });
});

const SHAPES = [
  ["invalid", { code: -32602, message: "pnr is wrong.", data: { field: "pnr", value: "X", hint: "Use another." } }],
  ["not_found", { code: -32001, message: "There is no booking TEST-AAAAAA." }],
  ["rule", { code: -32002, message: "It was cancelled already.", data: { cancelledAt: 1 } }],
  ["unavailable", { code: -32603, message: "The store does not answer.", data: { retryable: true } }],
] as const;

describe("a tool that fails", () => {
  it.each(SHAPES)("returns %s as a result that the model can read", async (how, error) => {
    const { result } = await converse(createDemoServer()).call("fail", { how });
    expect(result).toEqual({
      isError: true,
      content: [
        { type: "text", text: how === "invalid" ? "pnr is wrong. Use another." : error.message },
        { type: "text", text: JSON.stringify(error) },
      ],
      _meta: { "taxiway/error": error },
    });
  });

  it.each(SHAPES)("returns %s as a JSON-RPC error if that is configured", async (how, error) => {
    const answer = await converse(createDemoServer(), { toolErrors: "jsonrpc" }).call("fail", { how });
    expect(answer.result).toBeUndefined();
    expect(answer.error).toEqual(error);
  });

  it("logs the cause of an unavailable service and hides it from clients", async () => {
    const warnings: unknown[] = [];
    const log = { debug() {}, info() {}, warn: (...words: unknown[]) => warnings.push(words), error() {} };
    const { result } = await converse(createDemoServer(), { log }).call("fail", { how: "unavailable" });
    expect(JSON.stringify(result)).not.toContain("disk");
    expect(warnings).toEqual([["unavailable", expect.objectContaining({ cause: "Error: disk full" })]]);
  });

  it("keeps the server info beside the error for modern clients", async () => {
    const { askModern } = converse(createDemoServer());
    const { result } = await askModern("tools/call", { name: "fail", arguments: { how: "rule" } });
    expect(result.resultType).toBe("complete");
    expect(Object.keys(result._meta)).toEqual(["io.modelcontextprotocol/serverInfo", "taxiway/error"]);
  });

  it.each(["result", "jsonrpc"] as const)("shows no details of an internal error (%s)", async (toolErrors) => {
    const { call, defects } = converse(createDemoServer(), { toolErrors });
    for (const how of ["defect", "bad_output"]) {
      const answer = await call("fail", { how });
      const error = answer.error ?? answer.result._meta["taxiway/error"];
      expect(error.code).toBe(-32603);
      expect(JSON.stringify(answer)).not.toMatch(/secret|passwd|TypeError|demo-server|schema/);
      expect(defects.at(-1)).toMatchObject({ errorId: error.data.errorId, method: "tools/call" });
    }
    expect(defects[0]?.["stack"]).toContain("secret path /etc/passwd");
    expect(defects[1]?.["stack"]).toContain("/fine must be string");
  });
});

describe("MCP lists", () => {
  it("come in pages of 250", async () => {
    const { ask } = converse(createDemoServer(manyTools(597)));
    const names: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await ask("tools/list", cursor === undefined ? {} : { cursor });
      sizes.push(result.tools.length);
      names.push(...result.tools.map(({ name }: { name: string }) => name));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([250, 250, 100]);
    expect(new Set(names).size).toBe(600);
    expect(names.slice(0, 4)).toEqual(["searchFlights", "fail", "wait", "tool_0"]);
  });

  it.each(["", "nonsense", "dG9vbHM6MA", "dG9vbHM6NTA1", "cHJvbXB0czoxMDA", "x".repeat(100_000), 7, null])(
    "reject the cursor %.20s",
    async (cursor) => {
      const { ask } = converse(createDemoServer(manyTools(247)));
      expect((await ask("tools/list", { cursor })).error.code).toBe(-32602);
    },
  );

  it("have the annotations of each tool", async () => {
    const { result } = await converse(createDemoServer()).ask("tools/list");
    expect(result.tools[1]).toMatchObject({
      name: "fail",
      title: "Fail",
      inputSchema: { type: "object", required: ["how"] },
      outputSchema: { type: "object" },
      annotations: { title: "Fail", readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    });
  });

  it("are updated after a change", async () => {
    const server = createDemoServer();
    const { ask } = converse(server);
    await ask("tools/list");
    server.tools.remove("fail");
    expect((await ask("tools/list")).result.tools).toHaveLength(2);
  });

  it("are empty for features that a server lacks", async () => {
    const { resources: _, templates: __, prompts: ___, ...bare } = createDemoServer();
    const { ask, initialize } = converse(bare);
    expect((await initialize()).result.capabilities).toEqual({ tools: { listChanged: true }, logging: {} });
    expect((await ask("prompts/list")).result).toEqual({ prompts: [] });
    expect((await ask("resources/list")).result).toEqual({ resources: [] });
  });

  it("of a server that never changes cannot be subscribed to", async () => {
    const { changes: _, ...fixed } = createDemoServer();
    const { ask, initialize } = converse(fixed);
    expect((await initialize()).result.capabilities.resources).toEqual({ subscribe: false, listChanged: false });
    expect((await ask("resources/subscribe", { uri: "demo://session" })).error.code).toBe(-32601);
  });
});

describe("MCP resources", () => {
  it("are returned as text or as bytes", async () => {
    const { ask } = converse(createDemoServer());
    const session = await ask("resources/read", { uri: "demo://session" });
    expect(session.result.contents).toEqual([
      { uri: "demo://session", mimeType: "application/json", text: '{"sessionId":"s1"}' },
    ]);
    const bytes = await ask("resources/read", { uri: "demo://bytes" });
    expect(bytes.result.contents[0].blob).toBe("AP8B");
    const airport = await ask("resources/read", { uri: "demo://airports/JFK" });
    expect(airport.result.contents[0].text).toBe("New York");
  });

  it.each(["demo://nothing", "demo://airports/XXX"])(
    "that do not exist (%s) fail in the way of each era",
    async (uri) => {
      const { ask, askModern } = converse(createDemoServer());
      expect((await ask("resources/read", { uri })).error).toMatchObject({ code: -32002, data: { uri } });
      expect((await askModern("resources/read", { uri })).error).toMatchObject({ code: -32602, data: { uri } });
      expect((await ask("resources/read", { uri: 7 })).error.code).toBe(-32602);
    },
  );

  it("complete their variables with at most a hundred values", async () => {
    const { ask } = converse(createDemoServer());
    const ref = { type: "ref/resource", uri: "demo://airports/{code}" };
    const complete = async (value: string) =>
      (await ask("completion/complete", { ref, argument: { name: "code", value } })).result.completion;
    expect(await complete("A11")).toMatchObject({ values: ["A11", "A110", "A111"].concat(tens()), hasMore: false });
    expect(await complete("")).toMatchObject({ total: 120, hasMore: true });
    expect((await complete("")).values).toHaveLength(100);
  });

  const tens = () => Array.from({ length: 8 }, (_, index) => `A11${index + 2}`);
});

describe("MCP prompts", () => {
  it("are filled in, and list their arguments", async () => {
    const { ask } = converse(createDemoServer());
    const { result } = await ask("prompts/get", { name: "planTrip", arguments: { to: "Rome", more: "x" } });
    expect(result.messages).toEqual([
      { role: "user", content: { type: "text", text: "Plan a trip to Rome for any amount" } },
    ]);
    expect((await ask("prompts/get", { name: "planTrip" })).error.message).toBe("planTrip needs to");
    expect((await ask("prompts/get", { name: "planTip" })).error.data.hint).toBe("Did you mean planTrip?");
    expect((await ask("prompts/get", { name: "planTrip", arguments: { to: 7 } })).error.code).toBe(-32602);
  });

  it.each([
    [{ type: "ref/prompt", name: "none" }, "to"],
    [{ type: "ref/prompt", name: "planTrip" }, "from"],
    [{ type: "ref/resource", uri: "demo://else/{x}" }, "x"],
    [{ type: "ref/resource", uri: "demo://session" }, "x"],
    [undefined, "x"],
  ])("cannot complete %j %s", async (ref, name) => {
    const { ask } = converse(createDemoServer());
    expect((await ask("completion/complete", { ref, argument: { name, value: "" } })).error.code).toBe(-32602);
  });
});

describe("a long call", () => {
  const wait = (id: number | string, milliseconds: number, more: object = {}, meta?: object) => ({
    id,
    method: "tools/call",
    params: { name: "wait", arguments: { milliseconds, ...more }, ...(meta && { _meta: meta }) },
  });

  it("reports increasing progress if the client asks for it", async () => {
    const { heard, say } = converse(createDemoServer());
    await say(wait(1, 0, {}, { progressToken: "p" }));
    expect(heard.filter(({ method }) => method === "notifications/progress").map(({ params }) => params)).toEqual([
      { progressToken: "p", progress: 1, total: 2, message: "half way" },
      { progressToken: "p", progress: 2, total: 2 },
    ]);
    expect(heard.at(-1)?.id).toBe(1);
    const before = heard.length;
    await say(wait(2, 0));
    expect(heard.slice(before).map(({ method }) => method)).toEqual(["notifications/message", undefined]);
  });

  it("sends log messages from the level that the client has set", async () => {
    const { heard, say, ask } = converse(createDemoServer());
    await ask("logging/setLevel", { level: "error" });
    await say(wait(1, 0));
    expect(heard.some(({ method }) => method === "notifications/message")).toBe(false);
  });

  it("is cancelled without an answer and without a log line", async () => {
    const { heard, say, notify, ask, defects } = converse(createDemoServer());
    const call = say(wait("slow", 60_000));
    await notify("notifications/cancelled", { requestId: "unknown" });
    await notify("notifications/cancelled", {});
    await notify("notifications/cancelled", { requestId: "slow" });
    await call;
    await ask("ping");
    expect(heard.filter(({ id }) => id === "slow")).toEqual([]);
    expect(defects).toEqual([]);
  });

  it("is not confused with another call of the same id", async () => {
    const { heard, say } = converse(createDemoServer());
    await Promise.all([say(wait(7, 30, { answer: "slow" })), say(wait(7, 0, { answer: "fast" }))]);
    const answers = heard.filter(({ id }) => id === 7).map(({ result }) => result.structuredContent.answer);
    expect(answers.sort()).toEqual(["fast", "slow"]);
  });

  it("distinguishes the ids 1 and '1'", async () => {
    const { heard, say, notify } = converse(createDemoServer());
    const calls = [say(wait(1, 20)), say(wait("1", 60_000))];
    await notify("notifications/cancelled", { requestId: "1" });
    await Promise.all(calls);
    expect(heard.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual([1]);
  });

  it("is aborted when the connection closes", async () => {
    const { heard, say, connection } = converse(createDemoServer());
    const call = say(wait(1, 60_000));
    await connection.close();
    await call;
    expect(heard.some(({ id }) => id === 1)).toBe(false);
  });
});

describe("a message without a request", () => {
  it("is never answered, whether it is a notification or a response", async () => {
    const { heard, notify, say } = converse(createDemoServer());
    await notify("notifications/roots/list_changed");
    await notify("tools/call", { name: "fail" });
    await notify("no/such/thing");
    await say({ id: 3, result: {} });
    await say({ id: 3, error: { code: 1, message: "x" } });
    expect(heard).toEqual([]);
  });
});
