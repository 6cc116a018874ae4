import type ipaddr from "ipaddr.js";

type Parser = typeof ipaddr;

/** Where an IPv6 address carries an IPv4 one, and from which group on. */
const CARRIERS: readonly (readonly [network: string, bits: number, group: number])[] = [
  ["::ffff:0:0", 96, 6],
  ["64:ff9b::", 96, 6],
  ["2002::", 16, 1],
];

/** Whether the whole internet can reach this address: global unicast, and so is what it carries. */
export const isPublicAddress = ({ IPv4, IPv6 }: Parser, address: string): boolean => {
  if (IPv4.isValidFourPartDecimal(address)) return IPv4.parse(address).range() === "unicast";
  if (address.includes("%") || !IPv6.isValid(address)) return false;
  const parsed = IPv6.parse(address);
  const carrier = CARRIERS.find(([network, bits]) => parsed.match(IPv6.parse(network), bits));
  if (carrier === undefined) return parsed.match(IPv6.parse("2000::"), 3) && parsed.range() === "unicast";
  const [high = 0, low = 0] = parsed.parts.slice(carrier[2]);
  return new IPv4([high >> 8, high & 255, low >> 8, low & 255]).range() === "unicast";
};
