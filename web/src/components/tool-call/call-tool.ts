import type { Carried } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import type { Arguments } from "./arguments.ts";
import { CAPABILITIES, type Reply } from "./outcome.ts";

let lastId = 0;

const META = { "io.modelcontextprotocol/clientCapabilities": CAPABILITIES } as const;

/** Calls a tool through the server, which acts as the console's MCP client. */
export const callTool = (
  server: string,
  tool: string,
  args: Arguments,
  signal?: AbortSignal,
  reply?: Reply,
): Promise<Carried> => {
  lastId += 1;
  const params = { name: tool, arguments: args, ...reply, _meta: META };
  const request = { jsonrpc: "2.0", id: lastId, method: "tools/call", params };
  return api.post<Carried>(`/servers/${part(server)}/rpc`, { request }, signal && { signal });
};
