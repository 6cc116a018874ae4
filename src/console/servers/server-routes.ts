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
  /** Of a request at an MCP address. */
  readonly mostBytes: number;
}

const MOST_PAGES = 100;
const NEVER = new AbortController().signal;

/** Those that whoever asks may use. */
export const visibleServers = async (servers: ConsoleServers, grant: Grant): Promise<readonly ServerSummary[]> =>
  (await servers.list(grant.tenant)).filter(({ name }) => allowsServer(grant, name));

/** What there is to explore, and a way to try it: the same as MCP clients have, for whoever administers. */
export const serverRoutes = ({ servers, version, mostBytes }: ServerRoutesOptions): readonly AdminRoute[] => {
  const find = async (grant: Grant, name = ""): Promise<Dispatcher> => {
    if (!allowsServer(grant, name)) {
      throw new Failure("forbidden", `What you logged in with does not open ${name.slice(0, 40)}.`, {
        ...{ field: "server", allowed: grant.servers ?? [] },
      });
    }
    const dispatcher = await servers.find(grant.tenant, name);
    if (dispatcher) return dispatcher;
    throw notFound(`There is no MCP server named '${name.slice(0, 40)}'.`, {
      ...{ field: "server", hint: "GET /servers lists what there is." },
    });
  };

  const toolsOf = async (dispatcher: Dispatcher, grant: Grant): Promise<readonly unknown[]> => {
    const tools: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < MOST_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const request = { jsonrpc: "2.0", id: page, method: "tools/list", params };
      const { response } = await answerInProcess({ dispatcher, grant, request, version, mostBytes, signal: NEVER });
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
      about: "The MCP servers that there are for you: their addresses, and how many tools each has.",
      answer: async ({ grant }) => ({ servers: await visibleServers(servers, grant) }),
    },
    {
      method: "GET",
      path: "/servers/:server/tools",
      about: "What tools/list says there, all pages of it.",
      answer: async ({ grant, params: { server } }) => ({ tools: await toolsOf(await find(grant, server), grant) }),
    },
    {
      method: "POST",
      path: "/servers/:server/rpc",
      about:
        "Has a JSON-RPC request answered there as an MCP client of today's protocol would, and shows both as they were on the wire.",
      body: object({ request: { description: "As MCP has it: jsonrpc, id, method, params." } }, ["request"]),
      answer: async ({ grant, params: { server }, body: { request }, signal }) =>
        answerInProcess({ dispatcher: await find(grant, server), grant, request, signal, version, mostBytes }),
    },
  ];
};
