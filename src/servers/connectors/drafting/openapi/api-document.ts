import { invalid } from "../../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { type DocumentLimits, readDocument } from "../../read-document.ts";
import type { Note } from "../draft.ts";
import { type MainDocument, MOST_SOURCE_BYTES } from "../source.ts";
import { bundle } from "./bundle.ts";
import { prepareSwagger } from "./prepare-swagger.ts";
import { createReferences, type References } from "./references.ts";

/** A parsed OpenAPI 3.0 or 3.1 document. Schema readers handle the differences between the two versions. */
export interface ApiDocument {
  readonly root: JsonObject;
  readonly references: References;
}

const LIMITS: DocumentLimits = {
  name: "The document",
  field: "document",
  mostBytes: MOST_SOURCE_BYTES,
  deepest: 100,
  mostValues: 2_000_000,
};

interface ReadingOptions extends Partial<Pick<MainDocument, "path" | "files">> {
  readonly note: Note;
}

export const readApiDocument = async (
  text: string,
  { path = "", files = {}, note }: ReadingOptions,
): Promise<ApiDocument> => {
  const { value, warnings } = await readDocument(text, LIMITS);
  for (const warning of warnings) note(warning);
  if (!isJsonObject(value)) throw notOpenApi("it must be an object");
  const root = await upgraded(await bundle(value, { path, files, limits: LIMITS, note }), note);
  if (!isJsonObject(root["paths"])) throw notOpenApi("paths is missing");
  return { root, references: createReferences(root) };
};

/**
 * Only Swagger 2.0 goes through the upgrader. Its step to 3.1 mistakes a property called `example` for an example, and
 * empties binary bodies.
 */
const upgraded = async (document: JsonObject, note: Note): Promise<JsonObject> => {
  const { swagger, openapi } = document;
  if (String(swagger).startsWith("2")) {
    const { upgradeFromTwoToThree } = await import("@scalar/openapi-upgrader/2.0-to-3.0");
    try {
      return upgradeFromTwoToThree(prepareSwagger(document)) as JsonObject;
    } catch {
      throw notOpenApi("it declares Swagger 2.0 but cannot be read as such");
    }
  }
  const version = String(openapi ?? "");
  if (!/^3(?:\.|$)/.test(version)) throw notOpenApi(`it must declare "swagger: 2.0" or "openapi: 3.x"`);
  if (!/^3\.[01](?:\.|$)/.test(version)) note(`OpenAPI ${version.slice(0, 10)} was read as 3.1.`);
  return version.startsWith("3.0") ? document : (withReferenceSiblings(document) as JsonObject);
};

const notOpenApi = (reason: string): Error =>
  invalid(`The document is not valid OpenAPI: ${reason}.`, {
    field: "document",
    allowed: ["OpenAPI 3.1", "OpenAPI 3.0", "Swagger 2.0"],
    hint: "Send the OpenAPI or Swagger document itself as JSON or YAML, not the web page that displays it.",
  });

/**
 * Keywords that constrain a schema, each with a check that its value is a keyword's and not, say, a property of that
 * name.
 */
const CONSTRAINTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(["properties", "items", "not"].map((keyword) => [keyword, isJsonObject])),
  ...Object.fromEntries(["required", "enum", "allOf", "oneOf", "anyOf"].map((keyword) => [keyword, Array.isArray])),
  ...Object.fromEntries(
    ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf"].map((keyword) => [
      keyword,
      (value: unknown) => typeof value === "number",
    ]),
  ),
  pattern: (value) => typeof value === "string",
};

/**
 * Moves keywords beside a `$ref`, which OpenAPI 3.1 allows, into an `allOf`, so that following the reference does not
 * drop them.
 */
const withReferenceSiblings = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withReferenceSiblings);
  if (!isJsonObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withReferenceSiblings(part)]));
  const narrows = Object.entries(CONSTRAINTS).some(([name, fits]) => Object.hasOwn(copy, name) && fits(copy[name]));
  if (typeof copy["$ref"] !== "string" || !narrows) return copy;
  const { $ref, allOf, ...rest } = copy as JsonObject;
  return { ...rest, allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])] };
};
