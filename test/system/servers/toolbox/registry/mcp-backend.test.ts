import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createOutbound } from "../../../../../src/platform/outbound/guarded-outbound.ts";
import type { FunctionCall } from "../../../../../src/servers/toolbox/registry/backend.ts";
import { createMcpBackend } from "../../../../../src/servers/toolbox/registry/mcp-backend.ts";
import { importReferee } from "../../../../fixtures/referees.ts";

type Progress = (progress: number, total: number, message: string) => Promise<void>;
interface Upstream {
  /** One array per page. */
  pages: object[][];
  call(name: string, input: Record<string, unknown>, more: { signal: AbortSignal; progress: Progress }): unknown;
  readonly seen: Record<string, unknown>[];
}
interface Serving {
  readonly url: string;
  readonly server: Server;
  /** The sessions it knows. */
  readonly sessions: Map<string, unknown>;
  stop(): Promise<void>;
}
type Handle = (request: IncomingMessage, response: ServerResponse) => void;
interface AnyServer {
  connect(transport: unknown): Promise<void>;
  setRequestHandler(method: unknown, handler: (request: Request, context: Context) => Promise<unknown>): void;
}
interface Request {
  readonly params?: {
    cursor?: string;
    name: string;
    arguments?: Record<string, unknown>;
    _meta?: Record<string, unknown>;
  };
}
/** v1 has these on the top level, v2 under `mcpReq`. */
interface Context {
  readonly signal: AbortSignal;
  sendNotification(notification: object): Promise<void>;
  readonly mcpReq: { readonly signal: AbortSignal; notify(notification: object): Promise<void>; _meta?: object };
}
interface Transport {
  sessionId?: string;
  handleRequest: Handle;
}
type NewServer = new (info: object, options: object) => AnyServer;
type NewTransport = new (options: object) => Transport;

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const INFO = { name: "upstream", version: "3.2.1" };
const OPTIONS = { capabilities: { tools: {} } };

const handlers = (upstream: Upstream, isV2: boolean) => ({
  async list({ params }: Request) {
    const page = Number(params?.cursor ?? 0);
    const isLast = page + 1 >= upstream.pages.length;
    return { tools: upstream.pages[page] ?? [], ...(!isLast && { nextCursor: String(page + 1) }) };
  },
  async call({ params }: Request, context: Context) {
    const { name = "", arguments: input = {} } = params ?? {};
    const meta = { ...params?._meta, ...(isV2 && context.mcpReq._meta) } as Record<string, unknown>;
    upstream.seen.push({ name, input, meta });
    const send = isV2 ? context.mcpReq.notify : context.sendNotification;
    const progress: Progress = (progress, total, message) =>
      send({
        method: "notifications/progress",
        params: { progressToken: meta["progressToken"], progress, total, message },
      });
    const { signal } = isV2 ? context.mcpReq : context;
    return upstream.call(name, input, { signal, progress });
  },
});

const KINDS: Record<string, (upstream: Upstream, sessions: Map<string, unknown>) => Promise<Handle>> = {
  "of the v1 SDK, with sessions": async (upstream, sessions) => {
    const { Server } = await importReferee<{ Server: NewServer }>("@modelcontextprotocol/sdk/server/index.js");
    const types = await importReferee<Record<string, unknown>>("@modelcontextprotocol/sdk/types.js");
    const { StreamableHTTPServerTransport } = await importReferee<{ StreamableHTTPServerTransport: NewTransport }>(
      "@modelcontextprotocol/sdk/server/streamableHttp.js",
    );
    const { list, call } = handlers(upstream, false);
    return async (request, response) => {
      const id = request.headers["mcp-session-id"] as string | undefined;
      if (id !== undefined && !sessions.has(id)) return void response.writeHead(404).end("no such session");
      let transport = sessions.get(id ?? "") as Transport | undefined;
      if (transport === undefined) {
        const server = new Server(INFO, OPTIONS);
        server.setRequestHandler(types["ListToolsRequestSchema"], list);
        server.setRequestHandler(types["CallToolRequestSchema"], call);
        const fresh = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: (session: string) => void sessions.set(session, fresh),
          onsessionclosed: (session: string) => void sessions.delete(session),
        });
        await server.connect(fresh);
        transport = fresh;
      }
      transport.handleRequest(request, response);
    };
  },
  "of the v2 SDK, modern only": async (upstream) => {
    const { Server, createMcpHandler } = await importReferee<{
      Server: NewServer;
      createMcpHandler(factory: () => AnyServer, options: object): unknown;
    }>("@modelcontextprotocol/server");
    const { toNodeHandler } = await importReferee<{ toNodeHandler(handler: unknown): Handle }>(
      "@modelcontextprotocol/node",
    );
    const { list, call } = handlers(upstream, true);
    const factory = () => {
      const server = new Server(INFO, OPTIONS);
      server.setRequestHandler("tools/list", list);
      server.setRequestHandler("tools/call", call);
      return server;
    };
    return toNodeHandler(createMcpHandler(factory, { legacy: "reject" }));
  },
};

const serve = async (handle: Handle, port = 0): Promise<Omit<Serving, "sessions">> => {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  open.push({ close: stop });
  return { server, stop, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
};

const start = async (kind: string, change: Partial<Upstream> = {}) => {
  const upstream: Upstream = {
    pages: [[ECHO]],
    call: (_, input) => ({ content: [{ type: "text", text: "ok" }], structuredContent: { echo: input } }),
    seen: [],
    ...change,
  };
  const sessions = new Map<string, unknown>();
  const handle = await (KINDS[kind] as (typeof KINDS)[string])(upstream, sessions);
  const serving: Serving = { ...(await serve(handle)), sessions };
  const again = () => serve(handle, Number(new URL(serving.url).port));
  return { upstream, serving, again, backend: connect(serving.url) };
};

const log = { warn: vi.fn() };
const connect = (url: string) => {
  const outbound = createOutbound({ allow: ["127.0.0.1"] });
  const backend = createMcpBackend({ url, name: "weather", outbound, version: "9.9.9", log });
  open.push({ close: () => backend.close().then(() => outbound.close()) });
  return backend;
};

const object = { type: "object" as const };
const ECHO = {
  name: "echo",
  title: "Echo",
  description: "Says it again.",
  inputSchema: { ...object, properties: { text: { type: "string" } } },
  outputSchema: { ...object, properties: { echo: object }, required: ["echo"] },
  annotations: { readOnlyHint: true, title: "Other" },
};
const aCall = (change: Partial<FunctionCall> = {}): FunctionCall => ({
  functionName: "echo",
  arguments: { text: "hi" },
  callId: "uuid-123",
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  caller: { tenant: "default", sessionId: "s", transport: "http" },
  progress: () => undefined,
  ...change,
});
const calm = () => new AbortController().signal;
const never = () => new Promise<never>(() => undefined);

describe.each(Object.keys(KINDS))("an MCP backend with a server %s", (kind) => {
  it("lists tools from all pages as functions", async () => {
    const plain = { name: "files/read__all", inputSchema: object };
    const { backend } = await start(kind, { pages: [[ECHO], [plain]] });
    const functions = await backend.functions(calm());
    expect(functions[0]).toEqual({
      name: "echo",
      title: "Echo",
      description: "Says it again.",
      parameters: ECHO.inputSchema,
      returns: ECHO.outputSchema,
      annotations: { readOnlyHint: true },
    });
    expect(functions[1]).toEqual({
      name: expect.stringMatching(/^files_read_all-[0-9a-f]{6}$/),
      description: "files/read__all",
      parameters: object,
    });
  });

  it("sends arguments, call id and trace context, and returns structured content", async () => {
    const { backend, upstream } = await start(kind);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    expect(await backend.call(aCall({ traceparent }))).toEqual({ data: { echo: { text: "hi" } } });
    expect(upstream.seen).toMatchObject([
      { name: "echo", input: { text: "hi" }, meta: { "taxiway/call_id": "uuid-123", traceparent } },
    ]);
  });

  it("calls a tool by its original name", async () => {
    const { backend, upstream } = await start(kind, { pages: [[{ name: "files.read", inputSchema: object }]] });
    const functionName = (await backend.functions(calm()))[0]?.name ?? "";
    await backend.call(aCall({ functionName }));
    await connect((await start(kind, upstream)).serving.url).call(aCall({ functionName }));
    expect(upstream.seen.map(({ name }) => name)).toEqual(["files.read", "files.read"]);
  });

  it.each<[string, object, object]>([
    [
      "text alone",
      {
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      { data: { text: "a\nb" } },
    ],
    [
      "a picture",
      {
        content: [
          { type: "image", data: "aGk=", mimeType: "image/png" },
          { type: "text", text: "a" },
        ],
      },
      {
        data: { text: "a" },
        blocks: [
          { type: "image", data: "aGk=", mimeType: "image/png" },
          { type: "text", text: "a" },
        ],
      },
    ],
    [
      "documents",
      {
        structuredContent: { n: 1 },
        content: [
          { type: "resource", resource: { uri: "a:b", text: "c" } },
          { type: "resource", resource: { uri: "a:b", blob: "aGk=" } },
          { type: "resource_link", uri: "a:c", name: "see" },
        ],
      },
      {
        data: { n: 1 },
        blocks: [
          { type: "resource", resource: { uri: "a:b", mimeType: "text/plain", text: "c" } },
          { type: "text", text: "a:b (binary, not shown)" },
          { type: "text", text: "see: a:c" },
        ],
      },
    ],
    ["something else than it promised", { structuredContent: { other: 1 }, content: [] }, { data: { other: 1 } }],
  ])("accepts %s", async (_, result, outcome) => {
    const { backend } = await start(kind, { call: () => result });
    expect(await backend.call(aCall())).toEqual(outcome);
  });

  it("returns errors with cleaned and shortened messages", async () => {
    const text = `No\u001b[2J such city.${"x".repeat(9999)}`;
    const { backend } = await start(kind, { call: () => ({ isError: true, content: [{ type: "text", text }] }) });
    const failure = (await backend.call(aCall()).catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ kind: "failed", details: { error_type: "tool_error" } });
    expect(failure.message).toMatch(/^No\[2J such city\.x+…$/);
    expect(failure.message).toHaveLength(500);
  });

  it.each<[string, () => unknown]>([
    ["far too much", () => ({ content: [{ type: "text", text: "x".repeat(2_000_000) }] })],
    [
      "what is nested without end",
      () => {
        let nested: object = {};
        for (let level = 0; level < 100; level++) nested = { nested };
        return { content: [], structuredContent: nested };
      },
    ],
  ])("fails on %s", async (_, call) => {
    const { backend } = await start(kind, { call });
    const failure = { kind: "failed", details: { error_type: "bad_response" } };
    await expect(backend.call(aCall())).rejects.toMatchObject(failure);
  });

  it("forwards progress", async () => {
    const { backend } = await start(kind, {
      async call(_, __, { progress }) {
        await progress(1, 3, "one\u0007");
        await progress(2, 3, "two");
        return { content: [], structuredContent: { echo: {} } };
      },
    });
    const progress = vi.fn();
    await backend.call(aCall({ progress }));
    expect(progress.mock.calls).toEqual([
      [1, 3, "one"],
      [2, 3, "two"],
    ]);
  });

  it("cancels a request and closes its stream", async () => {
    const cancelled = vi.fn();
    const { backend, upstream, serving } = await start(kind, {
      call(_, __, { signal }) {
        signal.addEventListener("abort", cancelled);
        return never();
      },
    });
    const closed = vi.fn();
    serving.server.on("request", (request, response) => {
      if (request.method === "POST") response.on("close", () => closed(response.writableFinished));
    });
    const leaving = new AbortController();
    const call = backend.call(aCall({ signal: leaving.signal }));
    await vi.waitFor(() => expect(upstream.seen).toHaveLength(1));
    const reason = new Error("cancelled by the client");
    leaving.abort(reason);
    await expect(call).rejects.toBe(reason);
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled());
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(false));
  });

  it("times out", async () => {
    const { backend, upstream } = await start(kind, { call: never });
    await backend.check(calm());
    await expect(backend.call(aCall({ timeoutMs: 150 }))).rejects.toMatchObject({
      kind: "timeout",
      message: "weather did not answer within 0.15 seconds.",
    });
    expect(upstream.seen).toHaveLength(1);
  });

  it("fails at once without a retry if the server dies during a call", async () => {
    const { backend, upstream, serving } = await start(kind, { call: never });
    const call = backend.call(aCall());
    await vi.waitFor(() => expect(upstream.seen).toHaveLength(1));
    await serving.stop();
    await expect(call).rejects.toMatchObject({ kind: expect.stringMatching(/^(?:unavailable|failed)$/) });
    expect(upstream.seen).toHaveLength(1);
  });

  it("reconnects after the server was down and lost its sessions", async () => {
    const { backend, serving, again, upstream } = await start(kind);
    await backend.call(aCall());
    await serving.stop();
    await expect(backend.call(aCall())).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/^weather cannot be reached\. /),
    });
    await expect(backend.check(calm())).rejects.toMatchObject({ kind: "unavailable" });
    serving.sessions.clear();
    await again();
    expect(await backend.call(aCall())).toEqual({ data: { echo: { text: "hi" } } });
    serving.sessions.clear();
    expect(await backend.call(aCall())).toEqual({ data: { echo: { text: "hi" } } });
    expect(upstream.seen).toHaveLength(3);
  });

  it("reports version and tools with every check", async () => {
    const { backend, upstream } = await start(kind);
    expect(await backend.check(calm())).toEqual({ status: "healthy", version: "3.2.1", capabilities: ["echo"] });
    upstream.pages = [[{ ...ECHO, name: "shout" }]];
    expect(await backend.check(calm())).toMatchObject({ capabilities: ["shout"] });
    await expect(backend.call(aCall())).rejects.toMatchObject({
      kind: "function_not_found",
      details: { allowed: ["shout"] },
    });
    upstream.pages = [[ECHO]];
    expect(await backend.call(aCall())).toMatchObject({ data: { echo: { text: "hi" } } });
  });

  it("takes 64 tools and logs the others", async () => {
    const page = (from: number) =>
      Array.from({ length: 40 }, (_, i) => ({ name: `tool${from + i}`, inputSchema: object }));
    const { backend } = await start(kind, { pages: [page(0), page(40), page(80)] });
    log.warn.mockClear();
    expect(await backend.functions(calm())).toHaveLength(64);
    expect(log.warn.mock.calls[0]?.[1]).toMatchObject({ tool: "weather", left: expect.arrayContaining(["tool79"]) });
  });

  it("shares one connection and terminates it on close", async () => {
    const { backend, serving } = await start(kind);
    const posts = vi.fn();
    serving.server.on("request", (request) => posts(request.method));
    await Promise.all(Array.from({ length: 5 }, () => backend.call(aCall())));
    expect(serving.sessions.size).toBeLessThanOrEqual(1);
    expect(posts).not.toHaveBeenCalledWith("GET");
    await backend.close();
    await vi.waitFor(() => expect(serving.sessions.size).toBe(0));
    await expect(backend.call(aCall())).rejects.toMatchObject({ kind: "unavailable" });
  });
});

describe("an address without an MCP server", () => {
  it.each<[string, Handle, object]>([
    [
      "answers garbage",
      (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).end("}{"),
      { kind: "failed", details: { error_type: "bad_response" } },
    ],
    [
      "is a page",
      (_, response) => void response.writeHead(200, { "Content-Type": "text/html" }).end("<html>"),
      { kind: "failed", details: { error_type: "bad_response" } },
    ],
    [
      "refuses connections",
      (_, response) => void response.writeHead(404).end(),
      { kind: "failed", details: { error_type: "bad_response" } },
    ],
    ["responds with status 503", (_, response) => void response.writeHead(503).end(), { kind: "unavailable" }],
    [
      "leads elsewhere",
      (_, response) => void response.writeHead(307, { Location: "http://127.0.0.1:9/" }).end(),
      { kind: "failed", details: { error_type: "bad_response" } },
    ],
    ["hangs up", (_, response) => void response.socket?.destroy(), { kind: "unavailable" }],
  ])("fails with a specific error if it %s", async (_, handle, failure) => {
    const { url } = await serve(handle);
    const backend = connect(url);
    await expect(backend.check(calm())).rejects.toMatchObject(failure);
    await expect(backend.call(aCall())).rejects.toMatchObject(failure);
  });

  it("is given up when the call times out", async () => {
    const { url } = await serve(() => undefined);
    const leaving = new AbortController();
    const check = connect(url).check(leaving.signal);
    const reason = new Error("three seconds are over");
    setImmediate(() => leaving.abort(reason));
    await expect(check).rejects.toBe(reason);
  });

  it("is given up when the tool is closed", async () => {
    const { url, server } = await serve(() => undefined);
    const asked = vi.fn();
    server.on("request", asked);
    const backend = connect(url);
    const check = backend.check(calm());
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await Promise.all([
      backend.close(),
      expect(check).rejects.toMatchObject({ kind: "unavailable", details: { error_type: "cancelled" } }),
    ]);
  });

  it("is not called if outbound policy forbids it", async () => {
    const outbound = createOutbound({ allow: [] });
    open.push(outbound);
    const { url, server } = await serve((_, response) => void response.end());
    const asked = vi.fn();
    server.on("request", asked);
    const backend = createMcpBackend({ url, name: "weather", outbound, version: "9.9.9" });
    await expect(backend.check(calm())).rejects.toMatchObject({
      kind: "unavailable",
      details: { error_type: "refused" },
    });
    expect(asked).not.toHaveBeenCalled();
  });
});
