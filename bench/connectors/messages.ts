import { FIRST_ID, headersOf } from "../http/http-request.ts";
import { META } from "../requests.ts";

const LIST_HEADERS = { ...headersOf("modern"), "Mcp-Method": "tools/list" };
const LIST = `{"jsonrpc":"2.0","id":${FIRST_ID},"method":"tools/list","params":${JSON.stringify({ _meta: META })}}`;

/** The bytes of a request for the list of tools of one MCP server. */
export const listRequest = (port: number, path: string): string => {
  const headers = { Host: `127.0.0.1:${port}`, ...LIST_HEADERS, "Content-Length": Buffer.byteLength(LIST) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${LIST}`;
};

/** The same request by somebody who has a key. */
export const withKey = (request: string, key: string): string =>
  request.replace("\r\n", `\r\nAuthorization: Bearer ${key}\r\n`);

/** Milliseconds until one list of tools is here. */
export const timeToList = async (port: number, path: string): Promise<number> => {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method: "POST", headers: LIST_HEADERS, body: LIST },
  });
  const text = await response.text();
  const ms = performance.now() - began;
  if (response.ok && text.includes('"tools":[{')) return ms;
  throw new Error(`There is no list of tools at ${path}: ${response.status} ${text.slice(0, 300)}`);
};
