import { BlockList, isIP, isIPv4 } from "node:net";
import { canonicalAddress } from "./ip-address.ts";

/** Addresses, and networks such as 10.0.0.0/8. */
export interface Networks {
  /** `address` is canonical. */
  has(address: string): boolean;
}

/** What is wrong with one address or network, or undefined. */
export const networkProblem = (text: string): string | undefined => {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return `'${text}' is neither an IP address nor a network like 10.0.0.0/8`;
  const plain = canonicalAddress(address) ?? address;
  if (family === 6 && isIPv4(plain)) return `'${text}' is an IPv4 address in IPv6 form: write ${plain}`;
  const bits = family === 4 ? 32 : 128;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) {
    return `'${text}' has no usable prefix: after the slash comes a number from 0 to ${bits}`;
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
