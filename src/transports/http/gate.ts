import { isLoopback } from "../../model/loopback.ts";

/** Which hosts and origins are served. */
export interface Gate {
  /** Against DNS rebinding: a page whose name was pointed at our address has that name in its Host header. */
  allowsHost(host: string | undefined): boolean;
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean;
  /** Whether a request comes from a page of ours, or from none. */
  isOwnOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly openOrigins: boolean;
}

const hostName = (header: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(header);
  return (bracketed?.[1] ?? header.replace(/:\d*$/, "")).toLowerCase();
};

export const createGate = ({
  host,
  allowedHosts,
  allowedOrigins,
  publicUrl,
}: {
  /** The address we listen on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Under which browsers know us, where a proxy calls us by another name. */
  readonly publicUrl?: string;
}): Gate => {
  const guarded = isLoopback(host);
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
  const openOrigins = allowedOrigins.includes("*");
  const origins = new Set(allowedOrigins);
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const isOwnOrigin: Gate["isOwnOrigin"] = (origin, header) =>
    origin === undefined || origin === `http://${header}` || origin === `https://${header}` || origin === publicOrigin;
  return {
    openOrigins,
    isOwnOrigin,
    allowsHost(header = "") {
      if (!guarded) return true;
      const name = hostName(header);
      return isLoopback(name) || names.has(name);
    },
    allowsOrigin: (origin, header) => openOrigins || isOwnOrigin(origin, header) || origins.has(origin as string),
  };
};
