import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createOutbound } from "../../../../../src/platform/outbound/guarded-outbound.ts";
import type { Outbound } from "../../../../../src/platform/outbound/outbound.ts";
import type { FunctionCall } from "../../../../../src/servers/toolbox/registry/backend.ts";
import { createHttpBackend } from "../../../../../src/servers/toolbox/registry/http-backend.ts";
import { verify } from "../../../../fixtures/servers/toolbox/verify-signature.ts";

interface Asked {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly message: { id: number; method: string; params: Record<string, unknown> };
  readonly response: ServerResponse;
  /** A service that answers with this result or message. */
  result(result: unknown): void;
  error(error: unknown, status?: number, headers?: Record<string, string>): void;
}

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
};

const SECRET = Buffer.from("the secret of weather");

/** A real service on loopback, and the backend that calls it. */
const start = async (serve: (asked: Asked) => void, outbound: Outbound = createOutbound({ allow: ["127.0.0.1"] })) => {
  open.push(outbound);
  const asked: Asked[] = [];
  const url = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        const message = JSON.parse(body) as Asked["message"];
        const answer = (status: number, headers: Record<string, string>, content: object) => {
          response.writeHead(status, { "Content-Type": "application/json", ...headers });
          response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...content }));
        };
        const each: Asked = {
          ...{ request, body, message, response },
          result: (result) => answer(200, {}, { result }),
          error: (error, status = 200, headers = {}) => answer(status, headers, { error }),
        };
        asked.push(each);
        serve(each);
      });
    }),
  );
  return { asked, url, backend: createHttpBackend({ url, name: "weather", secret: SECRET, outbound }) };
};

const aCall = (change: Partial<FunctionCall> = {}): FunctionCall => ({
  functionName: "forecast",
  arguments: { city: "Vienna" },
  callId: "uuid-123",
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  caller: { tenant: "default", sessionId: "s", transport: "http" },
  progress: () => undefined,
  ...change,
});
const raw =
  (content: string | Buffer, headers: Record<string, string> = { "Content-Type": "application/json" }) =>
  ({ response }: Asked) => {
    response.writeHead(200, headers);
    response.end(content);
  };

describe("an HTTP backend", () => {
  it("sends the registry's message and unwraps the response", async () => {
    const { backend, asked } = await start(({ result }) =>
      result({ call_id: "uuid-123", status: "completed", data: { sky: "blue" }, execution_time_ms: 3 }),
    );
    expect(await backend.call(aCall({ timeoutMs: 10_000 }))).toEqual({ data: { sky: "blue" } });
    expect(asked[0]?.message).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        tool_name: "weather",
        function_name: "forecast",
        arguments: { city: "Vienna" },
        call_id: "uuid-123",
        timeout: 10,
      },
    });
  });

  it("signs requests and sends a deadline", async () => {
    const { backend, asked } = await start(({ result }) => result({ data: 1 }));
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const before = Date.now();
    await backend.call(aCall({ timeoutMs: 10_000, traceparent, callId: "é\r\nX-Evil: 1" }));
    const [{ request: sent, body }] = asked as [Asked];
    const { headers } = sent;
    const request = {
      secret: SECRET,
      timestamp: headers["x-timestamp"] as string,
      signature: headers["x-signature"] as string,
      body,
      now: Date.now(),
    };
    expect(verify(request)).toBe(true);
    expect(verify({ ...request, secret: "of another tool" })).toBe(false);
    expect(headers).toMatchObject({ accept: "application/json", "content-type": "application/json", traceparent });
    expect(headers["x-call-id"]).toBe("???X-Evil:?1");
    expect(headers["x-evil"]).toBeUndefined();
    expect(Number(headers["x-deadline"])).toBeGreaterThanOrEqual(before + 10_000);
    expect(Number(headers["x-deadline"])).toBeLessThanOrEqual(Date.now() + 10_000);
  });

  it.each<[string, unknown, unknown]>([
    ["a bare object", { sky: "blue" }, { data: { sky: "blue" } }],
    ["an object that happens to have a status", { status: "rain" }, { data: { status: "rain" } }],
    ["nothing but that it is done", { call_id: "uuid-123", status: "completed" }, { data: null }],
    ["data that is no object", { data: [1, 2] }, { data: [1, 2] }],
    [
      "pictures for the model",
      {
        data: {},
        content: [
          { type: "image", data: "aGk=", mimeType: "image/png", more: 1 },
          { type: "text", text: "hi" },
        ],
      },
      {
        data: {},
        blocks: [
          { type: "image", data: "aGk=", mimeType: "image/png" },
          { type: "text", text: "hi" },
        ],
      },
    ],
  ])("accepts %s", async (_, result, outcome) => {
    const { backend } = await start((asked) => asked.result(result));
    expect(await backend.call(aCall())).toEqual(outcome);
  });

  const deep = `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(400_000)}${"]".repeat(400_000)}}`;
  it.each<[string, (asked: Asked) => void, RegExp]>([
    ["garbage", raw("}{"), /not JSON/],
    ["nothing", raw(""), /not JSON/],
    ["something that is not UTF-8", raw(Buffer.from([0x22, 0xff, 0xfe, 0x22])), /not UTF-8/],
    ["a page", raw("<html>", { "Content-Type": "text/html\u00a0" }), /text\/html instead of application\/json/],
    ["JSON without an envelope", raw('{"sky":"blue"}'), /not a JSON-RPC 2.0 response/],
    ["an array", raw("[]"), /not a JSON-RPC 2.0 response/],
    ["a list as result", ({ result }) => result([1]), /neither a result nor an error/],
    ["another id", raw('{"jsonrpc":"2.0","id":99,"result":{"data":1}}'), /id is not that of the request/],
    [
      "another call",
      ({ result }) => result({ call_id: "other", status: "completed", data: 1 }),
      /call_id is not that of the call/,
    ],
    ["5 MB", raw(`"${"x".repeat(5_000_000)}"`), /larger than/],
    ["JSON without end", raw(deep), /nested deeper than 64 levels/],
    ["content that is no block", ({ result }) => result({ data: 1, content: [{ type: "script" }] }), /text, image and/],
    [
      "a picture that is none",
      ({ result }) => result({ data: 1, content: [{ type: "image", data: "<>", mimeType: "image/png" }] }),
      /text, image and/,
    ],
    ["HTTP status 404", ({ response }) => response.writeHead(404).end(), /HTTP status 404/],
    ["HTTP status 401", ({ response }) => response.writeHead(401).end(), /refused the request with HTTP status 401/],
    ["a redirect", ({ response }) => response.writeHead(302, { Location: "/elsewhere" }).end(), /redirect|302/i],
    [
      "half of what it announced",
      ({ response }) => {
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
        response.write('{"jsonrpc"');
        setImmediate(() => response.destroy());
      },
      /cut off/,
    ],
    ["no HTTP", ({ response }) => void response.socket?.end("hello\r\n\r\n"), /valid HTTP/],
  ])("fails on %s", async (_, serve, sentence) => {
    const { backend, asked } = await start(serve);
    const failure = {
      kind: "failed",
      message: expect.stringMatching(sentence),
      details: { error_type: "bad_response" },
    };
    await expect(backend.call(aCall())).rejects.toMatchObject(failure);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, object, object]>([
    [
      "the document's own error",
      {
        code: -32001,
        message: "Tool execution failed",
        data: {
          call_id: "uuid-123",
          error_type: "timeout",
          details: "Search service did not respond within 10 seconds",
        },
      },
      {
        kind: "failed",
        message: "Search service did not respond within 10 seconds",
        details: { error_type: "timeout" },
      },
    ],
    [
      "-32000",
      { code: -32000, message: "Server error" },
      { kind: "failed", message: "Server error", details: { error_type: "server_error" } },
    ],
    [
      "-32002",
      { code: -32002, message: "Tool not found" },
      { kind: "failed", details: { error_type: "tool_not_found" } },
    ],
    ["-32003", { code: -32003, message: "Function not found" }, { kind: "function_not_found" }],
    [
      "-32004",
      { code: -32004, message: "Invalid parameters", data: { details: { city: "unknown" } } },
      { kind: "invalid", message: '{"city":"unknown"}' },
    ],
    ["-32005", { code: -32005, message: "Timeout" }, { kind: "failed", details: { error_type: "timeout" } }],
    [
      "-32006",
      { code: -32006, message: "No satellites", data: { details: "clouds", retryable: false } },
      { kind: "unavailable", message: "No satellites: clouds", details: { retryable: false } },
    ],
    [
      "-32007",
      { code: -32007, message: "Rate limited", data: { retry_after_ms: 1500 } },
      { kind: "rate_limited", details: { retry_after_ms: 1500 } },
    ],
    [
      "a pause without end",
      { code: -32007, message: "x", data: { retry_after_ms: 1e300 } },
      { details: { retry_after_ms: 3_600_000 } },
    ],
    [
      "an unknown code",
      { code: 7, message: "Seven" },
      { kind: "failed", message: "Seven", details: { error_type: "server_error" } },
    ],
    ["no words at all", {}, { kind: "failed", message: "weather failed without a message." }],
    [
      "words that hide something",
      { code: -32001, message: "a\u001b[2J\u202Eb", data: { error_type: "<script>" } },
      { message: "a[2Jb" },
    ],
  ])("keeps the meaning of an error: %s", async (_, error, failure) => {
    const { backend } = await start((asked) => asked.error(error));
    await expect(backend.call(aCall())).rejects.toMatchObject(failure);
    const { backend: withStatus } = await start((asked) => asked.error(error, 500));
    await expect(withStatus.call(aCall())).rejects.toMatchObject(failure);
  });

  it("cuts error messages to 500 characters", async () => {
    const long = "x".repeat(100_000);
    const { backend } = await start(({ error }) => error({ code: -32001, message: long, data: { details: long } }));
    const failure = (await backend.call(aCall()).catch((error: unknown) => error)) as Error;
    expect(failure.message).toHaveLength(500);
  });

  it.each<[number, Record<string, string>, object]>([
    [429, { "Retry-After": "7" }, { kind: "rate_limited", details: { retry_after_ms: 7000 } }],
    [503, { "Retry-After": "2" }, { kind: "unavailable", details: { retryable: true, retry_after_ms: 2000 } }],
    [503, { "Retry-After": "soon" }, { kind: "unavailable", message: expect.stringContaining("503") }],
    [500, {}, { kind: "unavailable", details: { error_type: "http_error" } }],
    [502, { "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT" }, { kind: "unavailable", details: { retry_after_ms: 0 } }],
  ])("maps HTTP status %i and %j", async (status, headers, failure) => {
    const { backend } = await start(({ response }) => response.writeHead(status, headers).end("oops"));
    await expect(backend.call(aCall())).rejects.toMatchObject(failure);
  });

  it("retries once and is unavailable if the connection is refused", async () => {
    const outbound = createOutbound({ allow: ["127.0.0.1"] });
    open.push(outbound);
    const server = createServer();
    const url = await listen(server);
    await open.pop()?.close();
    const request = vi.spyOn(outbound, "request");
    const backend = createHttpBackend({ url, name: "weather", secret: SECRET, outbound });
    await expect(backend.call(aCall())).rejects.toMatchObject({
      kind: "unavailable",
      message: "weather cannot be reached. The connection failed.",
      details: { error_type: "unreachable", retryable: true },
    });
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("does not retry if the connection breaks after sending, because the call may have run", async () => {
    const { backend, asked } = await start(({ response }) => void response.socket?.destroy());
    await expect(backend.call(aCall())).rejects.toMatchObject({ kind: "unavailable" });
    expect(asked).toHaveLength(1);
  });

  it("is unavailable if outbound policy forbids its address", async () => {
    const { backend, asked } = await start(({ result }) => result({}), createOutbound({ allow: [] }));
    await expect(backend.call(aCall())).rejects.toMatchObject({
      kind: "unavailable",
      details: { error_type: "refused", retryable: false },
    });
    expect(asked).toHaveLength(0);
  });

  it.each<[string, (asked: Asked) => void]>([
    ["never answers", () => undefined],
    ["never gets past its headers", ({ response }) => void response.socket?.write("HTTP/1.1 200 OK\r\nX-Slow: ")],
    ["never gets past the first byte", ({ response }) => void response.writeHead(200).write("{")],
  ])("times out if the service %s", async (_, serve) => {
    const { backend } = await start(serve);
    await expect(backend.call(aCall({ timeoutMs: 150 }))).rejects.toMatchObject({
      kind: "timeout",
      message: "weather did not answer within 0.15 seconds.",
    });
  });

  it("closes the connection when the call is cancelled", async () => {
    const closed = vi.fn();
    const { backend, asked } = await start(({ response }) => response.on("close", closed));
    const leaving = new AbortController();
    const call = backend.call(aCall({ signal: leaving.signal }));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const reason = new Error("cancelled by the client");
    leaving.abort(reason);
    await expect(call).rejects.toBe(reason);
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  });

  it.each<[string, object, object]>([
    [
      "the document's answer",
      { status: "healthy", response_time_ms: 45, version: "1.0.0", capabilities: ["forecast"], last_error: null },
      { status: "healthy", version: "1.0.0", capabilities: ["forecast"] },
    ],
    ["trouble", { status: "degraded", last_error: "no\u0007 map" }, { status: "degraded", lastError: "no map" }],
    [
      "fields of other types",
      { status: "healthy", version: 3, capabilities: [1, "a"], last_error: {} },
      { status: "healthy", capabilities: ["a"] },
    ],
  ])("reads a health report: %s", async (_, result, health) => {
    const { backend, asked } = await start((each) => each.result(result));
    expect(await backend.check(new AbortController().signal)).toEqual(health);
    expect(asked[0]?.message).toMatchObject({ method: "health/check", params: { tool_name: "weather" } });
  });

  it.each<[string, (asked: Asked) => void, object]>([
    [
      "reports a failure",
      ({ result }) => result({ status: "down", last_error: "fire" }),
      { kind: "unavailable", message: "weather reports that it is not working: fire" },
    ],
    ["says nothing", ({ result }) => result({}), { kind: "failed", details: { error_type: "bad_response" } }],
    ["tells an error", ({ error }) => error({ code: -32000, message: "Server error" }), { kind: "failed" }],
    ["responds with status 500", ({ response }) => response.writeHead(500).end(), { kind: "unavailable" }],
  ])("is unhealthy if the service %s", async (_, serve, failure) => {
    const { backend } = await start(serve);
    await expect(backend.check(new AbortController().signal)).rejects.toMatchObject(failure);
  });

  it("is healthy if the service does not implement health checks", async () => {
    const { backend } = await start(({ error }) => error({ code: -32601, message: "Method not found" }, 404));
    expect(await backend.check(new AbortController().signal)).toEqual({ status: "healthy" });
  });

  it("aborts a cancelled health check", async () => {
    const closed = vi.fn();
    const { backend, asked } = await start(({ response }) => response.on("close", closed));
    const leaving = new AbortController();
    const check = backend.check(leaving.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    leaving.abort(new Error("late"));
    await expect(check).rejects.toThrow("late");
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  });
});
