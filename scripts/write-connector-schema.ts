/** Writes docs/connector.schema.json from the schema that Taxiway validates connectors with. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectorSchema } from "../src/servers/connectors/connector-schema.ts";

const json = JSON.stringify(connectorSchema, null, 2)
  // Short lists on one line, as Biome formats them.
  .replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, entries: string) => `[${entries.replace(/,\n\s+/g, ", ")}]`);
writeFileSync(join(import.meta.dirname, "../docs/connector.schema.json"), `${json}\n`);
