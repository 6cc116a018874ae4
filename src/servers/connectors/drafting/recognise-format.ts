import { shortened } from "../../../mcp/tools/input-problem.ts";
import { type Failure, invalid } from "../../../model/failure.ts";

/** Formats that have a reader; see `draft-from-source.ts`. */
export type Format = "openapi" | "samples";

interface KnownFormat {
  /** Undefined: recognised only so that the refusal can name it. */
  readonly format?: Format;
  /** In a sentence: "This looks like RAML." */
  readonly name: string;
  /** Tests the text in linear time. */
  looksLike(text: string): boolean;
}

const beginsWith =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text.slice(0, HEAD));

/** How much is looked at. */
const HEAD = 20_000;

/** JSON in which the version comes late is read as OpenAPI too, for want of a better guess. */
const OPENAPI_JSON = /^\s*\{[\s\S]*"(?:openapi|swagger)"\s*:\s*"[23]/;
/** YAML whose first line, after comments and directives, has a key. */
const MAPPING = /^(?:[ \t]*(?:[#%].*|---.*)?\r?\n)*["']?[\w$-]+["']?[ \t]*:(?:\s|$)/;
const OPENAPI_KEY = /^["']?(?:openapi|swagger)["']?\s*:/m;

const looksLikeOpenApi = (text: string): boolean => {
  const head = text.slice(0, HEAD);
  return OPENAPI_JSON.test(head) || (MAPPING.test(head) && OPENAPI_KEY.test(text));
};

/** The first one that fits is taken. */
const FORMATS: readonly KnownFormat[] = [
  { name: "RAML", looksLike: beginsWith(/^#%RAML/) },
  { name: "OpenAPI", format: "openapi", looksLike: looksLikeOpenApi },
  { name: "an HTML page", looksLike: beginsWith(/^\s*<(?:!doctype\s+html|html)\b/i) },
  { name: "XML", looksLike: beginsWith(/^\s*</) },
];

const READ = ["OpenAPI 3.x or Swagger 2.0 as JSON or YAML", "a folder of sample requests and responses"];

/** Tells the format of a document. Fails with the name of a format that is not supported. */
export const recogniseFormat = (given: string): Format => {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const known = FORMATS.find(({ looksLike }) => looksLike(text));
  if (known?.format !== undefined) return known.format;
  if (known !== undefined) throw unsupported(`This looks like ${known.name}.`);
  // Its reader says in which line the JSON or YAML is wrong.
  if (/^\s*[{[]/.test(text) || MAPPING.test(text.slice(0, HEAD))) return "openapi";
  throw unsupported(`The format of the document is not known. It begins with '${shortened(text.trimStart())}'.`);
};

const unsupported = (what: string): Failure =>
  invalid(what, { field: "document", allowed: READ, hint: `Taxiway reads ${READ.join(", and ")}.` });

/** Whether a file of a folder is the main file of an OpenAPI document. */
export const isOpenApiRoot = (text: string): boolean => {
  if (!/^\s*\{/.test(text)) return looksLikeOpenApi(text);
  try {
    const { openapi, swagger } = JSON.parse(text) as { openapi?: unknown; swagger?: unknown };
    return openapi !== undefined || swagger !== undefined;
  } catch {
    return false;
  }
};
