import { type Call, type Era, withId } from "../requests.ts";

const PROTOCOL_VERSION = { legacy: "2025-11-25", modern: "2026-07-28" } as const satisfies Record<Era, string>;

export const headersOf = (era: Era): Readonly<Record<string, string>> => ({
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": PROTOCOL_VERSION[era],
});

export interface HttpCall {
  readonly port: number;
  readonly call: Call;
  readonly era: Era;
  /** Of the tool; a modern request says it in a header too. */
  readonly tool: string;
  readonly sessionId?: string | undefined;
  /** Of the MCP server. Default the GDS. */
  readonly path?: string;
}

/** The load puts another number of the same length in its place each time it sends the request. */
export const FIRST_ID = 1_000_000;

/** The bytes of a tools/call, as a client sends it on a connection that it keeps. */
export const httpRequest = ({ port, call, era, tool, sessionId, path = "/mcp" }: HttpCall): string => {
  const body = withId(call, FIRST_ID).trim();
  const headers = {
    Host: `127.0.0.1:${port}`,
    ...headersOf(era),
    ...(era === "modern" && { "Mcp-Method": "tools/call", "Mcp-Name": tool }),
    ...(sessionId !== undefined && { "Mcp-Session-Id": sessionId }),
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
};
