import { isIP } from "node:net";
import { canonicalAddress } from "../../model/ip-address.ts";
import { allowanceProblem } from "./allowance.ts";
import { isPlatformAddress, isPlatformName } from "./platform-addresses.ts";

/** The outgoing calls for which an operator can allow addresses that are not public. */
export const PURPOSES = ["connectors", "tools", "documents", "webhooks", "images"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Entries without a purpose: these calls go to addresses that an administrator chose, the others to a caller's. */
const WITHOUT_PURPOSE: readonly string[] = ["connectors", "tools"] satisfies Purpose[];

/** What is wrong with one entry of TAXIWAY_OUTBOUND_ALLOW: `127.0.0.1:8080`, `documents=intranet.example:443`. */
export const purposeEntryProblem = (entry: string): string | undefined => {
  const { purposes, address } = partsOf(entry);
  const unknown = purposes.find((purpose) => !PURPOSES.some((known) => known === purpose));
  if (unknown !== undefined) return `'${unknown}' is not a purpose; the purposes are ${PURPOSES.join(", ")}`;
  const problem = allowanceProblem(address);
  if (problem !== undefined) return `${problem}; write an entry as 127.0.0.1:8080 or documents=127.0.0.1:8080`;
  return isNeverCalled(address)
    ? `'${address}' can never be called: it is link-local or belongs to a cloud platform; remove it`
    : undefined;
};

/** The hosts, addresses and networks that these entries allow for one purpose. */
export const allowedFor = (purpose: Purpose, entries: readonly string[]): readonly string[] =>
  entries
    .map(partsOf)
    .filter(({ purposes }) => purposes.includes(purpose))
    .map(({ address }) => address);

const partsOf = (entry: string): { readonly purposes: readonly string[]; readonly address: string } => {
  const end = entry.indexOf("=");
  if (end < 0) return { purposes: WITHOUT_PURPOSE, address: entry };
  return { purposes: [entry.slice(0, end).trim()], address: entry.slice(end + 1).trim() };
};

/** Networks are left to the guard: one that contains such an address may contain others. */
const isNeverCalled = (address: string): boolean => {
  if (address.includes("/")) return false;
  const host = isIP(address) > 0 ? address : new URL(`http://${address}`).hostname.replace(/^\[(.*)\]$/, "$1");
  const literal = canonicalAddress(host);
  return literal === undefined ? isPlatformName(host) : isPlatformAddress(literal);
};
