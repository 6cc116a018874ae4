import { readFileSync, writeFileSync } from "node:fs";
import { airlineRows } from "../src/travel/world/flights/airlines.ts";
import { loadPlaces } from "../src/travel/world/places.ts";
import { buildNetwork } from "./network/build.ts";

const target = new URL("../src/travel/world/data/network.json", import.meta.url);
const network = buildNetwork(airlineRows(), loadPlaces());
const text = `{\n${Object.entries(network)
  .map(([code, routes]) => `${JSON.stringify(code)}:${JSON.stringify(routes.join(","))}`)
  .join(",\n")}\n}\n`;

if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  console.error("network.json does not follow from airlines.json and airports.json: run tsx scripts/build-network.ts");
  process.exitCode = 1;
}
