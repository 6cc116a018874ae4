import { isIP } from "node:net";
import { canonicalAddress } from "../../model/ip-address.ts";
import { isPlatformAddress, isPlatformName } from "./address-ranges.ts";
import { type Allowance, allowanceProblem, type Purpose } from "./allowance.ts";
import { OutboundError } from "./outbound.ts";

export interface Resolved {
  readonly address: string;
  readonly family: number;
}
export type Lookup = (hostname: string) => Promise<readonly Resolved[]>;

/** Decides which addresses this process may connect to. Its error messages reveal nothing about the network. */
export interface Guard {
  /** Parses a URL; rejects what can be rejected without a DNS lookup. */
  urlOf(address: string | URL): URL;
  /** Resolves a host name; rejects it unless all its addresses are allowed. */
  addressesOf(hostname: string, port: number): Promise<readonly Resolved[]>;
  /** Does both, without calling the address. */
  check(address: string): Promise<void>;
}

const LONGEST_URL = 8_192;
const MOST_ACCEPTED = 1_000;
/** Longest host name with port. */
const LONGEST_ENTRY = 260;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

export const portOf = (url: URL): number =>
  url.port === "" ? (DEFAULT_PORTS[url.protocol] as number) : Number(url.port);

interface GuardOptions {
  readonly allowance: Allowance;
  readonly isPublic: (address: string) => boolean;
  readonly lookup: Lookup;
  /** The purpose to name in the hint for the operator. Absent: the operator cannot allow more addresses. */
  readonly purpose?: Purpose | undefined;
}

export const createGuard = ({ allowance, isPublic, lookup, purpose }: GuardOptions): Guard => {
  const isAllowed = (address: string, port: number) => {
    const plain = canonicalAddress(address);
    return plain !== undefined && (allowance.address(plain, port) || isPublic(plain));
  };
  const notAllowed = (host: string, port: number): OutboundError => {
    const entry = `${host}:${port}`;
    if (purpose === undefined || entry.length > LONGEST_ENTRY || allowanceProblem(entry) !== undefined)
      return notPublic();
    return notPublic(`An operator can allow it with TAXIWAY_OUTBOUND_ALLOW=${purpose}=${entry}.`);
  };

  /** Origins that may be called. The allow list never changes, so neither does the verdict. */
  const accepted = new Set<string>();

  const urlOf = (address: string | URL): URL => {
    const url = parsed(address);
    const { origin } = url;
    if (accepted.has(origin)) return url;
    checkHost(url);
    if (accepted.size >= MOST_ACCEPTED) accepted.clear();
    accepted.add(origin);
    return url;
  };

  const checkHost = (url: URL): void => {
    const host = nameOf(url.hostname);
    const port = portOf(url);
    const literal = literalOf(host);
    // Checked first, because the operator cannot allow these.
    if (literal === undefined ? isPlatformName(host) : isOfPlatform(literal)) throw notPublic();
    if (allowance.host(host, port)) return;
    const mayBeCalled = literal === undefined ? !/^(?:.*\.)?localhost$/.test(host) : isAllowed(literal, port);
    if (!mayBeCalled) throw notAllowed(host, port);
  };

  const addressesOf = async (hostname: string, port: number): Promise<readonly Resolved[]> => {
    const addresses = await lookup(hostname);
    if (addresses.length === 0) throw new OutboundError("unreachable", "The host name does not exist.");
    if (addresses.some(({ address }) => isOfPlatform(address))) throw notPublic();
    const host = nameOf(hostname);
    if (allowance.host(host, port)) return addresses;
    if (!addresses.every(({ address }) => isAllowed(address, port))) throw notAllowed(host, port);
    return addresses;
  };

  return {
    urlOf,
    addressesOf,
    async check(address) {
      const url = urlOf(address);
      if (literalOf(url.hostname) === undefined) await addressesOf(url.hostname, portOf(url));
    },
  };
};

const isOfPlatform = (address: string): boolean => {
  const plain = canonicalAddress(address);
  return plain !== undefined && isPlatformAddress(plain);
};

const literalOf = (host: string): string | undefined => {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) > 0 ? bare : undefined;
};

const nameOf = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, "");

const parsed = (address: string | URL): URL => {
  const text = String(address);
  if (text.length > LONGEST_URL) throw refused(`The address is longer than ${LONGEST_URL} characters.`);
  const isParsed = address instanceof URL;
  if (!isParsed && !URL.canParse(text)) throw refused("The address is not a valid URL.");
  const url = isParsed ? address : new URL(text);
  if (!(url.protocol in DEFAULT_PORTS)) throw refused("Only http and https addresses may be called.");
  if (url.username !== "" || url.password !== "") {
    throw refused("The address must not contain a user name or password.");
  }
  return url;
};

const refused = (message: string, hint?: string): OutboundError => new OutboundError("refused", message, { hint });

const notPublic = (hint?: string): OutboundError =>
  refused(
    "This address may not be called. Only public internet addresses and addresses that the operator allows may be called.",
    hint,
  );
