import type { ServerDefinition } from "../../../mcp/tools/server-definition.ts";
import type { Library, Published } from "../library/library.ts";
import { connectorServer } from "./connector-server.ts";
import type { ServingServices } from "./connector-tool.ts";

export interface ConnectorServersOptions extends ServingServices {
  readonly library: Library;
}

/** The MCP server of each published connector, per tenant: the same object as long as the same version is served. */
export interface ConnectorServers {
  find(tenant: string, name: string): ServerDefinition | undefined | Promise<ServerDefinition | undefined>;
}

export const createConnectorServers = ({ library, ...services }: ConnectorServersOptions): ConnectorServers => {
  const servers = new WeakMap<Published, ServerDefinition>();

  const serverOf = (published: Published | undefined): ServerDefinition | undefined => {
    if (published === undefined) return undefined;
    const known = servers.get(published);
    if (known) return known;
    const { tenant, connector } = published;
    const server = connectorServer({
      ...{ ...services, published },
      onChange: (listener) => library.tenantConnectors(tenant).onChange(connector.name, listener),
    });
    servers.set(published, server);
    return server;
  };

  return {
    find(tenant, name) {
      const published = library.tenantConnectors(tenant).active(name);
      return published instanceof Promise ? published.then(serverOf) : serverOf(published);
    },
  };
};
