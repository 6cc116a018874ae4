/** Writes docs/connector.schema.json from the schema that Taxiway validates connectors with. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectorSchema } from "../src/servers/connectors/connector-schema.ts";

const WIDEST = 120;

const json = JSON.stringify(connectorSchema, null, 2)
  // Lists that fit on one line, as Biome formats them.
  .replace(/^(.*)\[\n\s+([^[\]{}]*?)\n\s+\](,?)/gm, (long, before: string, entries: string, after: string) => {
    const line = `${before}[${entries.replace(/,\n\s+/g, ", ")}]${after}`;
    return line.length > WIDEST ? long : line;
  });
writeFileSync(join(import.meta.dirname, "../docs/connector.schema.json"), `${json}\n`);
