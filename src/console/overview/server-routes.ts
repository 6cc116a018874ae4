import type { Dispatcher } from "../../mcp/protocol/dispatcher.ts";
import { answerInProcess } from "../../mcp/transports/in-process.ts";
import { type AdminRoute, object } from "../../model/admin-route.ts";
import { Failure, notFound } from "../../model/failure.ts";
import { allowsServer, type Grant } from "../../model/grant.ts";
import { isJsonObject } from "../../model/json.ts";
import type { ServerSummary } from "../contract.ts";
import type { ConsoleServers } from "./console-servers.ts";

export interface ServerRoutesOptions {
  readonly servers: ConsoleServers;
  readonly version: string;
  /** Maximum size of a request. */
  readonly mostBytes: number;
}

const MAX_PAGES = 100;
const NEVER_ABORTED = new AbortController().signal;

/** Returns the servers that a caller may use. */
export const visibleServers = async (servers: ConsoleServers, grant: Grant): Promise<readonly ServerSummary[]> =>
  (await servers.list(grant.tenant)).filter(({ name }) => allowsServer(grant, name));

/** Routes that list MCP servers and their tools, and call them as an MCP client would. */
export const serverRoutes = ({ servers, version, mostBytes }: ServerRoutesOptions): readonly AdminRoute[] => {
  const find = async (grant: Grant, name = ""): Promise<Dispatcher> => {
    if (!allowsServer(grant, name)) {
      throw new Failure("forbidden", `Your key does not cover ${name.slice(0, 40)}.`, {
        field: "server",
        allowed: grant.servers ?? [],
      });
    }
    const dispatcher = await servers.find(grant.tenant, name);
    if (dispatcher) return dispatcher;
    throw notFound(`There is no MCP server named '${name.slice(0, 40)}'.`, {
      field: "server",
      hint: "GET /servers lists the servers that you may use.",
    });
  };

  const toolsOf = async (dispatcher: Dispatcher, grant: Grant): Promise<readonly unknown[]> => {
    const tools: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const request = { jsonrpc: "2.0", id: page, method: "tools/list", params };
      const { response } = await answerInProcess({
        dispatcher,
        grant,
        request,
        version,
        mostBytes,
        signal: NEVER_ABORTED,
      });
      const result = isJsonObject(response) && isJsonObject(response["result"]) ? response["result"] : {};
      if (Array.isArray(result["tools"])) tools.push(...result["tools"]);
      cursor = result["nextCursor"];
      if (cursor === undefined) break;
    }
    return tools;
  };

  return [
    {
      method: "GET",
      path: "/servers",
      about: "Lists the MCP servers that you may use, with path and number of tools.",
      answer: async ({ grant }) => ({ servers: await visibleServers(servers, grant) }),
    },
    {
      method: "GET",
      path: "/servers/:server/tools",
      about: "Lists all tools of an MCP server, as in tools/list.",
      answer: async ({ grant, params: { server } }) => ({ tools: await toolsOf(await find(grant, server), grant) }),
    },
    {
      method: "POST",
      path: "/servers/:server/rpc",
      about: "Sends a JSON-RPC request to an MCP server as a modern client, and returns request and response.",
      body: object({ request: { description: "The JSON-RPC request: jsonrpc, id, method, params." } }, ["request"]),
      answer: async ({ grant, params: { server }, body: { request }, signal }) =>
        answerInProcess({ dispatcher: await find(grant, server), grant, request, signal, version, mostBytes }),
    },
  ];
};
