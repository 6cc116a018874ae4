import { resolved, type Schema, shapeOf } from "../../../components/schema-form/schema.ts";
import { isObject, textIn } from "../../../format/json.ts";
import type { Connector, ConnectorTool } from "../responses.ts";

/** The server's estimate: one token per four characters of what clients show a model. */
export const tokenCount = ({ name, description, input }: ConnectorTool): number =>
  Math.ceil(JSON.stringify({ name, description, input_schema: input }).length / 4);

export const withTool = (connector: Connector, index: number, tool: ConnectorTool): Connector => ({
  ...connector,
  tools: connector.tools.map((each, at) => (at === index ? tool : each)),
});

export const withoutTool = (connector: Connector, index: number): Connector => ({
  ...connector,
  tools: connector.tools.filter((_, at) => at !== index),
});

/** Sets an optional text; an empty one is removed. */
export const withText = <T extends object>(object: T, field: keyof T & string, text: string): T => {
  const { [field]: _, ...rest } = object as Record<string, unknown>;
  return (text === "" ? rest : { ...object, [field]: text }) as T;
};

export interface ArgumentInfo {
  readonly name: string;
  readonly schema: Schema;
  /** `text`, `number`, `one of 3` */
  readonly kind: string;
  readonly required: boolean;
  readonly description: string;
  readonly default: unknown;
  /** Hidden from callers; `value` is always sent. */
  readonly hidden: boolean;
  readonly value?: unknown;
}

const propertiesOf = ({ input }: ConnectorTool): Schema => (isObject(input["properties"]) ? input["properties"] : {});
const requiredOf = ({ input }: ConnectorTool): readonly unknown[] =>
  Array.isArray(input["required"]) ? input["required"] : [];

export const argumentsOf = (tool: ConnectorTool): readonly ArgumentInfo[] => [
  ...Object.entries(propertiesOf(tool)).map(([name, args]): ArgumentInfo => {
    const schema = resolved(args, tool.input as Schema);
    return {
      name,
      schema,
      kind: kindOf(schema, tool.input as Schema),
      required: requiredOf(tool).includes(name),
      description: textIn(schema["description"]) ?? "",
      default: schema["default"],
      hidden: false,
    };
  }),
  ...Object.entries(tool.fixed ?? {}).map(([name, value]): ArgumentInfo => {
    const schema = schemaOfValue(value);
    return {
      name,
      schema,
      kind: kindOf(schema, schema),
      required: false,
      description: "",
      default: undefined,
      hidden: true,
      value,
    };
  }),
];

const KINDS: Readonly<Record<string, string>> = {
  json: "any",
  flag: "yes or no",
  "date-time": "date and time",
  "date-time-local": "date and time",
};

const kindOf = (schema: Schema, root: Schema): string => {
  const shape = shapeOf(schema, root);
  if (shape.kind === "choice") return `one of ${shape.values.length}`;
  return shape.kind === "number" && shape.whole ? "whole number" : (KINDS[shape.kind] ?? shape.kind);
};

const TYPES: Readonly<Record<string, Schema>> = {
  string: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
};

const schemaOfValue = (value: unknown): Schema => {
  if (Array.isArray(value)) return { type: "array" };
  return isObject(value) ? { type: "object" } : (TYPES[typeof value] ?? {});
};

const withProperty = (tool: ConnectorTool, name: string, change: (schema: Schema) => Schema): ConnectorTool => {
  const before = propertiesOf(tool)[name];
  const properties = { ...propertiesOf(tool), [name]: change(isObject(before) ? before : {}) };
  return { ...tool, input: { ...tool.input, properties } };
};

export const describeArgument = (tool: ConnectorTool, name: string, text: string): ConnectorTool =>
  withProperty(tool, name, (schema) => withText(schema, "description", text));

/** Undefined removes the default. */
export const defaultArgument = (tool: ConnectorTool, name: string, value: unknown): ConnectorTool =>
  withProperty(tool, name, ({ default: _, ...rest }) => (value === undefined ? rest : { ...rest, default: value }));

export const fixArgument = (tool: ConnectorTool, name: string, value: unknown): ConnectorTool => ({
  ...tool,
  fixed: { ...tool.fixed, [name]: value },
});

/** Hides an argument from callers and always sends a fixed value instead. */
export const hideArgument = (tool: ConnectorTool, name: string): ConnectorTool => {
  const { [name]: schema, ...properties } = propertiesOf(tool);
  const required = requiredOf(tool).filter((each) => each !== name);
  const { required: _, ...input } = tool.input;
  return fixArgument(
    { ...tool, input: { ...input, properties, ...(required.length > 0 && { required }) } },
    name,
    exampleOf(resolved(schema, tool.input as Schema)),
  );
};

/** Shows a hidden argument again, with its previous schema if known. */
export const showArgument = (tool: ConnectorTool, name: string, before?: ConnectorTool): ConnectorTool => {
  const { [name]: value, ...fixed } = tool.fixed ?? {};
  const known = before && propertiesOf(before)[name];
  const schema = isObject(known) ? known : { ...schemaOfValue(value), default: value };
  const { fixed: _, ...rest } = tool;
  const shown = withProperty(Object.keys(fixed).length > 0 ? { ...rest, fixed } : rest, name, () => schema);
  const needed = before !== undefined && requiredOf(before).includes(name);
  return needed ? { ...shown, input: { ...shown.input, required: [...requiredOf(tool), name] } } : shown;
};

const EMPTY: Readonly<Record<string, unknown>> = { integer: 0, number: 0, boolean: false, array: [], object: {} };

const exampleOf = ({ default: args, examples, enum: choices, const: only, type }: Schema): unknown =>
  [args, only, ...listOf(examples), ...listOf(choices), EMPTY[String(type)]].find((each) => each !== undefined) ?? "";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A value as editable text: strings as they are, everything else as JSON. */
export const valueText = (value: unknown): string => {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};

export const valueFrom = (text: string, { type }: Schema): { readonly value: unknown } | undefined => {
  if (type === "string") return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return type === undefined ? { value: text } : undefined;
  }
};
