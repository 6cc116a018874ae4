import { join } from "node:path";
import { cachedSearches } from "./flights/cached-searches.ts";
import { normalising } from "./flights/normalising.ts";
import { sandboxSearches } from "./flights/sandbox-searches.ts";
import { inFolder } from "./in-folder.ts";

/** The flights server beside the GDS, its client beside plain requests, and its reading beside JSON.parse. */
export const flights = inFolder(async (folder) =>
  [
    "The same search over and over, 64 connections:",
    await cachedSearches(join(folder, "cached")),
    "A search that nobody made before, through the sandbox at `/duffel`, one after another:",
    await sandboxSearches(join(folder, "sandbox")),
    await normalising(),
  ].join("\n\n"),
);
