/** What the holder of a key or token may do. Without keys everybody may everything but administer. */
export interface Grant {
  readonly tenant: string;
  /** For logs and lists; never the key itself. */
  readonly keyId: string;
  /** MCP servers by name (`gds`, `toolbox`, a connector's name). Absent: all of the tenant's. */
  readonly servers?: readonly string[];
  /** Tools by name; one that ends in `*` stands for all that begin so. Absent: all of those servers. */
  readonly tools?: readonly string[];
  /** May change what is served: register tools, publish connectors, hand out keys of its own tenant. */
  readonly admin: boolean;
  /** Whoever runs the server: may administer every tenant. No key and no token can be that. */
  readonly operator?: true;
  /** Of whoever is logged in at the console: the MCP session that their calls are counted in. */
  readonly sessionId?: string;
  /** Calls. Absent: as many as the address may make. */
  readonly quota?: { readonly perMinute?: number; readonly perDay?: number };
}

/** The `keyId` of callers without a credential, where authentication is off. */
export const NO_KEY = "none";

type Scope = Pick<Grant, "servers" | "tools"> & Partial<Pick<Grant, "admin">>;

/** The admin API, among the servers that somebody may want to come in to. No MCP server can be called so. */
export const ADMIN_API = "admin";

/** The one place that decides what a grant covers: lists and calls both ask here, so they cannot disagree. */
export const allowsServer = ({ servers, admin = false }: Scope, server: string): boolean =>
  server === ADMIN_API ? admin : servers === undefined || servers.includes(server);

export const allowsTool = (grant: Scope, server: string, tool: string): boolean =>
  allowsServer(grant, server) && (grant.tools === undefined || grant.tools.some((name) => covers(name, tool)));

/** Whether a name that a grant has stands for another, which may itself end in `*`. */
export const covers = (name: string, tool: string): boolean =>
  name.endsWith("*") ? tool.startsWith(name.slice(0, -1)) : name === tool;
