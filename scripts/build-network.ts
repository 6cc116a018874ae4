import { readFileSync, writeFileSync } from "node:fs";
import { airlineRows } from "../src/travel/world/flights/airlines.ts";
import { loadPlaces } from "../src/travel/world/places.ts";
import { buildNetwork } from "./network/build.ts";

/** Writes network.json, the routes of the generated world. `--check` only reports whether the file is up to date. */

const target = new URL("../src/travel/world/data/network.json", import.meta.url);
const network = buildNetwork(airlineRows(), loadPlaces());
const text = `{\n${Object.entries(network)
  .map(([code, routes]) => `${JSON.stringify(code)}:${JSON.stringify(routes.join(","))}`)
  .join(",\n")}\n}\n`;

if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  console.error("network.json is out of date. Run npm run world.");
  process.exitCode = 1;
}
