import { FIRST_ID, headersOf } from "../http/http-request.ts";
import { META } from "../requests.ts";

interface Posted {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method: string;
  readonly params: object;
}

/** The bytes of a request, as a client sends it on a connection that it keeps. */
const posted = ({ port, path, headers = {}, method, params }: Posted): string => {
  const body = `{"jsonrpc":"2.0","id":${FIRST_ID},"method":"${method}","params":${JSON.stringify(params)}}`;
  const all = {
    Host: `127.0.0.1:${port}`,
    "Content-Type": "application/json",
    ...headers,
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
};

const ECHO = { text: "Say it again." };

/** In the registry's own shape: to a Taxiway at /rpc, and from it, or past it, to a service. */
export const echoCall = (port: number, path: string, tool: string, rest: object = {}): string =>
  posted({
    ...{ port, path, method: "tools/call" },
    params: { tool_name: tool, function_name: "echo", arguments: ECHO, call_id: "bench", ...rest },
  });

const modern = (port: number, method: string, params: { readonly name?: string }): string =>
  posted({
    ...{ port, path: "/mcp/toolbox", method },
    headers: {
      ...headersOf("modern"),
      "Mcp-Method": method,
      ...(params.name !== undefined && { "Mcp-Name": params.name }),
    },
    params: { ...params, _meta: META },
  });

export const mcpEcho = (port: number, tool: string): string => {
  const params = { name: `${tool}__echo`, arguments: ECHO };
  return modern(port, "tools/call", params);
};

export const mcpCalculation = (port: number): string => {
  const params = { name: "calculator__calculate", arguments: { expression: "3 * 129 + 15 %" } };
  return modern(port, "tools/call", params);
};

export const mcpList = (port: number): string => modern(port, "tools/list", {});
export const rpcList = (port: number): string => posted({ port, path: "/rpc", method: "tools/list", params: {} });
