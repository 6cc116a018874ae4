/**
 * Writes the data files of the generated world. They are built ahead of time because their sources are large and because
 * an updated package must not change the world. `--check` only reports whether the files are up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildAirports } from "./world/airports.ts";
import { buildZones } from "./world/zones.ts";

const folder = new URL("../src/travel/world/data/", import.meta.url);

const { airports, unserved } = buildAirports();
const files: Readonly<Record<string, string>> = {
  "airports.json": rows(airports),
  "unserved.json": rows(unserved),
  "zones.json": rows(buildZones(airports.zones)),
};

const stale = Object.entries(files).filter(([name, text]) => text !== current(name));
if (process.argv.includes("--check")) {
  for (const [name] of stale) console.error(`${name} is out of date. Run npm run world.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [name, text] of stale) writeFileSync(new URL(name, folder), text);
  for (const [name, text] of Object.entries(files)) console.log(`${name} ${Math.round(text.length / 1024)} KB`);
  console.log(`${airports.airports.length} airports, ${unserved.length} without service: ${fileURLToPath(folder)}`);
}

function current(name: string): string | undefined {
  try {
    return readFileSync(new URL(name, folder), "utf8");
  } catch {
    return undefined;
  }
}

/** Returns JSON with one row per line, so that changing one airport changes one line. */
function rows(value: object): string {
  const list = (items: readonly unknown[]): string =>
    Array.isArray(items[0]) ? `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]` : JSON.stringify(items);
  if (Array.isArray(value)) return `${list(value)}\n`;
  const fields = Object.entries(value).map(
    ([key, field]) => `${JSON.stringify(key)}:${Array.isArray(field) ? list(field) : JSON.stringify(field)}`,
  );
  return `{\n${fields.join(",\n")}\n}\n`;
}
