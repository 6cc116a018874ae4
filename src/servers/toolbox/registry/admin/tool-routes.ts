import type { RegisteredTool, ToolPage } from "../../../../console/contract.ts";
import type { Dispatcher } from "../../../../mcp/protocol/dispatcher.ts";
import type { ServerDefinition } from "../../../../mcp/tools/server-definition.ts";
import { answerInProcess } from "../../../../mcp/transports/in-process.ts";
import { type AdminRoute, object, text } from "../../../../model/admin-route.ts";
import type { Grant } from "../../../../model/grant.ts";
import type { Registrar } from "../registrar.ts";
import type { Toolbox, ToolboxEntry } from "../toolbox.ts";
import { shownTool } from "./shown-tool.ts";

interface TenantRegistry {
  readonly toolbox: Toolbox;
  readonly registrar: Registrar;
  readonly server: ServerDefinition;
}

export interface ToolRoutesOptions {
  registryOf(tenant: string): TenantRegistry | Promise<TenantRegistry>;
  dispatcherOf(server: ServerDefinition): Dispatcher;
  readonly version: string;
  /** Maximum size of an MCP request. */
  readonly mostBytes: number;
}

/** Admin routes of a tenant's registry: tools, their health, pending versions and rejected registrations. */
export const toolRoutes = ({
  registryOf,
  dispatcherOf,
  version,
  mostBytes,
}: ToolRoutesOptions): readonly AdminRoute[] => {
  const open = async ({ tenant }: Grant): Promise<TenantRegistry> => registryOf(tenant);

  const shown = async (toolbox: Toolbox, entry: ToolboxEntry, grant: Grant): Promise<RegisteredTool | undefined> =>
    shownTool(entry, await toolbox.history(entry), { grant });

  /** Cached list entries do not have the latest response times; single lookups do. */
  const latest = async (toolbox: Toolbox): Promise<readonly ToolboxEntry[]> => {
    const entries = await Promise.all(toolbox.list().map(({ name }) => toolbox.seek(name)));
    return entries.filter((entry) => entry !== undefined);
  };

  return [
    {
      method: "GET",
      path: "/tools",
      about: "Lists tools with their health, history and pending versions, and recent rejected registrations.",
      async answer({ grant }): Promise<ToolPage> {
        const { toolbox, registrar } = await open(grant);
        const entries = await latest(toolbox);
        const tools = await Promise.all(entries.map((entry) => shown(toolbox, entry, grant)));
        const refusals = await registrar.refusals();
        return {
          tools: tools.filter((tool) => tool !== undefined),
          refusals: refusals.map(({ at, ...refusal }) => ({ at: new Date(at).toISOString(), ...refusal })),
        };
      },
    },
    {
      method: "POST",
      path: "/tools",
      about: "Registers a tool, like tools/register.",
      body: object({ tool: { description: "Its description." } }, ["tool"]),
      status: 201,
      answer: async ({ grant, body: { tool } }) => (await open(grant)).registrar.register(tool),
    },
    {
      method: "DELETE",
      path: "/tools/:name",
      about: "Unregisters a tool, like tools/unregister.",
      status: 204,
      answer: async ({ grant, params: { name = "" } }) => (await open(grant)).registrar.unregister(name, { grant }),
    },
    {
      method: "POST",
      path: "/tools/:name/check",
      about: "Checks the tool's backend now, and that of a pending version.",
      async answer({ grant, params: { name = "" } }) {
        const { toolbox } = await open(grant);
        const entry = await toolbox.find(name, { grant });
        const [health] = await Promise.all([toolbox.check(entry), toolbox.checkNext(entry)]);
        const now = await toolbox.find(name, { grant });
        // Checks of built-in tools are not stored.
        return shown(toolbox, now.builtIn ? { ...now, health } : now, grant);
      },
    },
    {
      method: "POST",
      path: "/tools/:name/call",
      about: "Calls a function as an MCP client would and returns the request and response as sent.",
      body: object(
        {
          function: text("Its name."),
          arguments: { type: "object", description: "Arguments that match its parameters." },
        },
        ["function"],
      ),
      async answer({ grant, params: { name = "" }, body, signal }) {
        const { toolbox, server } = await open(grant);
        const entry = await toolbox.find(name, { grant });
        const { tool } = toolbox.findFunction(entry, String(body["function"]), { grant });
        const params = { name: tool.name, arguments: body["arguments"] ?? {} };
        const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
        return answerInProcess({ dispatcher: dispatcherOf(server), grant, request, signal, version, mostBytes });
      },
    },
  ];
};
