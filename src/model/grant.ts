/** The permissions of an API key or token. With authentication off, callers may do everything except administer. */
export interface Grant {
  readonly tenant: string;
  /** For logs and lists; never the secret itself. */
  readonly keyId: string;
  /** Names of MCP servers (`gds`, `toolbox`, a connector's name). Absent: all servers of the tenant. */
  readonly servers?: readonly string[];
  /** Names of tools; a trailing `*` matches any suffix. Absent: all tools of those servers. */
  readonly tools?: readonly string[];
  /** May register tools, publish connectors and create keys for its own tenant. */
  readonly admin: boolean;
  /** May administer every tenant. Keys and tokens never have this. */
  readonly operator?: true;
  /** For a console login: the MCP session that its calls are attributed to. */
  readonly sessionId?: string;
  /** Limits on the calls with this key. Absent: only the limits of its tenant and of the client's address apply. */
  readonly quota?: Quota;
}

/** Limits on calls. */
export interface Quota {
  readonly perMinute?: number;
  readonly perDay?: number;
}

/** The `keyId` of callers without credentials, when authentication is off. */
export const NO_KEY = "none";

type Scope = Pick<Grant, "servers" | "tools"> & Partial<Pick<Grant, "admin">>;

/** The admin API as the server argument of `allowsServer`. Reserved: MCP servers cannot use this name. */
export const ADMIN_API = "admin";

/** Checks whether a grant covers a server. Lists and calls both use these checks, so they always agree. */
export const allowsServer = ({ servers, admin = false }: Scope, server: string): boolean =>
  server === ADMIN_API ? admin : servers === undefined || servers.includes(server);

export const allowsTool = (grant: Scope, server: string, tool: string): boolean =>
  allowsServer(grant, server) && (grant.tools === undefined || grant.tools.some((name) => covers(name, tool)));

/** Checks whether a tool name of a grant matches `tool`, which may itself end in `*`. */
export const covers = (name: string, tool: string): boolean =>
  name.endsWith("*") ? tool.startsWith(name.slice(0, -1)) : name === tool;
