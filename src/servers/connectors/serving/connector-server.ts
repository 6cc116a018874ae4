import type { InvocationLog } from "../../../console/invocations/invocation-log.ts";
import type { Resource, ResourceTemplate, ServerDefinition } from "../../../mcp/tools/server-definition.ts";
import type { Call, Tool } from "../../../mcp/tools/tool.ts";
import type { ToolSet } from "../../../mcp/tools/tool-set.ts";
import { notFound } from "../../../model/failure.ts";
import { allowsTool } from "../../../model/grant.ts";
import type { PublishedConnector } from "../library/library.ts";
import { connectorTool, type ServingServices } from "./connector-tool.ts";
import { keptAddress, resultTemplate } from "./shown-result.ts";

export interface ConnectorServerOptions extends ServingServices {
  readonly invocations: Pick<InvocationLog, "list">;
  readonly published: PublishedConnector;
  /** Whatever becomes of the name: clients that are connected to this version want to hear of all later ones. */
  onChange(listener: () => void): () => void;
}

const DOCS_CACHE = { ttlMs: 60_000, scope: "private" } as const;
const LOGGED = 100;

/** One version of a connector as an MCP server. Its tools are made when somebody first looks at them. */
export const connectorServer = (options: ConnectorServerOptions): ServerDefinition => {
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

/** A definition is one tenant's; that whoever asks is of it is checked before, and here again. */
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
      description: `What the documentation of ${published.connector.title} says: ${title}.`,
      read(call) {
        checkOwn(published, call, uri);
        return text;
      },
    };
  });

const invocations = (published: PublishedConnector, log: Pick<InvocationLog, "list">): Resource => {
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
      "A result that was too large for an answer, whole. Its address is in the answer; it is kept for a while.",
    async read({ id = "" }, call) {
      const uri = uriTemplate.replace("{id}", () => id);
      checkOwn(published, call, uri);
      const kept = await results.read(published.tenant, keptAddress(id));
      if (kept !== undefined) return kept;
      throw notFound(`There is no result at '${uri.slice(0, 200)}', or it is not kept any more.`);
    },
  };
};
