import { onTestFinished } from "vitest";
import { type Answer, worked } from "../../fixtures/taxiway.ts";
import { type EventReader, readEvents } from "./event-reader.ts";

/** A node at any address. */
export interface Node {
  readonly url: string;
}

export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A client that can send each request to another node. */
export interface RemoteSession {
  readonly id: string;
  /** Sends a request and returns its answer, or a notification. */
  post(node: Node, message: object): Promise<Heard>;
  ask(node: Node, method: string, params?: object): Promise<Heard>;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, which tests look into
  call(node: Node, tool: string, input: object): Promise<any>;
  /** Sends a request that is answered by a stream. */
  stream(node: Node, request: object): Promise<EventReader>;
  /** Opens the stream of notifications, or the rest of an interrupted stream. */
  listen(node: Node, lastEventId?: string): Promise<EventReader>;
  end(node: Node): Promise<number>;
}

const VERSION = "2025-11-25";
const MODERN = "2026-07-28";
const POSTING = { "content-type": "application/json", accept: "application/json, text/event-stream" };

type HeaderFields = Readonly<Record<string, string>>;

/** Longer than any call may take, so that a hanging call fails with its place. */
const PATIENCE_MS = 25_000;

export const post = async (node: Node, headers: HeaderFields, message: object): Promise<Heard> => {
  const response = await fetch(node.url, {
    method: "POST",
    headers: { ...POSTING, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

/** Opens a stream, which is cut when the test ends at the latest. */
const openStream = async (node: Node, init: RequestInit): Promise<EventReader> => {
  const cutting = new AbortController();
  const cut = () => cutting.abort();
  onTestFinished(cut);
  const response = await fetch(node.url, { ...init, signal: cutting.signal });
  const type = response.headers.get("content-type");
  if (response.status !== 200 || type !== "text/event-stream" || !response.body) {
    throw new Error(`No stream, but ${response.status} ${type}: ${await response.text()}`);
  }
  return readEvents(response.body, cut);
};

export const openSession = async (node: Node, capabilities: object = {}): Promise<RemoteSession> => {
  let lastId = 0;
  const clientInfo = { name: "traveller between nodes", version: "1" };
  const params = { protocolVersion: VERSION, capabilities, clientInfo };
  const opened = await post(node, {}, { id: "opening", method: "initialize", params });
  const id = opened.headers.get("mcp-session-id");
  if (opened.status !== 200 || id === null) throw new Error(`No session, but ${opened.status}: ${opened.body}`);
  const headers = { "mcp-session-id": id, "mcp-protocol-version": VERSION };

  const ask: RemoteSession["ask"] = (at, method, params = {}) => post(at, headers, { id: ++lastId, method, params });
  return {
    id,
    post: (at, message) => post(at, headers, message),
    ask,
    async call(at, tool, input) {
      const { status, body } = await ask(at, "tools/call", { name: tool, arguments: input });
      if (status !== 200) throw new Error(`${tool}: ${status} ${body}`);
      const { result, error } = JSON.parse(body) as Answer;
      if (error) throw new Error(`${tool}: ${error.message}`);
      return worked(result);
    },
    stream: (at, request) =>
      openStream(at, {
        method: "POST",
        headers: { ...POSTING, ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", ...request }),
      }),
    listen: (at, lastEventId) =>
      openStream(at, {
        headers: {
          accept: "text/event-stream",
          ...headers,
          ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
        },
      }),
    async end(at) {
      return (await fetch(at.url, { method: "DELETE", headers })).status;
    },
  };
};

/** A modern request, without a session unless an ID is given. */
const modernRequest = (method: string, params: { readonly name?: string }, sessionId?: string) => ({
  headers: {
    ...POSTING,
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(params.name !== undefined && { "mcp-name": params.name }),
    ...(sessionId !== undefined && { "mcp-session-id": sessionId }),
  },
  message: {
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": { name: "traveller between nodes", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
      },
    },
  },
});

export const askModern = async (node: Node, method: string, params: object, sessionId?: string): Promise<Answer> => {
  const { headers, message } = modernRequest(method, params, sessionId);
  const { status, body } = await post(node, headers, { id: 1, ...message });
  if (status !== 200) throw new Error(`${method}: ${status} ${body}`);
  return JSON.parse(body) as Answer;
};

export const streamModern = (node: Node, method: string, params: object, sessionId?: string): Promise<EventReader> => {
  const { headers, message } = modernRequest(method, params, sessionId);
  return openStream(node, {
    method: "POST",
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id: "listening", ...message }),
  });
};
