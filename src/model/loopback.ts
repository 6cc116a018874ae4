import { isIP } from "node:net";

/** Whether only programs of the same machine can reach that host. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
