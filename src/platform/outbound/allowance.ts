import { isIP } from "node:net";
import { canonicalAddress, createNetworks, networkProblem } from "../../model/ip-address.ts";
import { isPlatformAddress, isPlatformName } from "./address-ranges.ts";

/** Non-public addresses that the operator allows. */
export interface Allowance {
  /** Takes the host of a URL, without a trailing dot. An allowed host may resolve to any address. */
  host(host: string, port: number): boolean;
  /** Takes a canonical address. */
  address(address: string, port: number): boolean;
}

/** Checks an entry: `host`, `host:port`, an address, or a network such as 10.0.0.0/8. */
export const allowanceProblem = (entry: string): string | undefined => {
  if (entry.includes("/") || isIP(entry) > 0) return networkProblem(entry);
  return hostOf(entry) === undefined ? `'${entry}' is not a host, address or network` : undefined;
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

/** Normalises a host as a URL does, but keeps the port: the URL parser would drop a default port. */
const hostOf = (entry: string): string | undefined => {
  const [, host, port] = HOST.exec(entry) ?? [];
  const url = `http://${host}`;
  if (host === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) < 1 || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
};

/** The purposes of outgoing calls for which an operator can allow non-public addresses. */
export const PURPOSES = ["connectors", "tools", "documents", "webhooks", "images"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The purposes of an entry that names none: only those where an administrator chooses the address, not a caller. */
const WITHOUT_PURPOSE: readonly string[] = ["connectors", "tools"] satisfies Purpose[];

/** Checks an entry of TAXIWAY_OUTBOUND_ALLOW, such as `127.0.0.1:8080` or `documents=intranet.example:443`. */
export const purposeEntryProblem = (entry: string): string | undefined => {
  const { purposes, address } = partsOf(entry);
  const unknown = purposes.find((purpose) => !PURPOSES.some((known) => known === purpose));
  if (unknown !== undefined) return `'${unknown}' is not a purpose; the purposes are ${PURPOSES.join(", ")}`;
  const problem = allowanceProblem(address);
  if (problem !== undefined) return `${problem}; use the form 127.0.0.1:8080 or documents=127.0.0.1:8080`;
  return isNeverCalled(address)
    ? `'${address}' cannot be allowed: it is link-local or belongs to a cloud platform; remove it`
    : undefined;
};

/** Returns the hosts, addresses and networks that the entries allow for a purpose. */
export const allowedFor = (purpose: Purpose, entries: readonly string[]): readonly string[] =>
  entries
    .map(partsOf)
    .filter(({ purposes }) => purposes.includes(purpose))
    .map(({ address }) => address);

const partsOf = (entry: string): { readonly purposes: readonly string[]; readonly address: string } => {
  const end = entry.indexOf("=");
  if (end < 0) return { purposes: WITHOUT_PURPOSE, address: entry };
  return { purposes: [entry.slice(0, end).trim()], address: entry.slice(end + 1).trim() };
};

/** Networks are not checked here but by the guard, as they may contain other addresses too. */
const isNeverCalled = (address: string): boolean => {
  if (address.includes("/")) return false;
  const host = isIP(address) > 0 ? address : new URL(`http://${address}`).hostname.replace(/^\[(.*)\]$/, "$1");
  const literal = canonicalAddress(host);
  return literal === undefined ? isPlatformName(host) : isPlatformAddress(literal);
};
