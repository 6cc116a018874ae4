import { shellWord } from "../../../format/client-setups.ts";
import type { Arguments } from "../call/tool.ts";

/** One call of a tool, for somebody who wants to make it without this page. */
export interface Call {
  /** `http://127.0.0.1:3000/mcp/flights` */
  readonly url: string;
  readonly tool: string;
  readonly arguments: Arguments;
  /** Undefined: the server asks for none. */
  readonly key: string | undefined;
}

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The newest protocol needs no session: one request is the whole conversation. */
export const asCurl = ({ url, tool, arguments: given, key }: Call): string => {
  const params = { name: tool, arguments: given, _meta: META };
  return [
    `curl -s ${shellWord(url)}`,
    ...(key === undefined ? [] : [`-H ${shellWord(`Authorization: Bearer ${key}`)}`]),
    "-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'",
    `-H 'MCP-Protocol-Version: ${VERSION}' -H 'Mcp-Method: tools/call' -H ${shellWord(`Mcp-Name: ${tool}`)}`,
    `-d ${shellWord(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }))}`,
  ].join(" \\\n  ");
};
