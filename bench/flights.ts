import { join } from "node:path";
import { cachedSearches } from "./flights/cached-searches.ts";
import { normalising } from "./flights/normalising.ts";
import { sandboxSearches } from "./flights/sandbox-searches.ts";

/** Compares the flights server with the GDS, its Duffel client with plain requests, and its parser with JSON.parse. */
export const flights = async (folder: string): Promise<string> =>
  [
    "The same search over and over, 64 connections:",
    await cachedSearches(join(folder, "cached")),
    "New searches through the sandbox at `/duffel`, one after another:",
    await sandboxSearches(join(folder, "sandbox")),
    await normalising(),
  ].join("\n\n");
