import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { ConnectorTool } from "../connector.ts";
import { simpleText } from "./binding-text.ts";
import { boundPlace } from "./body-place.ts";

/** What a form has to know about its fields beside their values. */
export interface BodyMembers {
  /** Those that are files, and of what media type. */
  readonly files: ReadonlyMap<string, string>;
  /** Lists and objects that are one field with commas in it. */
  readonly joined: ReadonlySet<string>;
}

const UNKNOWN_TYPE = "application/octet-stream";
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Files are what the input's schema says is base64; what is joined says so in its binding. */
export const bodyMembers = ({ input, request }: ConnectorTool): BodyMembers => {
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  const bound = (request.bindings ?? [])
    .filter((binding) => binding.in === "body")
    .map(({ argument, name = argument, explode }) => ({ argument, member: boundPlace(name)[0] ?? argument, explode }));
  const own = Object.keys(properties).map((argument) => ({ argument, member: argument }));
  const files = [...own, ...bound].flatMap(({ argument, member }) => {
    const type = fileType(properties[argument], input, 0);
    return type === undefined ? [] : [[member, type] as const];
  });
  return {
    files: new Map(files),
    joined: new Set(bound.filter(({ explode }) => explode === false).map(({ member }) => member)),
  };
};

const DEEPEST = 5;

/** Of a file or of each in a list, also behind a reference or where it may be null instead. */
const fileType = (schema: unknown, root: JsonObject, depth: number): string | undefined => {
  if (!isJsonObject(schema) || depth > DEEPEST) return undefined;
  if (schema["contentEncoding"] === "base64") {
    const type = String(schema["contentMediaType"] ?? "");
    return MEDIA_TYPE.test(type) ? type : UNKNOWN_TYPE;
  }
  const { items, anyOf, oneOf, allOf } = schema;
  for (const inner of [definitionOf(schema, root), items, anyOf, oneOf, allOf].flat()) {
    const type = fileType(inner, root, depth + 1);
    if (type !== undefined) return type;
  }
  return undefined;
};

const definitionOf = ({ $ref }: JsonObject, { $defs }: JsonObject): unknown => {
  const name = typeof $ref === "string" && $ref.startsWith("#/$defs/") ? $ref.slice("#/$defs/".length) : "";
  return isJsonObject($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
};

export const withJoined = (body: JsonObject, { joined }: BodyMembers): JsonObject =>
  joined.size === 0
    ? body
    : Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          joined.has(name) && typeof value === "object" && value !== null
            ? simpleText(value, false, (text) => text)
            : value,
        ]),
      );
