import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "../../../model/ip-address.ts";
import { type Answer, type HttpContext, plainAnswer } from "./http-context.ts";
import type { OriginRule } from "./reach.ts";

/** Which hosts and origins are served. */
export interface OriginPolicy {
  /** Against DNS rebinding: a page whose name was pointed at our address has that name in its Host header. */
  allowsHost(host: string | undefined): boolean;
  /** Whether the page that sent a request may call what has this rule. */
  allowsOrigin(rule: OriginRule, request: OriginRequest): boolean;
  readonly openOrigins: boolean;
}

type OriginRequest = Pick<IncomingMessage, "method" | "headers">;

export interface OriginPolicyOptions {
  /** The address that the server listens on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** The address of this server as browsers know it, if a proxy calls it by another name. */
  readonly publicUrl?: string;
  /** Every request needs a key: one with an Authorization header passes here, and the endpoint checks the key. */
  readonly keysRequired?: boolean;
  /** Whether an Authorization header has a valid token, where keys are not required. */
  isToken?(authorization: string | undefined): boolean;
}

const hostName = (header: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(header);
  return (bracketed?.[1] ?? header.replace(/:\d*$/, "")).toLowerCase();
};

const WEB = /^https?:\/\//;
const isLoopbackOrigin = (origin: string): boolean => WEB.test(origin) && isLoopback(hostName(origin.replace(WEB, "")));

const namesAuthorization = (requested: string | undefined): boolean =>
  requested?.split(",").some((name) => name.trim().toLowerCase() === "authorization") === true;

export const createOriginPolicy = (options: OriginPolicyOptions): OriginPolicy => {
  const { host, allowedOrigins, publicUrl, keysRequired = false, isToken } = options;
  const onLoopback = isLoopback(host);
  const publicAddress = publicUrl === undefined ? undefined : new URL(publicUrl);
  const listedHosts = [...options.allowedHosts, ...(publicAddress ? [hostName(publicAddress.host)] : [])];
  const names = new Set([host, ...listedHosts].map((name) => name.toLowerCase()));
  const hostsChecked = onLoopback || listedHosts.length > 0;
  const openOrigins = allowedOrigins.includes("*");
  const listedOrigins = new Set(allowedOrigins.filter((origin) => origin !== "*"));

  /** DNS rebinding needs a name: a page has an IP address in its URL only if it was loaded from there. */
  const isKnown = (name: string): boolean => isLoopback(name) || names.has(name) || (!onLoopback && isIP(name) !== 0);

  const isOwn = (origin: string, header = ""): boolean =>
    origin === publicAddress?.origin ||
    ((origin === `http://${header}` || origin === `https://${header}`) && isKnown(hostName(header)));

  /** A preflight has no credentials: it announces them, and the request that follows has to bring them. */
  const hasKey = ({ method, headers }: OriginRequest): boolean => {
    if (method === "OPTIONS") {
      return (keysRequired && openOrigins) || namesAuthorization(headers["access-control-request-headers"]);
    }
    // Clients find the authorization server by the 401 that they get without a key.
    if (keysRequired) return openOrigins || headers.authorization !== undefined;
    return isToken?.(headers.authorization) === true;
  };

  return {
    openOrigins,
    allowsHost: (header = "") => !hostsChecked || isKnown(hostName(header)),
    allowsOrigin(rule, request) {
      const { origin, host: header } = request.headers;
      if (origin === undefined || (rule === "any" && openOrigins) || isOwn(origin, header)) return true;
      return rule !== "own" && (isLoopbackOrigin(origin) || listedOrigins.has(origin) || hasKey(request));
    },
  };
};

export const HOST_REFUSED = plainAnswer(
  403,
  "This server does not answer to that host name. It answers to localhost, 127.0.0.1 and the names in TAXIWAY_PUBLIC_URL and TAXIWAY_ALLOWED_HOSTS; add yours there.",
);

const ORIGIN_REFUSED: Readonly<Record<OriginRule, string>> = {
  any: "Add the origin to TAXIWAY_ALLOWED_ORIGINS to allow it.",
  trusted:
    "It can reach live or private services, so it takes requests without an Origin header, from this server's own origin, from loopback origins, from origins named in TAXIWAY_ALLOWED_ORIGINS (* does not count), or with a valid key or token.",
  own: "It takes requests from pages of this server's own origin. If this page is one of them, set TAXIWAY_PUBLIC_URL or add its host name to TAXIWAY_ALLOWED_HOSTS.",
};

export const originRefused = ({ request, origins }: Pick<HttpContext, "request" | "origins">): Answer =>
  plainAnswer(
    403,
    `Web pages of the origin '${request.headers.origin?.slice(0, 100)}' may not call this path. ${ORIGIN_REFUSED[origins]}`,
  );
