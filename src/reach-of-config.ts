import type { Config } from "./config.ts";
import { type Reach, reachHere } from "./transports/http/reach.ts";

/** Who reaches what on a server with these settings. */
export const reachOfConfig = ({ duffel, http }: Pick<Config, "duffel" | "http">): readonly Reach[] =>
  reachHere({ flights: duffel ? "live" : "sandbox", openOrigins: http.allowedOrigins.includes("*") });
