import { isIP } from "node:net";
import { createNetworks, networkProblem } from "../../model/networks.ts";

/** What the operator allows beyond public addresses. */
export interface Allowance {
  /** `host` as a URL has it, without a trailing dot. Whatever it resolves to may be called. */
  host(host: string, port: number): boolean;
  /** `address` is canonical. */
  address(address: string, port: number): boolean;
}

/** `host`, `host:port`, an address, or a network such as 10.0.0.0/8. */
export const allowanceProblem = (entry: string): string | undefined => {
  if (entry.includes("/") || isIP(entry) > 0) return networkProblem(entry);
  return hostOf(entry) === undefined ? `'${entry}' is no host, address or network` : undefined;
};

export const createAllowance = (entries: readonly string[]): Allowance => {
  const problem = entries.map(allowanceProblem).find((found) => found !== undefined);
  if (problem !== undefined) throw new RangeError(problem);
  const isNetwork = (entry: string) => entry.includes("/") || isIP(entry) > 0;
  const networks = createNetworks(entries.filter(isNetwork));
  const hosts = new Set(entries.filter((entry) => !isNetwork(entry)).map(hostOf));
  const isListed = (host: string, port: number) => hosts.has(host) || hosts.has(`${host}:${port}`);
  return {
    host: isListed,
    address: (address, port) => networks.has(address) || isListed(isIP(address) === 6 ? `[${address}]` : address, port),
  };
};

const LABEL = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?";
const HOST = new RegExp(`^(\\[[0-9a-f:.]+\\]|(?:${LABEL}\\.)*${LABEL})(?::(\\d{1,5}))?$`, "i");

/** As a URL would write it, whatever the port: the parser would leave out the usual one. */
const hostOf = (entry: string): string | undefined => {
  const [, host, port] = HOST.exec(entry) ?? [];
  const url = `http://${host}`;
  if (host === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) < 1 || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
};
