import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { isBinary } from "./media-types.ts";
import { createReferences, type References } from "./references.ts";
import { delimitedText, isDelimited } from "./schema-traits.ts";

export const METHODS = ["get", "head", "post", "put", "patch", "delete"] as const;

/** Keywords that a Swagger 2.0 parameter has in place of a schema. */
const SCHEMA_KEYWORDS = [
  ...["type", "format", "items", "enum", "default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "multipleOf", "x-nullable"],
] as const;

export const schemaOfParameter = (parameter: JsonObject): JsonObject =>
  Object.fromEntries(SCHEMA_KEYWORDS.filter((name) => name in parameter).map((name) => [name, parameter[name]]));

/**
 * Rewrites Swagger 2.0 so that the upgrader loses nothing. By itself it drops limits of form fields, referenced or
 * shared bodies, and per-operation `produces`, and it throws where it expects an object.
 */
export const prepareSwagger = (document: JsonObject): JsonObject => {
  const references = createReferences(document);
  const { paths, parameters: _, consumes, produces, responses, securityDefinitions, ...rest } = document;
  const types = { consumes, produces: stringsOf(produces) ?? ["application/json"] };
  return {
    ...rest,
    swagger: "2.0",
    ...(isJsonObject(securityDefinitions) && { securityDefinitions: mapObjects(securityDefinitions, prepareScheme) }),
    ...(isJsonObject(responses) && {
      responses: mapObjects(responses, (response) => withContent(response, types.produces)),
    }),
    paths: isJsonObject(paths) ? mapObjects(paths, (item) => prepareItem(item, types, references)) : {},
  };
};

/** The upgrader drops the description of basic authentication. */
const prepareScheme = (scheme: JsonObject): JsonObject =>
  scheme["type"] === "basic" ? { ...scheme, type: "http", scheme: "basic" } : scheme;

interface Types {
  readonly consumes: unknown;
  readonly produces: readonly string[];
}

const prepareItem = (item: JsonObject, types: Types, references: References): JsonObject => {
  const shared = parametersOf(item["parameters"], references);
  const operations = METHODS.flatMap((method) => {
    const operation = item[method];
    return isJsonObject(operation) ? [[method, prepareOperation(operation, shared, types, references)] as const] : [];
  });
  return Object.fromEntries(operations);
};

const prepareOperation = (
  operation: JsonObject,
  shared: readonly JsonObject[],
  types: Types,
  references: References,
): JsonObject => {
  const own = parametersOf(operation["parameters"], references);
  const isOwn = (other: JsonObject) => own.some((each) => each["name"] === other["name"] && each["in"] === other["in"]);
  const all = [...shared.filter((parameter) => !isOwn(parameter)), ...own];
  const fields = all.filter((parameter) => parameter["in"] === "formData");
  const isFile = all.some((parameter) => parameter["in"] === "body" && isBinary(parameter["schema"], references));
  const consumes = stringsOf(operation["consumes"]) ??
    stringsOf(types.consumes) ?? [isFile ? "application/octet-stream" : "application/json"];
  const produces = stringsOf(operation["produces"]) ?? types.produces;
  const responses = operation["responses"];
  return {
    ...operation,
    parameters: all.filter((parameter) => parameter["in"] !== "formData"),
    consumes,
    responses: isJsonObject(responses) ? mapObjects(responses, (response) => withContent(response, produces)) : {},
    ...(fields.length > 0 && { requestBody: formBody(fields, consumes) }),
  };
};

const parametersOf = (list: unknown, references: References): JsonObject[] =>
  (Array.isArray(list) ? list : []).flatMap((entry) => {
    const followed = references.follow(entry)?.value;
    const isWhole = typeof followed?.["in"] === "string" && typeof followed["name"] === "string";
    return followed !== undefined && isWhole ? [asDelimited(structuredClone(followed))] : [];
  });

/** List formats that OpenAPI 3 has a style for, by parameter place. */
const STYLED: Readonly<Record<string, readonly string[]>> = { query: ["ssv", "pipes"] };

/** Turns lists with a separator that OpenAPI 3 does not support in their place into strings. */
const asDelimited = (parameter: JsonObject): JsonObject => {
  const { collectionFormat, items: _, in: place, description, ...rest } = parameter;
  const isKnown = STYLED[String(place)]?.includes(String(collectionFormat));
  if (rest["type"] !== "array" || !isDelimited(collectionFormat) || isKnown) return parameter;
  const { minItems: _least, maxItems: _most, uniqueItems: _unique, ...kept } = rest;
  return { ...kept, in: place, ...delimitedText(description, collectionFormat) };
};

const formBody = (fields: readonly JsonObject[], consumes: readonly string[]): JsonObject => {
  const hasFile = fields.some(({ type }) => type === "file");
  const isMultipart = hasFile || !consumes.includes("application/x-www-form-urlencoded");
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      fields.map((field) => [field["name"], { ...schemaOfParameter(field), description: field["description"] }]),
    ),
    required: fields.filter(({ required }) => required === true).map(({ name }) => name),
  };
  const joined = fields.filter(({ type, collectionFormat = "csv" }) => type === "array" && collectionFormat === "csv");
  const encoding = Object.fromEntries(joined.map(({ name }) => [name, { style: "form", explode: false }]));
  return {
    required: schema.required.length > 0,
    content: { [isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"]: { schema, encoding } },
  };
};

const withContent = (response: JsonObject, produces: readonly string[]): JsonObject => {
  const { schema, examples: _, headers: __, ...rest } = response;
  if (schema === undefined) return rest;
  if (isJsonObject(schema) && schema["type"] === "file") {
    const files = produces.filter((type) => !/json|xml/i.test(type));
    const types = files.length > 0 ? files : ["application/octet-stream"];
    const binary = { type: "string", format: "binary" };
    return { ...rest, content: Object.fromEntries(types.map((type) => [type, { schema: binary }])) };
  }
  return { ...rest, content: Object.fromEntries(produces.map((type) => [type, { schema }])) };
};

const stringsOf = (value: unknown): readonly string[] | undefined => {
  const strings = Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
  return strings.length === 0 ? undefined : strings;
};

const mapObjects = (fields: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (isJsonObject(value) ? [[name, change(value)]] : [])),
  );
