import { ADMIN_API, type Grant } from "../model/grant.ts";

/** Published in the metadata. Without the admin scope, because some clients request every scope that is listed. */
export const SCOPES = ["taxiway", "taxiway:server:gds", "taxiway:server:flights", "taxiway:server:toolbox"] as const;

/** Returns the scope that suffices for a server. */
export const scopeOf = (server: string): string => (server === ADMIN_API ? ADMIN : `taxiway:server:${server}`);

const ADMIN = "taxiway:admin";
const SERVER = /^taxiway:server:([A-Za-z0-9][\w.-]{0,63})$/;
const TOOL = /^taxiway:tool:([\w.-]{1,128}\*?)$/;

/**
 * Converts the scopes of a token to permissions; undefined if they grant none. `taxiway` grants all servers,
 * `taxiway:server:<name>` one. `taxiway:tool:<name>` limits them to tools (`search*` by prefix), and grants all servers if none
 * is named. `taxiway:admin` grants administration, and no server.
 */
export const grantOfScopes = (
  scopes: readonly string[],
): Pick<Grant, "servers" | "tools" | "admin" | "quota"> | undefined => {
  const named = (form: RegExp): readonly string[] => scopes.flatMap((scope) => form.exec(scope)?.slice(1) ?? []);
  const admin = scopes.includes(ADMIN);
  const servers = named(SERVER);
  const tools = named(TOOL);
  const isOpen = scopes.includes("taxiway") || (servers.length === 0 && tools.length > 0);
  if (!isOpen && servers.length === 0 && !admin) return undefined;
  return { admin, ...(!isOpen && { servers }), ...(tools.length > 0 && { tools }) };
};
