import { type Reach, reachHere } from "../mcp/transports/http/reach.ts";
import type { Config } from "./config.ts";

/** Who reaches what on a server with these settings. */
export const reachOfConfig = ({ duffel, http }: Pick<Config, "duffel" | "http">): readonly Reach[] =>
  reachHere({ flights: duffel ? "live" : "sandbox", openOrigins: http.allowedOrigins.includes("*") });
