import type { Dispatcher } from "../../mcp/protocol/dispatcher.ts";
import type { ModuleServer, TenantServers } from "../../servers/module.ts";
import type { ServerSummary } from "../contract.ts";

/** The MCP servers of a tenant: the servers of modules, and its connectors. */
export interface ConsoleServers {
  list(tenant: string): Promise<readonly ServerSummary[]>;
  find(tenant: string, name: string): Promise<Dispatcher | undefined>;
  /** Calls the listener with the name of a server whose tools changed; returns a function that stops it. */
  onChange(tenant: string, listener: (server: string) => void): () => void;
}

export interface ConsoleServersOptions {
  readonly fixed: ReadonlyMap<string, ModuleServer>;
  readonly tenantServers: TenantServers | undefined;
  find(tenant: string, name: string): Dispatcher | undefined | Promise<Dispatcher | undefined>;
}

/** The server at `/mcp`. */
const DEFAULT_SERVER = "gds";

export const createConsoleServers = (options: ConsoleServersOptions): ConsoleServers => {
  const { fixed, tenantServers, find } = options;

  const summary = async (
    tenant: string,
    { name, kind, source }: Pick<ServerSummary, "name" | "kind" | "source">,
  ): Promise<ServerSummary | undefined> => {
    const dispatcher = await find(tenant, name);
    if (dispatcher === undefined) return undefined;
    const { title, version, tools } = dispatcher.server;
    const path = name === DEFAULT_SERVER ? "/mcp" : `/mcp/${name}`;
    return { name, path, kind, source, title, version, tools: tools.list().length };
  };

  return {
    find: async (tenant, name) => find(tenant, name),

    async list(tenant) {
      const own = [...fixed.values()].map(({ name, source }) =>
        summary(tenant, { name, source: source ?? "mixed", kind: "built-in" }),
      );
      const named = ((await tenantServers?.list(tenant)) ?? []).map(({ name, source }) =>
        summary(tenant, { name, source, kind: "connector" }),
      );
      return (await Promise.all([...own, ...named])).filter((server) => server !== undefined);
    },

    onChange(tenant, listener) {
      const stops = [tenantServers?.onChange(tenant, listener) ?? (() => undefined)];
      let stopped = false;
      const follow = async (name: string): Promise<void> => {
        const dispatcher = await find(tenant, name);
        if (!stopped && dispatcher) stops.push(dispatcher.server.tools.onChange(() => listener(name)));
      };
      for (const name of fixed.keys()) follow(name).catch(() => undefined);
      return () => {
        stopped = true;
        for (const stop of stops) stop();
      };
    },
  };
};
