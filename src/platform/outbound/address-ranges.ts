import type ipaddr from "ipaddr.js";
import { createNetworks } from "../../model/ip-address.ts";

/** Link-local addresses, and platform services of Azure, Alibaba Cloud and Oracle Cloud outside that range. */
const IPV4: readonly (readonly [network: string, bits: number])[] = [
  ["169.254.0.0", 16],
  ["168.63.129.16", 32],
  ["100.100.100.200", 32],
  ["192.0.0.192", 32],
];

/** Link-local addresses, and the metadata services of AWS, Google Cloud, Oracle Cloud, Scaleway and Akamai. */
const IPV6 = ["fe80::/10", "fd00:ec2::/32", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42", "fd00:a9fe:a9fe::1"];

/** Prefixes of IPv6 addresses that end in an IPv4 address: compatible, translated, NAT64. */
const CARRIERS = ["::", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"];

const NAMES = [
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
  "api.metadata.cloud.ibm.com",
];

const sixToFour = (network: string, bits: number): string => {
  const [a = 0, b = 0, c = 0, d = 0] = network.split(".").map(Number);
  return `2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::/${16 + bits}`;
};

const networks = createNetworks([
  ...IPV6,
  ...IPV4.flatMap(([network, bits]) => [
    `${network}/${bits}`,
    sixToFour(network, bits),
    ...CARRIERS.map((prefix) => `${prefix}${network}/${96 + bits}`),
  ]),
]);

/** Checks whether a canonical address may belong to the cloud platform, whose services hand out credentials. */
export const isPlatformAddress = (address: string): boolean => networks.has(address);

/** Checks the same for a host name in lower case, without a trailing dot. */
export const isPlatformName = (host: string): boolean =>
  NAMES.some((name) => host === name || host.endsWith(`.${name}`));

type Parser = typeof ipaddr;

/** IPv6 networks that embed an IPv4 address, and the group at which it starts. */
const EMBEDDINGS: readonly (readonly [network: string, bits: number, group: number])[] = [
  ["::ffff:0:0", 96, 6],
  ["64:ff9b::", 96, 6],
  ["2002::", 16, 1],
];

/** Checks whether an address is public: global unicast, and so is any IPv4 address embedded in it. */
export const isPublicAddress = ({ IPv4, IPv6 }: Parser, address: string): boolean => {
  if (IPv4.isValidFourPartDecimal(address)) return IPv4.parse(address).range() === "unicast";
  if (address.includes("%") || !IPv6.isValid(address)) return false;
  const parsed = IPv6.parse(address);
  const embedding = EMBEDDINGS.find(([network, bits]) => parsed.match(IPv6.parse(network), bits));
  if (embedding === undefined) return parsed.match(IPv6.parse("2000::"), 3) && parsed.range() === "unicast";
  const [high = 0, low = 0] = parsed.parts.slice(embedding[2]);
  return new IPv4([high >> 8, high & 255, low >> 8, low & 255]).range() === "unicast";
};
