import type { RedisOptions } from "iovalkey";
import { type Failure, invalid } from "../../model/failure.ts";
import { storeFailure } from "./store-failure.ts";

export interface ValkeyAddress {
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly cluster: boolean;
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
}

const FORM = "valkey://[user:password@]host[:port][,host[:port]…][/database][?cluster=true]";

/**
 * Parses a Valkey address. `valkeys://` (or `rediss://`) uses TLS. Several hosts, or `?cluster=true`, mean a cluster, of
 * which a few nodes are enough. Passwords are percent-encoded. Errors never repeat the address, as it may have a password.
 */
export const parseValkeyUrl = (url: string): ValkeyAddress => {
  const parts =
    /^(?<scheme>valkey|redis)(?<secure>s?):\/\/(?:(?<login>.*)@)?(?<hosts>[^/?#@]*)\/?(?<database>[^?#]*)(?<query>\?.*)?$/i;
  const { scheme, secure, login, hosts = "", database = "", query = "" } = parts.exec(url)?.groups ?? {};
  if (scheme === undefined) throw refused("it does not have the expected form");

  const nodes = hosts.split(",").map(parseNode);
  const cluster = nodes.length > 1 || wantsCluster(query);
  if (!/^\d*$/.test(database)) throw refused("the database after the slash is not a number");
  if (cluster && Number(database) !== 0) throw refused("a cluster only supports database 0");

  return { nodes, cluster, tls: secure !== "", database: Number(database), ...parseLogin(login) };
};

const parseNode = (text: string): { host: string; port: number } => {
  const {
    six,
    name,
    port = "6379",
  } = /^(?:\[(?<six>[\da-f:.]+)\]|(?<name>[^:[\]\s]+))(?::(?<port>\d+))?$/i.exec(text)?.groups ?? {};
  const host = six ?? name;
  if (host === undefined) throw refused(`“${text}” is not a host with an optional port`);
  if (Number(port) < 1 || Number(port) > 65_535) throw refused(`${port} is not a port`);
  return { host, port: Number(port) };
};

const wantsCluster = (query: string): boolean => {
  const { cluster = "false", ...unknown } = Object.fromEntries(new URLSearchParams(query));
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw refused(`the option “${name}” is unknown`);
  if (cluster !== "true" && cluster !== "false") throw refused("the option cluster must be true or false");
  return cluster === "true";
};

const parseLogin = (login: string | undefined): { username?: string; password?: string } => {
  if (login === undefined) return {};
  const colon = login.indexOf(":");
  if (colon < 0) throw refused("the user name has no password");
  try {
    const username = decodeURIComponent(login.slice(0, colon));
    const password = decodeURIComponent(login.slice(colon + 1));
    return { ...(username && { username }), ...(password && { password }) };
  } catch {
    throw refused("the user name or password contains a %, which must be written as %25");
  }
};

const refused = (reason: string) => invalid(`The Valkey address cannot be used: ${reason}.`, { allowed: FORM });

export const CONNECT_TIMEOUT = 2_000;
const COMMAND_TIMEOUT = 4_000;

/** Short enough to reconnect within two seconds, with jitter so that nodes do not reconnect at the same instant. */
export const reconnectDelay = (attempt: number): number => Math.min(attempt * 50, 400) * (0.75 + Math.random() / 2);

export const clientOptions = ({ username, password, tls }: ValkeyAddress): RedisOptions => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(tls && { tls: {} }),
  connectionName: "taxiway",
  connectTimeout: CONNECT_TIMEOUT,
  commandTimeout: COMMAND_TIMEOUT,
  // A machine that loses power does not close its connections, which would seem alive for minutes without this.
  socketTimeout: COMMAND_TIMEOUT + 1_000,
  disconnectTimeout: 500,
  lazyConnect: true,
  enableOfflineQueue: false,
});

export const hostsOf = ({ nodes }: ValkeyAddress): string =>
  nodes.map(({ host, port }) => `${host}:${port}`).join(", ");

export const unusable = (address: ValkeyAddress, reason: string, cause: unknown): Failure =>
  storeFailure(`Valkey at ${hostsOf(address)} cannot be used: ${reason}.`, { carriedOut: false, cause });
