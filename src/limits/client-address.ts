import { BlockList, isIP, isIPv4 } from "node:net";

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

/** A peer that is gone, or has no address, still has to be counted as somebody. */
const NOBODY: Host = { address: "0.0.0.0", client: "0.0.0.0", isTrusted: false };

/**
 * Anybody can write anything into X-Forwarded-For, so it is believed only as far as trusted proxies wrote it: from the
 * right, up to and including the first address that is not one of them.
 */
export const createClientAddress = (trustedProxies: readonly string[]): FindClientAddress => {
  const trusted = trustList(trustedProxies);
  const hosts = new Map<string, Host | undefined>();

  const read = (text: string): Host | undefined => {
    const address = normalise(text);
    if (address === undefined) return undefined;
    const isTrusted = trusted?.check(address, isIPv4(address) ? "ipv4" : "ipv6") ?? false;
    return { address, client: isIPv4(address) ? address : network64(address), isTrusted };
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
    if (!host.isTrusted) return host;
    const forwarded = forwardedFor === undefined ? undefined : lastBelievable(forwardedFor);
    return forwarded ?? (realIp === undefined ? undefined : hostAt(realIp.trim())) ?? host;
  };
};

/** What is wrong with one entry of the list of trusted proxies, or undefined. */
export const proxyProblem = (text: string): string | undefined => {
  if (text === "loopback") return undefined;
  const [address = "", prefix, ...rest] = text.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) {
    return `'${text}' is neither an IP address nor a network like 10.0.0.0/8 nor the word loopback`;
  }
  const plain = normalise(address) ?? address;
  if (family === 6 && isIPv4(plain)) return `'${text}' is an IPv4 address in IPv6 form: write ${plain}`;
  const bits = family === 4 ? 32 : 128;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) {
    return `'${text}' has no usable prefix: after the slash comes a number from 0 to ${bits}`;
  }
  return undefined;
};

const trustList = (entries: readonly string[]): BlockList | undefined => {
  if (entries.length === 0) return undefined;
  const list = new BlockList();
  for (const entry of entries.flatMap((text) => (text === "loopback" ? ["127.0.0.0/8", "::1"] : [text]))) {
    const problem = proxyProblem(entry);
    if (problem !== undefined) throw new RangeError(problem);
    const [address = "", prefix] = entry.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

/** One way to write each address, without port, brackets and zone; IPv4 in IPv6 clothes is IPv4. */
const normalise = (text: string): string | undefined => {
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? text;
  const family = isIP(bare);
  if (family === 4) return bare;
  if (family === 0) return undefined;
  const groups = groupsOf(bare.replace(/%.*$/, ""));
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 6).every((group, i) => group === (i === 5 ? 0xffff : 0));
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : written(groups);
};

const network64 = (address: string): string => written([...groupsOf(address).slice(0, 4), 0, 0, 0, 0]);

const groupsOf = (address: string): readonly number[] => {
  const [head = [], tail] = address.split("::").map((half) =>
    half
      .split(":")
      .filter((group) => group !== "")
      .flatMap((group) => {
        if (!group.includes(".")) return [Number.parseInt(group, 16)];
        const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
        return [a * 256 + b, c * 256 + d];
      }),
  );
  return tail ? [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head;
};

/** RFC 5952: lower case, no leading zeros, the longest run of at least two zeros (the first of equals) as "::". */
const written = (groups: readonly number[]): string => {
  let [start, length] = [0, 1];
  for (let from = 0; from < groups.length; from++) {
    let to = from;
    while (groups[to] === 0) to++;
    if (to - from > length) [start, length] = [from, to - from];
  }
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(":");
  return `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}`;
};
