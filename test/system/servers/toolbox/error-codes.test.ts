import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CLIENTS, connectOverHttp, type Flavour, type SdkMcpClient } from "../../../fixtures/mcp-clients.ts";
import type { Answer } from "../../../fixtures/taxiway.ts";
import { gate, never, startToolService, type ToolService, talk, toolAt } from "../../../fixtures/tool-service.ts";
import { launchToolbox, startToolbox, type ToolboxTaxiway, toolError } from "../../../fixtures/toolbox-taxiway.ts";
import { startValkey } from "../../../fixtures/valkey.ts";

type WireError = NonNullable<Answer["error"]>;

let taxiway: ToolboxTaxiway;
let client: SdkMcpClient;
beforeAll(async () => {
  taxiway = await launchToolbox();
  client = await connectOverHttp(CLIENTS["the v1 SDK client"] as Flavour, taxiway.toolbox);
});
afterAll(async () => {
  await client?.close();
  await taxiway?.stop();
});

/** The codes of the registry document. */
const MESSAGES: Readonly<Record<number, string>> = {
  [-32000]: "Server error",
  [-32001]: "Tool execution failed",
  [-32002]: "Tool not found",
  [-32003]: "Function not found",
  [-32004]: "Invalid parameters",
  [-32005]: "Timeout",
  [-32006]: "Service unavailable",
  [-32007]: "Rate limited",
};

const expectError = (error: WireError | undefined, code: number, data: object): void =>
  expect(error).toEqual({
    code,
    message: MESSAGES[code],
    data: expect.objectContaining({ error_type: expect.any(String), details: expect.any(String), ...data }),
  });

let tools = 0;
/** Registered under a unique name, because a failing tool is soon not called any more. */
const registered = async (service: ToolService, change: object = {}): Promise<string> => {
  const name = `failing_${++tools}`;
  await taxiway.register(toolAt(service, { name, ...change }));
  return name;
};

const call = async (tool: string, change: object = {}): Promise<WireError | undefined> => {
  const params = { tool_name: tool, function_name: "talk", arguments: {}, call_id: "call-1", ...change };
  const answer = await taxiway.rpc("tools/call", params);
  expect(answer.status).toBe(200);
  return answer.error;
};

const says =
  (code: number, data: object = {}) =>
  () => ({ error: { code, message: MESSAGES[code], data } });

/** The behaviour of a service, and the error of its caller. */
const FAILURES: Readonly<
  Record<string, { behave: ToolService["onCall"]; code: number; data: object; functions?: object[] }>
> = {
  "says that it failed": {
    behave: says(-32001, { error_type: "no_seats", details: "All seats are taken." }),
    code: -32001,
    data: { error_type: "no_seats", details: "All seats are taken." },
  },
  "answers garbage": {
    behave: (_, response) => void response.end("<html>It works!</html>"),
    code: -32001,
    data: { error_type: "bad_response", retryable: false },
  },
  "says that it has no such function": {
    behave: says(-32003, { details: "There is no talk." }),
    code: -32003,
    data: { error_type: "function_not_found", details: "There is no talk." },
  },
  "does not like the value": {
    behave: says(-32004, { details: "value must rhyme." }),
    code: -32004,
    data: { error_type: "invalid", details: "value must rhyme." },
  },
  "never answers": {
    behave: never,
    code: -32005,
    data: { error_type: "timeout", retryable: true },
    functions: [talk({ timeout: 0.2 })],
  },
  "is out of order": {
    behave: (_, response) => void response.writeHead(500).end(),
    code: -32006,
    data: { error_type: "http_error", retryable: false },
  },
  "says that it has too much to do": {
    behave: says(-32007, { retry_after_ms: 1500 }),
    code: -32007,
    data: { error_type: "rate_limited", retryable: true, retry_after_ms: 1500 },
  },
  "has too much to do, in the words of HTTP": {
    behave: (_, response) => void response.writeHead(429, { "Retry-After": "3" }).end(),
    code: -32007,
    data: { error_type: "rate_limited", retryable: true, retry_after_ms: 3000 },
  },
};

describe.each(Object.entries(FAILURES))("a service that %s", (_, { behave, code, data, functions }) => {
  const start = async () => registered(await startToolService(behave), functions && { functions });

  it(`is ${code} on /rpc`, async () => {
    expectError(await call(await start()), code, { call_id: "call-1", ...data });
  });

  it(`is a result with isError and ${code} for an MCP client`, async () => {
    const result = await client.callTool({ name: `${await start()}__talk`, arguments: {} });
    expectError(toolError(result), code, { call_id: expect.any(String), ...data });
    expect(result.content[0]?.text).toContain(toolError(result).data?.["details"]);
  });
});

describe("a service address where no server listens", () => {
  it("is -32006 over /rpc and MCP", async () => {
    const service = await startToolService();
    const tool = await registered(service);
    await service.stop();
    expectError(await call(tool), -32006, { call_id: "call-1", error_type: "unreachable", retryable: true });
    const result = await client.callTool({ name: `${tool}__talk`, arguments: {} });
    expectError(toolError(result), -32006, { error_type: "unreachable", retryable: true });
  });
});

describe("a missing tool or function", () => {
  it("is -32002 for a tool, with a suggestion", async () => {
    expectError(await call("calculater"), -32002, {
      call_id: "call-1",
      error_type: "not_found",
      value: "calculater",
      hint: "Did you mean calculator?",
    });
    const input = { name: "calculator__calculat", arguments: {} };
    const result = await client.callTool({ name: "toolbox__call_tool", arguments: input });
    expectError(toolError(result), -32002, { hint: "Did you mean calculator__calculate?" });
  });

  it("is -32003 for a function, with the existing ones", async () => {
    expectError(await call("calculator", { function_name: "calculat" }), -32003, {
      call_id: "call-1",
      allowed: ["calculate", "convert_units"],
      hint: "Did you mean calculate?",
    });
  });
});

describe("invalid arguments of a registered tool", () => {
  it("are -32004 without a request to the service", async () => {
    const service = await startToolService();
    const tool = await registered(service);
    const wrong = { field: "value", allowed: expect.anything() };
    expectError(await call(tool, { arguments: { value: 7 } }), -32004, { call_id: "call-1", ...wrong });
    expectError(await call(tool, { arguments: { valeu: "x" } }), -32004, { hint: 'Did you mean "value"?' });
    const result = await client.callTool({ name: `${tool}__talk`, arguments: { value: 7 } });
    expectError(toolError(result), -32004, wrong);
    expect(service.calls).toEqual([]);
  });

  it.each([
    ["tool_name", 7],
    ["function_name", ""],
    ["arguments", []],
    ["timeout", -1],
    ["call_id", "x".repeat(201)],
  ])("are -32004 in the call's parameters too: %s", async (field, value) => {
    expectError(await call("calculator", { function_name: "calculate", [field]: value }), -32004, { field });
  });

  it("have a call ID even if the caller sent none", async () => {
    expectError(await call("calculator", { call_id: undefined }), -32003, {
      call_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });
});

describe("calls over a tool's concurrency limit", () => {
  it("are -32007, and the others are answered", async () => {
    const { open, opened } = gate();
    const service = await startToolService(({ params }) =>
      opened.then(() => ({ result: { call_id: params.call_id, status: "completed", data: {} } })),
    );
    const tool = await registered(service);
    let refused: WireError | undefined;
    const others = Array.from({ length: 49 }, () =>
      call(tool).then((error) => {
        if (error) refused = error;
        if (error) open();
      }),
    );
    await Promise.all(others);
    expectError(refused, -32007, { call_id: "call-1", retryable: true, retry_after_ms: 1000 });
    expect(service.calls).toHaveLength(48);
  });
});

describe("a failure inside Taxiway", () => {
  it("is -32000 for a caller without the token", async () => {
    const service = await startToolService();
    const { status, error } = await taxiway.rpc("tools/register", { tool: toolAt(service) });
    expect(status).toBe(401);
    expectError(error, -32000, { error_type: "unauthorized", hint: expect.stringContaining("Authorization: Bearer") });
  });

  it("does not affect calls of registered tools: only registrations report the unavailable store", async () => {
    const valkey = await startValkey();
    try {
      const node = await startToolbox({ TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url });
      const service = await startToolService();
      await node.register(toolAt(service));
      await valkey.kill();
      const late = () => node.register(toolAt(service, { name: "late" }));
      const { message } = await late().catch((error: Error) => error);
      const away = { details: expect.stringContaining("The store"), retryable: true };
      expectError(JSON.parse(message), -32006, away);
      const params = { tool_name: "parrot", function_name: "talk", arguments: {} };
      expect((await node.rpc("tools/call", params)).result).toMatchObject({ status: "completed" });
      await valkey.start();
      await vi.waitFor(async () => expect(await late()).toMatchObject({ tool_id: "late_v1" }));
    } finally {
      await valkey.stop();
    }
  });
});
