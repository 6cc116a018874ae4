import { BlockList, isIP } from "node:net";

/** `host`, `host:port`, an address, or a network such as 10.0.0.0/8. */
export const allowanceProblem = (entry: string): string | undefined => {
  const [address = "", bits, ...rest] = entry.split("/");
  if (rest.length > 0) return `'${entry}' is no host, address or network`;
  if (bits !== undefined) return networkOf(address, bits) === undefined ? `'${entry}' is no network` : undefined;
  return isIP(entry) > 0 || HOST.test(entry) ? undefined : `'${entry}' is no host, address or network`;
};

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i;

const networkOf = (address: string, bits: string): BlockList | undefined => {
  const family = isIP(address);
  const length = Number(bits);
  if (family === 0 || !/^\d{1,3}$/.test(bits) || length > (family === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, length, family === 4 ? "ipv4" : "ipv6");
  return list;
};
