import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { canonicalAddress, createNetworks, isLoopback, network64, networkProblem } from "../../model/ip-address.ts";

interface ClientAddress {
  /** The address of the request, for logs and records. */
  readonly address: string;
  /** The identity for rate limits: an IPv4 address, or the first address of an IPv6 /64, as one customer has a /64. */
  readonly client: string;
}

export type FindClientAddress = (
  peer: string | undefined,
  forwardedFor: string | undefined,
  realIp: string | undefined,
) => ClientAddress;

interface Host extends ClientAddress {
  readonly isTrusted: boolean;
}

/** Cache size, enough for the peers of a busy node. */
const REMEMBERED = 1_000;
const LONGEST_ADDRESS = 64;
const MOST_HOPS = 32;
const LOOPBACK = "loopback";

/** Stands for a peer that has disconnected or has no address. */
const UNKNOWN: Host = { address: "0.0.0.0", client: "0.0.0.0", isTrusted: false };

/**
 * Creates a function that finds the client's address. Clients can forge X-Forwarded-For, so it is read from the right,
 * past trusted proxies, up to and including the first address that is not a trusted proxy.
 */
export const createClientAddress = (
  trustedProxies: readonly string[],
  /** Called once, for the first untrusted peer that sends X-Forwarded-For: it may be a proxy missing from the list. */
  onIgnored?: (peer: string) => void,
): FindClientAddress => {
  let hasIgnored = false;
  const trusted = createNetworks(
    trustedProxies.flatMap((entry) => (entry === LOOPBACK ? ["127.0.0.0/8", "::1"] : [entry])),
  );
  const hosts = new Map<string, Host | undefined>();

  const read = (text: string): Host | undefined => {
    const address = normalise(text);
    if (address === undefined) return undefined;
    return { address, client: isIPv4(address) ? address : network64(address), isTrusted: trusted.has(address) };
  };

  const hostAt = (text: string): Host | undefined => {
    if (text.length > LONGEST_ADDRESS) return undefined;
    const remembered = hosts.get(text);
    if (remembered !== undefined || hosts.has(text)) return remembered;
    if (hosts.size >= REMEMBERED) hosts.delete(hosts.keys().next().value as string);
    const host = read(text);
    hosts.set(text, host);
    return host;
  };

  const firstUntrusted = (forwardedFor: string): Host | undefined => {
    let found: Host | undefined;
    let end = forwardedFor.length;
    for (let hop = 0; hop < MOST_HOPS && end >= 0; hop++) {
      const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(",", end - 1);
      const host = hostAt(forwardedFor.slice(comma + 1, end).trim());
      if (!host) break;
      found = host;
      if (!host.isTrusted) break;
      end = comma;
    }
    return found;
  };

  return (peer, forwardedFor, realIp) => {
    const host = (peer === undefined ? undefined : hostAt(peer)) ?? UNKNOWN;
    if (!host.isTrusted) {
      if (forwardedFor !== undefined && !hasIgnored) {
        hasIgnored = true;
        onIgnored?.(host.address);
      }
      return host;
    }
    const forwarded = forwardedFor === undefined ? undefined : firstUntrusted(forwardedFor);
    return forwarded ?? (realIp === undefined ? undefined : hostAt(realIp.trim())) ?? host;
  };
};

/** Returns what is wrong with an entry of the trusted proxies; undefined if it is valid. */
export const proxyProblem = (text: string): string | undefined => {
  if (text === LOOPBACK) return undefined;
  const problem = networkProblem(text);
  return problem && `${problem} (the word ${LOOPBACK} is also allowed)`;
};

/** Normalises an address, without the port and brackets that some proxies add. */
const normalise = (text: string): string | undefined =>
  canonicalAddress(
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? text,
  );

/** Headers added by proxies and tunnels: a request with one of them comes from another machine. */
const FORWARDING = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "x-client-ip",
  "x-original-forwarded-for",
  "cf-connecting-ip",
  "true-client-ip",
  "fly-client-ip",
  "via",
] as const;

/** Checks whether a request was sent by a program on the same machine. */
export const isLoopbackClient = (peer: string | undefined, headers: IncomingHttpHeaders): boolean => {
  const address = peer === undefined ? undefined : canonicalAddress(peer);
  return address !== undefined && isLoopback(address) && FORWARDING.every((name) => headers[name] === undefined);
};
