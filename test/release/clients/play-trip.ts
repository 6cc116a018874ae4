import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TRIP } from "../../hosts/trip.ts";
import { BRIDGES } from "./bridges.ts";
import type { Connect } from "./client.ts";
import { LIBRARIES } from "./libraries.ts";

/** Plays the trip with one client and prints what it got. Runs as a process of its own: many clients need a newer Node. */
const [name = "", installed = "", url = "", main = ""] = process.argv.slice(2);
const manifest = join(installed, "package.json");
const resolve = (specifier: string): string => import.meta.resolve(specifier, pathToFileURL(manifest).href);

const connect = { ...LIBRARIES, ...BRIDGES }[name] as Connect;
const client = await connect((specifier) => import(resolve(specifier)), {
  url,
  main,
  commandFile: (packageName, path) => join(installed, "node_modules", packageName, path),
});
const results: string[] = [];
for (const { tool, input } of TRIP) {
  // Some libraries throw what a tool refuses.
  results.push(
    await client.call(tool, input(results)).catch((error: Error) => `${error.message} ${error.cause ?? ""}`),
  );
}
await client.close();
process.stdout.write(`\n${JSON.stringify({ names: client.names, results })}\n`, () => process.exit());
