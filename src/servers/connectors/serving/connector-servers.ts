import type { ServerDefinition } from "../../../mcp/tools/server-definition.ts";
import type { Library, PublishedConnector } from "../library/library.ts";
import { type ConnectorServerOptions, connectorServer } from "./connector-server.ts";

export interface ConnectorServersOptions extends Omit<ConnectorServerOptions, "published" | "onChange"> {
  readonly library: Library;
}

/** The MCP server of each published connector, per tenant: the same object as long as the same version is served. */
export interface ConnectorServers {
  find(tenant: string, name: string): ServerDefinition | undefined | Promise<ServerDefinition | undefined>;
}

export const createConnectorServers = ({ library, ...services }: ConnectorServersOptions): ConnectorServers => {
  const servers = new WeakMap<PublishedConnector, ServerDefinition>();

  const serverOf = (published: PublishedConnector | undefined): ServerDefinition | undefined => {
    if (published === undefined) return undefined;
    const known = servers.get(published);
    if (known) return known;
    const { tenant, connector } = published;
    const server = connectorServer({
      ...services,
      published,
      onChange: (listener) => library.forTenant(tenant).onChange(connector.name, listener),
    });
    servers.set(published, server);
    return server;
  };

  return {
    find(tenant, name) {
      const published = library.forTenant(tenant).active(name);
      return published instanceof Promise ? published.then(serverOf) : serverOf(published);
    },
  };
};
