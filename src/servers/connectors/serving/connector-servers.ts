import type { Resource, ResourceTemplate, ServerDefinition } from "../../../mcp/tools/server-definition.ts";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import type { ToolSet } from "../../../mcp/tools/tool-set.ts";
import { notFound } from "../../../model/failure.ts";
import { allowsTool } from "../../../model/grant.ts";
import type { InvocationReader } from "../../../model/invocation.ts";
import type { Library, PublishedConnector } from "../library/library.ts";
import { connectorTool, type ServingServices } from "./connector-tool.ts";
import { keptUri, resultTemplate } from "./shown-result.ts";

interface ConnectorServersOptions extends ServingServices {
  readonly library: Library;
  readonly invocations: InvocationReader;
}

interface ConnectorServers {
  /** Returns the MCP server of a tenant's connector. The same object while the same version is served. */
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

interface ConnectorServerOptions extends Omit<ConnectorServersOptions, "library"> {
  readonly published: PublishedConnector;
  /** Listens to all later versions, so that clients connected to this one hear of them. */
  onChange(listener: () => void): () => void;
}

const DOCS_CACHE = { ttlMs: 60_000, scope: "private" } as const;
const LOGGED = 100;

/** One version of a connector as an MCP server. Its tools are created on first use. */
const connectorServer = (options: ConnectorServerOptions): ServerDefinition => {
  const { published, onChange } = options;
  const { name, title, description, instructions } = published.connector;
  return {
    name: `taxiway-${name}-mcp`,
    scope: name,
    tenant: published.tenant,
    title,
    version: `${published.number}.0.0`,
    description,
    instructions: instructions ?? `${title}: ${description}`,
    tools: connectorTools(options, onChange),
    toolsTtlMs: 5_000,
    resources: [...docs(published), invocations(published, options.invocations)],
    templates: [keptResults(options)],
  };
};

const connectorTools = ({ published, ...services }: ConnectorServerOptions, onChange: ToolSet["onChange"]): ToolSet => {
  let made: ReadonlyMap<string, Tool> | undefined;
  let listed: readonly Tool[] | undefined;
  const tools = (): ReadonlyMap<string, Tool> => {
    made ??= new Map(published.connector.tools.map((tool) => [tool.name, connectorTool(published, tool, services)]));
    return made;
  };
  return {
    get: (name) => tools().get(name),
    list() {
      listed ??= [...tools().values()];
      return listed;
    },
    onChange,
  };
};

/** Rejects callers of other tenants. They cannot reach this server anyway; this is the second check. */
const checkOwn = ({ tenant }: PublishedConnector, { caller }: Call, uri: string): void => {
  if (caller.tenant !== tenant) throw notFound(`There is no resource at '${uri}'.`);
};

const docs = (published: PublishedConnector): Resource[] =>
  (published.connector.docs ?? []).map(({ name, title, text }) => {
    const uri = `connector://${published.connector.name}/docs/${name}`;
    return {
      uri,
      name: `docs/${name}`,
      title,
      mimeType: "text/markdown",
      cache: DOCS_CACHE,
      description: `From the documentation of ${published.connector.title}: ${title}.`,
      read(call) {
        checkOwn(published, call, uri);
        return text;
      },
    };
  });

const invocations = (published: PublishedConnector, log: InvocationReader): Resource => {
  const { name, title } = published.connector;
  const uri = `connector://${name}/invocations`;
  return {
    uri,
    name: "invocations",
    title: `Calls of ${title}`,
    mimeType: "application/json",
    description: `The last ${LOGGED} calls: who, which tool and version, outcome, time per step, arguments without personal data, correlation id.`,
    annotations: { audience: ["user"], priority: 0.2 },
    async read(call) {
      checkOwn(published, call, uri);
      const { grant } = call.caller;
      const { invocations: all } = await log.list(published.tenant, { server: name, limit: LOGGED });
      const seen = all.filter(({ tool }) => grant === undefined || allowsTool(grant, name, tool));
      return JSON.stringify({ invocations: seen });
    },
  };
};

const keptResults = ({ published, results }: ConnectorServerOptions): ResourceTemplate => {
  const { name, title } = published.connector;
  const uriTemplate = resultTemplate(name);
  return {
    uriTemplate,
    name: "results",
    title: `Large results of ${title}`,
    mimeType: "application/json",
    description:
      "A whole result that was too large to be returned, or a file. The tool's result contains its URI; it is kept for a limited time.",
    async read({ id = "" }, call) {
      const uri = uriTemplate.replace("{id}", () => id);
      checkOwn(published, call, uri);
      const kept = await results.read(published.tenant, keptUri(id));
      if (kept !== undefined) return kept;
      throw notFound(`There is no result at '${uri.slice(0, 200)}', or it has expired.`);
    },
  };
};
