/** Writes docs/connector.schema.json from the schema that Taxiway validates connectors with. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectorSchema } from "../src/servers/connectors/connector-schema.ts";
import { formattedJson } from "./docs/formatted-json.ts";

writeFileSync(join(import.meta.dirname, "../docs/connector.schema.json"), formattedJson(connectorSchema));
