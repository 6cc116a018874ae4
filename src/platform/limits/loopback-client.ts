import type { IncomingHttpHeaders } from "node:http";
import { canonicalAddress } from "../../model/ip-address.ts";
import { isLoopback } from "../../model/loopback.ts";

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
