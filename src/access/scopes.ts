import { ADMIN_API, type Grant } from "../model/grant.ts";

/** What the scopes of a token come to; undefined: nothing here. */
export type ScopesToGrant = (
  scopes: readonly string[],
) => Pick<Grant, "servers" | "tools" | "admin" | "quota"> | undefined;

/**
 * Told to clients, which then know what to ask their issuer for; some ask for all that is listed, so what changes things
 * is not.
 */
export const SCOPES = ["taxiway", "taxiway:server:gds", "taxiway:server:flights", "taxiway:server:toolbox"] as const;

/** What is enough for one server. */
export const scopeOf = (server: string): string => (server === ADMIN_API ? ADMIN : `taxiway:server:${server}`);

const ADMIN = "taxiway:admin";
const SERVER = /^taxiway:server:([A-Za-z0-9][\w.-]{0,63})$/;
const TOOL = /^taxiway:tool:([\w.-]{1,128}\*?)$/;

/**
 * `taxiway` opens all servers, `taxiway:server:<name>` one. `taxiway:tool:<name>` narrows that to the tools so named
 * (`search*`: all that begin so), and opens all servers for them if no server is named. `taxiway:admin` adds the right to
 * change things, and opens no server.
 */
export const grantOfScopes: ScopesToGrant = (scopes) => {
  const named = (form: RegExp): readonly string[] => scopes.flatMap((scope) => form.exec(scope)?.slice(1) ?? []);
  const admin = scopes.includes(ADMIN);
  const servers = named(SERVER);
  const tools = named(TOOL);
  const isOpen = scopes.includes("taxiway") || (servers.length === 0 && tools.length > 0);
  if (!isOpen && servers.length === 0 && !admin) return undefined;
  return { admin, ...(!isOpen && { servers }), ...(tools.length > 0 && { tools }) };
};
