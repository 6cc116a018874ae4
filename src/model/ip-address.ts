import { BlockList, isIP, isIPv4 } from "node:net";

/** Normalises an address: no zone, IPv4-mapped IPv6 as IPv4. Returns undefined if the text is not an address. */
export const canonicalAddress = (text: string): string | undefined => {
  const family = isIP(text);
  if (family === 4) return text;
  if (family === 0) return undefined;
  const groups = groupsOf(text.replace(/%.*$/, ""));
  const isMapped = groups.slice(0, 6).every((group, i) => group === (i === 5 ? 0xffff : 0));
  return isMapped ? dotted(groups.slice(6)) : written(groups);
};

/** Returns the first address of the /64 network of a canonical IPv6 address. */
export const network64 = (address: string): string => written([...groupsOf(address).slice(0, 4), 0, 0, 0, 0]);

const dotted = ([high = 0, low = 0]: readonly number[]): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join(".");

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

/** Formats by RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups as "::". */
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

/** A set of addresses and networks such as 10.0.0.0/8. */
interface Networks {
  /** `address` is canonical. */
  has(address: string): boolean;
}

/** Returns what is wrong with an address or network; undefined if it is valid. */
export const networkProblem = (text: string): string | undefined => {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return `'${text}' is neither an IP address nor a network like 10.0.0.0/8`;
  const plain = canonicalAddress(address) ?? address;
  if (family === 6 && isIPv4(plain)) return `'${text}' is an IPv4 address in IPv6 form: write ${plain}`;
  const bits = family === 4 ? 32 : 128;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) {
    return `'${text}' has an invalid prefix length: use a number from 0 to ${bits} after the slash`;
  }
  return undefined;
};

export const createNetworks = (entries: readonly string[]): Networks => {
  const list = new BlockList();
  for (const entry of entries) {
    const problem = networkProblem(entry);
    if (problem !== undefined) throw new RangeError(problem);
    const [address = "", prefix] = entry.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return { has: (address) => entries.length > 0 && list.check(address, familyOf(address)) };
};

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");

/** Checks whether a host is reachable from the same machine only. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
