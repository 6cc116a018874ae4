import { createOutbound } from "./guarded-outbound.ts";
import type { Outbound } from "./outbound.ts";
import { allowedFor, PURPOSES, type Purpose } from "./purposes.ts";

/** Calls to addresses that a setting names, which need no further allowance. */
const CONFIGURED = ["search", "flights", "proposals", "issuer"] as const;
type AnyPurpose = Purpose | (typeof CONFIGURED)[number];

/** One way out for each purpose: an address that is allowed for one is not open to the others. */
export interface Outbounds extends Readonly<Record<AnyPurpose, Outbound>> {
  close(): Promise<void>;
}

export interface OutboundsOptions {
  /** Entries of TAXIWAY_OUTBOUND_ALLOW. */
  readonly allow: readonly string[];
  /** URLs that settings name, by what they are for. */
  readonly named: Readonly<Partial<Record<AnyPurpose, readonly (string | undefined)[]>>>;
}

export const createOutbounds = ({ allow, named }: OutboundsOptions): Outbounds => {
  const namedFor = (purpose: AnyPurpose) =>
    (named[purpose] ?? []).filter((url) => url !== undefined).map((url) => hostAndPort(new URL(url)));
  const ways = Object.fromEntries([
    ...PURPOSES.map((purpose) => [
      purpose,
      createOutbound({ allow: [...allowedFor(purpose, allow), ...namedFor(purpose)], purpose }),
    ]),
    ...CONFIGURED.map((purpose) => [purpose, createOutbound({ allow: namedFor(purpose) })]),
  ]) as Record<AnyPurpose, Outbound>;
  return {
    ...ways,
    async close() {
      await Promise.all(Object.values(ways).map((way) => way.close()));
    },
  };
};

const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
