import { FIRST_ID, headersOf, listRequest, postRequest } from "../http/http-request.ts";
import { META } from "../requests.ts";

const message = (method: string, params: object): string =>
  `{"jsonrpc":"2.0","id":${FIRST_ID},"method":"${method}","params":${JSON.stringify(params)}}`;

const ECHO = { text: "Say it again." };

const registryRequest = (port: number, path: string, method: string, params: object): string =>
  postRequest({ port, path, headers: { "Content-Type": "application/json" }, body: message(method, params) });

/** A call in the registry's protocol: to Taxiway at /rpc, or to a service directly. */
export const echoCall = (port: number, path: string, tool: string, rest: object = {}): string =>
  registryRequest(port, path, "tools/call", {
    tool_name: tool,
    function_name: "echo",
    arguments: ECHO,
    call_id: "bench",
    ...rest,
  });

const mcpCall = (port: number, name: string, args: object): string =>
  postRequest({
    port,
    path: "/mcp/toolbox",
    headers: { ...headersOf("modern"), "Mcp-Method": "tools/call", "Mcp-Name": name },
    body: message("tools/call", { name, arguments: args, _meta: META }),
  });

export const mcpEcho = (port: number, tool: string): string => mcpCall(port, `${tool}__echo`, ECHO);

export const mcpCalculation = (port: number): string =>
  mcpCall(port, "calculator__calculate", { expression: "3 * 129 + 15 %" });

export const mcpList = (port: number): string => listRequest(port, "/mcp/toolbox");
export const rpcList = (port: number): string => registryRequest(port, "/rpc", "tools/list", {});
