import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../../../../fixtures/taxiway.ts";

/** A Taxiway at any address. */
export interface Node {
  readonly port: number;
}

export const ADMIN_TOKEN = "a-token-for-the-tests-of-many-nodes";

/** Settings to accept registrations of services on this machine. */
export const OPEN_TO_SERVICES = {
  TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN,
  TAXIWAY_OUTBOUND_ALLOW: "127.0.0.0/8",
  RATE_LIMIT_ENABLED: "false",
  TAXIWAY_MAX_REQUESTS_PER_CLIENT: "1000",
} as const;

/** An answer of /mcp/toolbox. */
export const toolboxOf = ({ port }: Node) => ({ url: `http://127.0.0.1:${port}/mcp/toolbox` });

/** Longer than any call may take, so that a hanging call fails with its place. */
const PATIENCE_MS = 25_000;
const BUSY = 503;

/** Repeats a request to an overloaded server. */
const post = async (url: string, headers: object, message: object, signal: AbortSignal): Promise<Answer> => {
  for (;;) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_TOKEN}`, ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
      signal,
    });
    const answer = (await response.json()) as Answer;
    if (response.status !== BUSY) return answer;
    await sleep(250, undefined, { signal });
  }
};

export const rpc = (
  { port }: Node,
  method: string,
  params: object = {},
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Answer> => post(`http://127.0.0.1:${port}/rpc`, {}, { method, params }, signal);

const VERSION = "2026-07-28";

/** Calls the toolbox as a client of the newer protocol. */
export const askToolbox = (
  node: Node,
  method: string,
  params: { readonly name?: string; readonly arguments?: object } = {},
): Promise<Answer> => {
  const headers = {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": VERSION,
    "mcp-method": method,
    ...(params.name !== undefined && { "mcp-name": params.name }),
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": { name: "registry client", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = { method, params: { ...params, _meta } };
  return post(toolboxOf(node).url, headers, message, AbortSignal.timeout(PATIENCE_MS));
};

/** The names that an MCP client sees. */
export const namesForClients = async (node: Node): Promise<string[]> => {
  const { result } = await askToolbox(node, "tools/list");
  return result.tools.map(({ name }: { readonly name: string }) => name);
};

/** Returns the result of a successful method; throws if it failed. */
// biome-ignore lint/suspicious/noExplicitAny: each method has its own shape, which tests look into
export const done = async (node: Node, method: string, params: object = {}): Promise<any> => {
  const { result, error } = await rpc(node, method, params);
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
};

export const describeTool = (name: string, endpoint: string, rest: object = {}) => ({
  name,
  description: `Repeats what it is told, as ${name}.`,
  category: "TESTING",
  functions: [
    {
      name: "echo",
      description: "Says the same again.",
      parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    },
  ],
  endpoint,
  ...rest,
});

// biome-ignore lint/suspicious/noExplicitAny: as above
export const register = (node: Node, tool: object): Promise<any> => done(node, "tools/register", { tool });

// biome-ignore lint/suspicious/noExplicitAny: as above
export const unregister = (node: Node, name: string): Promise<any> =>
  done(node, "tools/unregister", { tool_name: name });

const echoing = (tool: string, text: string) => ({ tool_name: tool, function_name: "echo", arguments: { text } });

export const call = (node: Node, tool: string, text: string, rest: object = {}): Promise<Answer> =>
  rpc(node, "tools/call", { ...echoing(tool, text), ...rest });

/** Starts a call that can be aborted; resolves to whether it had been answered by then. */
export const startCall = (node: Node, tool: string): { giveUp(): Promise<"answered" | "given up"> } => {
  const giving = new AbortController();
  const answered = rpc(node, "tools/call", echoing(tool, "hello?"), giving.signal).then(
    () => "answered" as const,
    () => "given up" as const,
  );
  return {
    giveUp() {
      giving.abort();
      return answered;
    },
  };
};

export interface ListedTool {
  readonly tool_id: string;
  readonly name: string;
  readonly status: "unknown" | "healthy" | "degraded" | "unavailable";
  readonly available: boolean;
  readonly since: string;
  readonly last_error: string | null;
  readonly built_in: boolean;
}

/** The registered tools, as /rpc lists them. */
export const registered = async (node: Node): Promise<readonly ListedTool[]> => {
  const { tools } = (await done(node, "tools/list")) as { readonly tools: readonly ListedTool[] };
  return tools.filter(({ built_in }) => !built_in);
};
