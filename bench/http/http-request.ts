import { type Call, type Era, META, withId } from "../requests.ts";

const PROTOCOL_VERSION = { legacy: "2025-11-25", modern: "2026-07-28" } as const satisfies Record<Era, string>;

export const headersOf = (era: Era): Readonly<Record<string, string>> => ({
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": PROTOCOL_VERSION[era],
});

export interface HttpPost {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the bytes of a request, as a client sends it on a keep-alive connection. */
export const postRequest = ({ port, path, headers, body }: HttpPost): string => {
  const all = { Host: `127.0.0.1:${port}`, ...headers, "Content-Length": Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
};

/** Adds an API key to a request. */
export const withKey = (request: string, key: string): string =>
  request.replace("\r\n", `\r\nAuthorization: Bearer ${key}\r\n`);

/** The load replaces it by another number of the same length each time it sends the request. */
export const FIRST_ID = 1_000_000;

export interface HttpCall {
  readonly port: number;
  readonly call: Call;
  readonly era: Era;
  /** The tool's name, which modern requests also have in a header. */
  readonly tool: string;
  readonly sessionId?: string | undefined;
  /** The path of the MCP server. Default the GDS. */
  readonly path?: string;
}

/** Returns the bytes of a tools/call request. */
export const httpRequest = ({ port, call, era, tool, sessionId, path = "/mcp" }: HttpCall): string =>
  postRequest({
    port,
    path,
    headers: {
      ...headersOf(era),
      ...(era === "modern" && { "Mcp-Method": "tools/call", "Mcp-Name": tool }),
      ...(sessionId !== undefined && { "Mcp-Session-Id": sessionId }),
    },
    body: withId(call, FIRST_ID).trim(),
  });

const LIST_HEADERS = { ...headersOf("modern"), "Mcp-Method": "tools/list" };
const LIST = `{"jsonrpc":"2.0","id":${FIRST_ID},"method":"tools/list","params":${JSON.stringify({ _meta: META })}}`;

/** Returns the bytes of a tools/list request to an MCP server. */
export const listRequest = (port: number, path: string): string =>
  postRequest({ port, path, headers: LIST_HEADERS, body: LIST });

/** Sends one tools/list request and returns its duration in milliseconds. */
export const timeToList = async (port: number, path: string): Promise<number> => {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: LIST_HEADERS,
    body: LIST,
  });
  const text = await response.text();
  const duration = performance.now() - startedAt;
  if (response.ok && text.includes('"tools":[{')) return duration;
  throw new Error(`${path} did not list its tools: ${response.status} ${text.slice(0, 300)}`);
};
