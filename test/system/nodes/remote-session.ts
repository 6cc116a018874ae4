import { onTestFinished } from "vitest";
import { type Answer, worked } from "../../fixtures/taxiway.ts";
import { type EventReader, readEvents } from "./event-reader.ts";

/** Whatever answers at an address: a node. */
export interface Node {
  readonly url: string;
}

export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A client without a node of its own: every request says where it goes. */
export interface RemoteSession {
  readonly id: string;
  /** A request with its answer, or a notification without a second thought. */
  post(node: Node, message: object): Promise<Heard>;
  ask(node: Node, method: string, params?: object): Promise<Heard>;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, which tests look into
  call(node: Node, tool: string, input: object): Promise<any>;
  /** A request whose answer comes as a stream. */
  stream(node: Node, request: object): Promise<EventReader>;
  /** What the server says unasked, or the rest of a stream that broke. */
  listen(node: Node, lastEventId?: string): Promise<EventReader>;
  end(node: Node): Promise<number>;
}

const VERSION = "2025-11-25";
const MODERN = "2026-07-28";
const POSTING = { "content-type": "application/json", accept: "application/json, text/event-stream" };

type HeaderFields = Readonly<Record<string, string>>;

/** Longer than anything may take, so that what hangs says where. */
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

/** Opens a response that stays open; it is cut when the test is over, if not before. */
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

/** A request of a client that has no session, unless it brings an id. */
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
