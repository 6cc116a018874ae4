import { portableDescription, portableSchema } from "../../mcp/tools/portable-schema.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";
import type { Connector, ConnectorTool } from "./connector.ts";

/** The argument that requests the raw response. */
export const INCLUDE_RAW = "include_raw";

const includeRaw: Schema = {
  type: "boolean",
  default: false,
  description: "Adds the API's own answer, secrets masked. Only for finding out why a result looks odd: it is long.",
};

const propertiesOf = ({ properties }: Schema): Readonly<Record<string, unknown>> =>
  isJsonObject(properties) ? properties : {};

export const offersRaw = ({ raw_results }: Pick<Connector, "raw_results">, { input }: ConnectorTool): boolean =>
  raw_results === true && !Object.hasOwn(propertiesOf(input), INCLUDE_RAW);

export const inputSchema = (connector: Connector, tool: ConnectorTool): Schema => {
  if (!offersRaw(connector, tool)) return tool.input;
  return { ...tool.input, properties: { ...propertiesOf(tool.input), [INCLUDE_RAW]: includeRaw } };
};

/** A tool as clients see it, in a form that every model API accepts. */
export const listedTool = (connector: Connector, tool: ConnectorTool) => {
  const { name, description, safety_notes } = tool;
  const caution = safety_notes === undefined ? "" : `\n\nCaution: ${safety_notes}`;
  const output = outputSchema(tool);
  return {
    name,
    description: portableDescription(description, caution),
    inputSchema: portableSchema(inputSchema(connector, tool)),
    ...(output && { outputSchema: output }),
  };
};

/** Members that Taxiway adds to every result, unless the API has members of the same names. */
const ADDED: Readonly<Record<string, Schema>> = {
  source: {
    type: "string",
    enum: ["sandbox", "live"],
    description: "Where the answer is from: a rehearsal, or the API itself.",
  },
  next: {
    type: "object",
    properties: { argument: { type: "string" }, value: {} },
    description: "There is more: call again with this argument set to this value.",
  },
  truncated: {
    type: "object",
    description: "Not all of it is here: what is left out, and where all of it can be read.",
  },
};

const ADDED_TO_FILES = { uri: { type: "string", description: "Where the file can be read, for a limited time." } };

const outputSchema = ({ output, parse }: ConnectorTool): Schema | undefined => {
  if (output === undefined) return undefined;
  const added = parse.format === "bytes" ? { ...ADDED, ...ADDED_TO_FILES } : ADDED;
  return { ...output, properties: { ...added, ...propertiesOf(output) } };
};

/** Adds Taxiway's members to a result. */
export const withAdded = (data: unknown, added: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const result = isJsonObject(data) ? data : { result: data };
  const missing = Object.entries(added).filter(([name, value]) => value !== undefined && !Object.hasOwn(result, name));
  return { ...result, ...Object.fromEntries(missing) };
};
