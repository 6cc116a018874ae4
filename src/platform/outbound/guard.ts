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

/** Decides where this process may connect to. What is refused is refused in words that say nothing about the network. */
export interface Guard {
  /** The address to call, unless it can be refused without looking anything up. */
  urlOf(address: string | URL): URL;
  /** Where the host is: every one of its addresses may be connected to. */
  addressesOf(hostname: string, port: number): Promise<readonly Resolved[]>;
  /** Both of it, for an address that is not called yet. */
  check(address: string): Promise<void>;
}

const LONGEST_URL = 8_192;
/** A host name and its port. */
const LONGEST_ENTRY = 260;
const USUAL_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

export const portOf = (url: URL): number =>
  url.port === "" ? (USUAL_PORTS[url.protocol] as number) : Number(url.port);

export interface GuardOptions {
  readonly allowance: Allowance;
  readonly isPublic: (address: string) => boolean;
  readonly lookup: Lookup;
  /** What an operator would allow a refused address for. Absent: nothing further can be allowed. */
  readonly purpose?: Purpose | undefined;
}

export const createGuard = ({ allowance, isPublic, lookup, purpose }: GuardOptions): Guard => {
  const isFree = (address: string, port: number) => {
    const plain = canonicalAddress(address);
    return plain !== undefined && (allowance.address(plain, port) || isPublic(plain));
  };
  const notAllowed = (host: string, port: number): OutboundError => {
    const entry = `${host}:${port}`;
    if (purpose === undefined || entry.length > LONGEST_ENTRY || allowanceProblem(entry) !== undefined)
      return notPublic();
    return notPublic(`An operator can allow it with TAXIWAY_OUTBOUND_ALLOW=${purpose}=${entry}.`);
  };

  const urlOf = (address: string | URL): URL => {
    const url = parsed(address);
    const host = nameOf(url.hostname);
    const port = portOf(url);
    const literal = literalOf(host);
    // First: no allowance covers these.
    if (literal === undefined ? isPlatformName(host) : isOfPlatform(literal)) throw notPublic();
    if (allowance.host(host, port)) return url;
    const mayBeCalled = literal === undefined ? !/^(?:.*\.)?localhost$/.test(host) : isFree(literal, port);
    if (!mayBeCalled) throw notAllowed(host, port);
    return url;
  };

  const addressesOf = async (hostname: string, port: number): Promise<readonly Resolved[]> => {
    const addresses = await lookup(hostname);
    if (addresses.length === 0) throw new OutboundError("unreachable", "There is no host of that name.");
    if (addresses.some(({ address }) => isOfPlatform(address))) throw notPublic();
    const host = nameOf(hostname);
    if (allowance.host(host, port)) return addresses;
    if (!addresses.every(({ address }) => isFree(address, port))) throw notAllowed(host, port);
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
  if (!URL.canParse(text)) throw refused("The address is no URL.");
  const url = new URL(text);
  if (!(url.protocol in USUAL_PORTS)) throw refused("Only http and https addresses may be called.");
  if (url.username !== "" || url.password !== "") {
    throw refused("An address with a user name or a password in it may not be called.");
  }
  return url;
};

const refused = (message: string, hint?: string): OutboundError => new OutboundError("refused", message, { hint });

const notPublic = (hint?: string): OutboundError =>
  refused(
    "This address may not be called: only public internet addresses may, and those that the operator allowed.",
    hint,
  );
