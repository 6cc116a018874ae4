import { isIP } from "node:net";
import { canonicalAddress, createNetworks, networkProblem } from "../../model/ip-address.ts";
import { isPlatformAddress, isPlatformName } from "./address-ranges.ts";

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

/** The outgoing calls for which an operator can allow addresses that are not public. */
export const PURPOSES = ["connectors", "tools", "documents", "webhooks", "images"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Entries without a purpose: these calls go to addresses that an administrator chose, the others to a caller's. */
const WITHOUT_PURPOSE: readonly string[] = ["connectors", "tools"] satisfies Purpose[];

/** What is wrong with one entry of TAXIWAY_OUTBOUND_ALLOW: `127.0.0.1:8080`, `documents=intranet.example:443`. */
export const purposeEntryProblem = (entry: string): string | undefined => {
  const { purposes, address } = partsOf(entry);
  const unknown = purposes.find((purpose) => !PURPOSES.some((known) => known === purpose));
  if (unknown !== undefined) return `'${unknown}' is not a purpose; the purposes are ${PURPOSES.join(", ")}`;
  const problem = allowanceProblem(address);
  if (problem !== undefined) return `${problem}; write an entry as 127.0.0.1:8080 or documents=127.0.0.1:8080`;
  return isNeverCalled(address)
    ? `'${address}' can never be called: it is link-local or belongs to a cloud platform; remove it`
    : undefined;
};

/** The hosts, addresses and networks that these entries allow for one purpose. */
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

/** Networks are left to the guard: one that contains such an address may contain others. */
const isNeverCalled = (address: string): boolean => {
  if (address.includes("/")) return false;
  const host = isIP(address) > 0 ? address : new URL(`http://${address}`).hostname.replace(/^\[(.*)\]$/, "$1");
  const literal = canonicalAddress(host);
  return literal === undefined ? isPlatformName(host) : isPlatformAddress(literal);
};
