import { expect } from "vitest";
import { type Answer, type ToolResult, worked } from "../fixtures/taxiway.ts";
import { type Asking, ask, openStream, type RawAnswer, type RawStream } from "./raw-http.ts";

type Headers = Readonly<Record<string, string>>;

export const JSON_TYPE: Headers = { "Content-Type": "application/json" };
export const ACCEPT_BOTH: Headers = { Accept: "application/json, text/event-stream" };
export const ACCEPT_STREAM: Headers = { Accept: "text/event-stream" };
export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const LEGACY = "2025-11-25";
export const MODERN = "2026-07-28";

let lastId = 0;

export interface More {
  readonly id?: string | number;
  readonly headers?: Headers;
}

/** A POST of the older protocol. Without a session there is only `initialize` that makes sense. */
export const legacyPost = (method: string, params: object = {}, { id = ++lastId, headers }: More = {}): Asking => ({
  headers: { ...JSON_TYPE, ...ACCEPT_BOTH, ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
});

export const notificationPost = (method: string, params: object, headers: Headers): Asking => ({
  headers: { ...JSON_TYPE, ...ACCEPT_BOTH, ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", method, params }),
});

export const initializePost = (headers: Headers = {}, more: object = {}): Asking =>
  legacyPost(
    "initialize",
    { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: "raw", version: "1" }, ...more },
    { headers },
  );

const NAMES: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** A POST of the newer protocol, with everything that it has to repeat. */
export const modernPost = (
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { id = ++lastId, headers }: More = {},
): Asking => {
  const name = NAMES[method];
  const meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    ...(params["_meta"] as object | undefined),
  };
  return {
    headers: {
      ...JSON_TYPE,
      ...ACCEPT_BOTH,
      "MCP-Protocol-Version": MODERN,
      "Mcp-Method": method,
      ...(name !== undefined && { "Mcp-Name": String(params[name]) }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } }),
  };
};

/** A session of the older protocol. */
export interface LegacySession {
  readonly id: string;
  readonly headers: Headers;
  ask(method: string, params?: object, more?: More): Promise<RawAnswer>;
  notify(method: string, params: object): Promise<RawAnswer>;
  /** What a tool that is expected to work returned. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, which tests look into
  call(tool: string, input: object): Promise<any>;
  /** The same request, answered by a stream. */
  stream(method: string, params?: object, more?: More): Promise<RawStream>;
  /** The stream of what is said without being asked, or the rest of one that broke. */
  listen(lastEventId?: string): Promise<RawStream>;
  end(): Promise<RawAnswer>;
}

export const openSession = async (port: number, opening: Asking = initializePost()): Promise<LegacySession> => {
  const opened = await ask(port, opening);
  expect(opened.status, opened.text).toBe(200);
  const id = String(opened.headers["mcp-session-id"]);
  const { protocolVersion } = opened.message.result;
  const headers = { "Mcp-Session-Id": id, "MCP-Protocol-Version": protocolVersion };
  const post = (method: string, params?: object, more: More = {}): Asking =>
    legacyPost(method, params, { ...more, headers: { ...headers, ...more.headers } });
  return {
    id,
    headers,
    ask: (method, params, more) => ask(port, post(method, params, more)),
    notify: (method, params) => ask(port, notificationPost(method, params, headers)),
    async call(tool, input) {
      const { text, message } = await ask(port, post("tools/call", { name: tool, arguments: input }));
      if (message.error) throw new Error(text);
      return worked(message.result as ToolResult);
    },
    stream: (method, params, more) => openStream(port, post(method, params, more)),
    listen: (lastEventId) =>
      openStream(port, {
        headers: { ...headers, ...ACCEPT_STREAM, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) },
      }),
    end: () => ask(port, { method: "DELETE", headers }),
  };
};

/** The answers to requests among everything a stream brought. */
export const answersIn = ({ messages }: RawStream): Answer[] =>
  messages.filter((message) => message.result !== undefined || message.error !== undefined);

/** Finds a stay that can be booked; returns what bookHotel needs for it. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, which tests look into
export const findStay = async (call: (tool: string, input: object) => Promise<any>) => {
  const { hotels } = await call("searchHotels", {
    cityCode: "LON",
    checkInDate: "2027-03-01",
    checkOutDate: "2027-03-03",
  });
  const { id } = hotels.find(({ status }: { status: string }) => status === "available");
  return { hotelId: id as string, guests: [{ firstName: "Ada", lastName: "Byron", email: "ada@example.com" }] };
};
