import type { Tool } from "@modelcontextprotocol/client";
import { foreignText } from "../../../mcp/tools/clean-text.ts";
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
  isSessionRefusal,
  mcpFailure,
  mcpOutcome,
  outboundErrorIn,
} from "./mcp-response.ts";
import type { FunctionDescription } from "./tool-description.ts";

/** An upstream MCP server, whose tools become functions. */
export interface McpBackend extends Backend {
  /** Lists the server's current tools. Rejects as `check` does. */
  functions(signal: AbortSignal): Promise<readonly FunctionDescription[]>;
}

interface McpBackendOptions {
  readonly url: string;
  readonly name: string;
  readonly outbound: Outbound;
  /** Taxiway's version, sent to the server. */
  readonly version: string;
  readonly log?: Pick<Log, "warn">;
}

const MOST_TOOLS = 64;
const MOST_PAGES = 64;
/** Upper bound; callers abort earlier. */
const LONGEST_LIST_MS = 10_000;

export const createMcpBackend = ({ url, name, outbound, version, log }: McpBackendOptions): McpBackend => {
  const connector = createMcpConnector({ url, outbound, version });
  /** Tools by function name, which is not reversible. */
  let tools: ReadonlyMap<string, Tool> | undefined;

  /** Retries once, only if the request cannot have reached the server or the server rejected an expired session. */
  const withConnection = async <T>(
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
        if (!isLast && (wasNeverSent(error) || (connection !== undefined && isSessionExpired(connection, error)))) {
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
    // If the server has no tools, the SDK would log to stdout.
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
      log?.warn("an MCP server has more tools than the limit", { tool: name, taken: MOST_TOOLS, left: names });
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
      const result = await withConnection(signal, timeoutMs, async (connection, timeout) => {
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
            // Without an output schema: results are validated in one place for all backends.
            toolDefinition: { name: tool.name, inputSchema: tool.inputSchema },
          },
        );
      });
      return mcpOutcome(result, name);
    },

    check: (signal) =>
      withConnection(signal, LONGEST_LIST_MS, async (connection, timeout) => {
        const offered = await discover(connection, signal, timeout);
        const server = connection.client.getServerVersion();
        return {
          status: "healthy",
          ...(server !== undefined && { version: foreignText(server.version, 64) }),
          capabilities: offered.map((tool) => functionNameOf(tool.name)),
        };
      }),

    functions: (signal) =>
      withConnection(signal, LONGEST_LIST_MS, async (connection, timeout) =>
        (await discover(connection, signal, timeout)).map(functionOf),
      ),

    close: connector.close,
  };
};

const wasNeverSent = (error: unknown): boolean => {
  const outbound = outboundErrorIn(error);
  return outbound?.sent === false && outbound.reason === "unreachable";
};

/** Whether the server rejected an expired session without processing the request. */
const isSessionExpired = ({ client, reused }: McpConnection, error: unknown): boolean =>
  reused && client.transport?.sessionId !== undefined && isSessionRefusal(error);
