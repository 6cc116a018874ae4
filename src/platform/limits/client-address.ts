import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { canonicalAddress, createNetworks, isLoopback, network64, networkProblem } from "../../model/ip-address.ts";

export interface ClientAddress {
  /** Where the request comes from, for logs and records. */
  readonly address: string;
  /** What is counted as one client: an IPv4 address, or the first address of an IPv6 /64, which is one customer's. */
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

/** Enough for the peers of a busy node; whoever brings more addresses than that pays for reading them again. */
const REMEMBERED = 1_000;
const LONGEST_ADDRESS = 64;
const MOST_HOPS = 32;
const LOOPBACK = "loopback";

/** A peer that is gone, or has no address, still has to be counted as somebody. */
const NOBODY: Host = { address: "0.0.0.0", client: "0.0.0.0", isTrusted: false };

/**
 * Anybody can write anything into X-Forwarded-For, so it is believed only as far as trusted proxies wrote it: from the
 * right, up to and including the first address that is not one of them.
 */
export const createClientAddress = (
  trustedProxies: readonly string[],
  /** Hears once that a peer that is not trusted sent X-Forwarded-For: it may be a proxy that was forgotten. */
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

  const lastBelievable = (forwardedFor: string): Host | undefined => {
    let believable: Host | undefined;
    let end = forwardedFor.length;
    for (let hop = 0; hop < MOST_HOPS && end >= 0; hop++) {
      const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(",", end - 1);
      const host = hostAt(forwardedFor.slice(comma + 1, end).trim());
      if (!host) break;
      believable = host;
      if (!host.isTrusted) break;
      end = comma;
    }
    return believable;
  };

  return (peer, forwardedFor, realIp) => {
    const host = (peer === undefined ? undefined : hostAt(peer)) ?? NOBODY;
    if (!host.isTrusted) {
      if (forwardedFor !== undefined && !hasIgnored) {
        hasIgnored = true;
        onIgnored?.(host.address);
      }
      return host;
    }
    const forwarded = forwardedFor === undefined ? undefined : lastBelievable(forwardedFor);
    return forwarded ?? (realIp === undefined ? undefined : hostAt(realIp.trim())) ?? host;
  };
};

/** What is wrong with one entry of the list of trusted proxies, or undefined. */
export const proxyProblem = (text: string): string | undefined => {
  if (text === LOOPBACK) return undefined;
  const problem = networkProblem(text);
  return problem && `${problem} (the word ${LOOPBACK} is allowed too)`;
};

/** Without port and brackets, which some proxies write. */
const normalise = (text: string): string | undefined =>
  canonicalAddress(
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? text,
  );

/** What proxies and tunnels add: a request that has one of them comes from somewhere else, whatever its last hop. */
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

/** Whether a request was sent by a program on the same machine. */
export const isLoopbackClient = (peer: string | undefined, headers: IncomingHttpHeaders): boolean => {
  const address = peer === undefined ? undefined : canonicalAddress(peer);
  return address !== undefined && isLoopback(address) && FORWARDING.every((name) => headers[name] === undefined);
};
