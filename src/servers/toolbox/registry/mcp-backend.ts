import type { Tool } from "@modelcontextprotocol/client";
import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { Failure } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Backend } from "./backend.ts";
import { CONNECT_MS, createMcpConnector, type McpConnection } from "./mcp-connection.ts";
import {
  connectFailure,
  functionNameOf,
  functionOf,
  isBroken,
  isRefusal,
  mcpFailure,
  mcpOutcome,
  outboundErrorIn,
} from "./mcp-response.ts";
import type { FunctionDescription } from "./tool-description.ts";

/** An upstream MCP server: its tools are our functions. */
export interface McpBackend extends Backend {
  /** What it offers right now. Rejects as `check` does. */
  functions(signal: AbortSignal): Promise<readonly FunctionDescription[]>;
}

export interface McpBackendOptions {
  readonly url: string;
  /** Of the tool. */
  readonly name: string;
  readonly outbound: Outbound;
  /** Of Taxiway, as the server is told. */
  readonly version: string;
  readonly log?: Pick<Log, "warn">;
}

const MOST_TOOLS = 64;
const MOST_PAGES = 64;
/** The one who asks ends it earlier. */
const LONGEST_LIST_MS = 10_000;

export const createMcpBackend = ({ url, name, outbound, version, log }: McpBackendOptions): McpBackend => {
  const connector = createMcpConnector({ url, outbound, version });
  /** By the name of the function; names are looked up here and never taken apart. */
  let tools: ReadonlyMap<string, Tool> | undefined;

  /** Asked again only when nothing can have reached the server, or when it refused a session that it has forgotten. */
  const ask = async <T>(
    signal: AbortSignal,
    timeoutMs: number,
    work: (connection: McpConnection, timeout: number) => Promise<T>,
  ): Promise<T> => {
    const began = performance.now();
    const left = (): number => Math.max(1, Math.floor(timeoutMs - (performance.now() - began)));
    const attempt = async (isLast: boolean): Promise<T> => {
      let connection: McpConnection | undefined;
      try {
        connection = await connector.connection(signal);
        return await work(connection, left());
      } catch (error) {
        signal.throwIfAborted();
        if (connection !== undefined && isBroken(error)) connector.drop(connection);
        if (!isLast && (wasNeverSent(error) || (connection !== undefined && hasForgotten(connection, error)))) {
          return attempt(true);
        }
        throw connection === undefined ? connectFailure(name, error, CONNECT_MS) : mcpFailure(name, error, timeoutMs);
      }
    };
    return attempt(false);
  };

  const discover = async (
    { client }: McpConnection,
    signal: AbortSignal,
    timeout: number,
  ): Promise<readonly Tool[]> => {
    const found: Tool[] = [];
    let cursor: string | undefined;
    // Asked for although nothing is offered, the SDK would say so on stdout.
    for (let page = 0; page < MOST_PAGES && client.getServerCapabilities()?.tools; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await client.request({ method: "tools/list", params }, { signal, timeout });
      found.push(...answer.tools);
      cursor = answer.nextCursor;
      if (cursor === undefined || found.length > MOST_TOOLS) break;
    }
    const [kept, left] = [found.slice(0, MOST_TOOLS), found.slice(MOST_TOOLS)];
    if (left.length > 0 && tools === undefined) {
      const names = left.slice(0, MOST_TOOLS).map((tool) => foreignText(tool.name, 64));
      log?.warn("an MCP server has more tools than are taken", { tool: name, taken: MOST_TOOLS, left: names });
    }
    tools = new Map(kept.map((tool) => [functionNameOf(tool.name), tool]));
    return kept;
  };

  const toolFor = async (
    functionName: string,
    connection: McpConnection,
    signal: AbortSignal,
    timeout: number,
  ): Promise<Tool> => {
    if (!tools?.has(functionName)) await discover(connection, signal, timeout);
    const tool = tools?.get(functionName);
    if (tool !== undefined) return tool;
    throw new Failure("function_not_found", `The MCP server behind ${name} no longer has '${functionName}'.`, {
      field: "function_name",
      allowed: [...(tools?.keys() ?? [])],
    });
  };

  return {
    async call(call) {
      const { functionName, arguments: input, callId, timeoutMs, signal, traceparent } = call;
      const result = await ask(signal, timeoutMs, async (connection, timeout) => {
        const tool = await toolFor(functionName, connection, signal, timeout);
        return connection.client.callTool(
          {
            name: tool.name,
            arguments: { ...input },
            _meta: { "taxiway/call_id": callId, ...(traceparent !== undefined && { traceparent }) },
          },
          {
            signal,
            timeout,
            onprogress: ({ progress, total, message }) =>
              call.progress(progress, total, message === undefined ? undefined : foreignText(message)),
            // Without its output schema: whether a result fits is judged where all results are.
            toolDefinition: { name: tool.name, inputSchema: tool.inputSchema },
          },
        );
      });
      return mcpOutcome(result, name);
    },

    check: (signal) =>
      ask(signal, LONGEST_LIST_MS, async (connection, timeout) => {
        const offered = await discover(connection, signal, timeout);
        const server = connection.client.getServerVersion();
        return {
          status: "healthy",
          ...(server !== undefined && { version: foreignText(server.version, 64) }),
          capabilities: offered.map((tool) => functionNameOf(tool.name)),
        };
      }),

    functions: (signal) =>
      ask(signal, LONGEST_LIST_MS, async (connection, timeout) =>
        (await discover(connection, signal, timeout)).map(functionOf),
      ),

    close: connector.close,
  };
};

const wasNeverSent = (error: unknown): boolean => {
  const outbound = outboundErrorIn(error);
  return outbound?.sent === false && outbound.reason === "unreachable";
};

/** The server refused a session that it once gave us, and has not looked at the request any further. */
const hasForgotten = ({ client, kept }: McpConnection, error: unknown): boolean =>
  kept && client.transport?.sessionId !== undefined && isRefusal(error);
