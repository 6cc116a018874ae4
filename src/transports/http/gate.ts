import { isIP } from "node:net";

/** Which hosts and origins are served. */
export interface Gate {
  /** Against DNS rebinding: a page whose name was pointed at our address has that name in its Host header. */
  allowsHost(host: string | undefined): boolean;
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly openOrigins: boolean;
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

const hostName = (header: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(header);
  return (bracketed?.[1] ?? header.replace(/:\d*$/, "")).toLowerCase();
};

export const createGate = ({
  host,
  allowedHosts,
  allowedOrigins,
}: {
  /** The address we listen on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}): Gate => {
  const guarded = isLoopback(host);
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
  const openOrigins = allowedOrigins.includes("*");
  const origins = new Set(allowedOrigins);
  return {
    openOrigins,
    allowsHost(header = "") {
      if (!guarded) return true;
      const name = hostName(header);
      return isLoopback(name) || names.has(name);
    },
    allowsOrigin: (origin, header) =>
      openOrigins ||
      origin === undefined ||
      origins.has(origin) ||
      origin === `http://${header}` ||
      origin === `https://${header}`,
  };
};
