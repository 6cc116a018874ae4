import { shortened } from "../../../mcp/tools/input-problem.ts";
import { type Failure, invalid } from "../../../model/failure.ts";

/** Formats that have a reader; see `draft-from-source.ts`. */
export type Format = "openapi" | "samples" | "page" | "postman" | "curl";

interface KnownFormat {
  /** Undefined: recognised only so that the refusal can name it. */
  readonly format?: Format;
  /** In a sentence: "This looks like RAML." */
  readonly name: string;
  /** Tests the beginning of the text in linear time. */
  readonly begins: RegExp;
}

/** How much is looked at. */
const HEAD = 20_000;

/** JSON in which the version comes late is read as OpenAPI too, for want of a better guess. */
const OPENAPI_JSON = /^\s*\{[\s\S]*"(?:openapi|swagger)"\s*:\s*"[23]/;
/** YAML whose first line, after comments and directives, has a key. */
const MAPPING = /^(?:[ \t]*(?:[#%].*|---.*)?\r?\n)*["']?[\w$-]+["']?[ \t]*:(?:\s|$)/;
const OPENAPI_KEY = /^["']?(?:openapi|swagger)["']?\s*:/m;
const JSON_KEY = (key: string, value: string): RegExp => new RegExp(`^\\s*\\{[\\s\\S]*"${key}"\\s*:\\s*${value}`);
const HTML =
  /^\s*(?:<\?xml[^>]{0,200}>\s{0,20})?(?:<!--[\s\S]{0,5000}?-->\s{0,20}){0,5}<(?:!doctype\s+html|html|head|body|div|main|article|section|h1|p|table|meta|nav|header)\b/i;

export const isHtml = (text: string): boolean => HTML.test(text.slice(0, HEAD));

const looksLikeOpenApi = (text: string): boolean => {
  const head = text.slice(0, HEAD);
  return OPENAPI_JSON.test(head) || (MAPPING.test(head) && OPENAPI_KEY.test(text));
};

/** Before OpenAPI, whose key some of them have too. The first one that fits is taken. */
const BEFORE: readonly KnownFormat[] = [
  { name: "RAML", begins: /^#%RAML\b/ },
  { name: "AsyncAPI", begins: /^(?:\s*\{[\s\S]*"asyncapi"\s*:|(?:[\s\S]*\n)?asyncapi\s*:\s*["']?\d)/ },
  { name: "Arazzo", begins: /^(?:\s*\{[\s\S]*"arazzo"\s*:|(?:[\s\S]*\n)?arazzo\s*:\s*["']?\d)/ },
  {
    name: "a Postman collection",
    format: "postman",
    begins: JSON_KEY("schema", '"https?://schema\\.(?:getpostman|postman)\\.com/json/collection/v2'),
  },
  { name: "a Postman collection of version 1", begins: /^\s*\{[\s\S]*"requests"\s*:\s*\[[\s\S]*"collectionId"\s*:/ },
  { name: "a Postman environment", begins: JSON_KEY("_postman_variable_scope", '"') },
];

const AFTER: readonly KnownFormat[] = [
  { name: "a HAR recording", begins: /^\s*\{\s*"log"\s*:\s*\{/ },
  { name: "Google API Discovery", begins: JSON_KEY("kind", '"discovery#') },
  { name: "an Insomnia export", begins: JSON_KEY("_type", '"export"') },
  { name: "GraphQL introspection", begins: /^\s*\{\s*(?:"data"\s*:\s*\{\s*)?"__schema"\s*:/ },
  { name: "a JSON Schema", begins: JSON_KEY("\\$schema", '"https?://json-schema\\.org/') },
  {
    name: "a Taxiway connector, which `taxiway connector import` reads",
    begins: /^(?:\s*\{\s*"connector"\s*:\s*1\b|connector\s*:\s*1\b)/,
  },
  { name: "API Blueprint", begins: /^(?:FORMAT|HOST)\s*:\s*\S/ },
  {
    name: "GraphQL",
    begins:
      /^(?:[ \t]*(?:#.*)?\r?\n|"""[\s\S]{0,5000}?""")*[ \t]*(?:schema|type|interface|enum|scalar|input|directive|extend type)\s+[@\w]*\s*[^\n:]{0,200}[{@]/,
  },
  {
    name: "Protocol Buffers (gRPC)",
    begins: /^(?:[ \t]*(?:\/\/.*)?\r?\n|\/\*[\s\S]{0,5000}?\*\/)*[ \t]*syntax\s*=\s*["']proto[23]["']/,
  },
  {
    name: "WSDL",
    begins:
      /^\s*(?:<\?xml[^>]{0,200}>\s{0,20})?(?:<!--[\s\S]{0,5000}?-->\s{0,20})?<(?:[\w-]{1,40}:)?(?:definitions|description)\b[^>]{0,4000}wsdl/i,
  },
  { name: "WADL", begins: /^\s*(?:<\?xml[^>]{0,200}>\s{0,20})?<(?:[\w-]{1,40}:)?application\b[^>]{0,2000}wadl/i },
  {
    name: "an XML schema (XSD)",
    begins: /^\s*(?:<\?xml[^>]{0,200}>\s{0,20})?(?:<!--[\s\S]{0,5000}?-->\s{0,20})?<(?:xs|xsd):schema\b/i,
  },
  { name: "OData metadata", begins: /^\s*(?:<\?xml[^>]{0,200}>\s{0,20})?<edmx:Edmx\b/i },
  { name: "an RTF document", begins: /^\{\\rtf/ },
  { name: "an HTML page", format: "page", begins: HTML },
  {
    name: "XML; name samples after their tool, such as search.request.xml, and send them as a folder",
    begins: /^\s*<(?:\?xml|[A-Za-z_][\w:.-]{0,60}[\s>/])/,
  },
  { name: "curl commands", format: "curl", begins: /^(?:[ \t]*(?:#[^#\n].*|#!.*)?\r?\n)*[ \t]*(?:[$>] )?curl\s/ },
];

const READ = [
  "OpenAPI 3.x or Swagger 2.0 as JSON or YAML",
  "pages of documentation in Markdown, HTML, PDF or Word",
  "Postman collections (v2)",
  "curl commands",
  "a folder of sample requests and responses",
];

/** Lines that only a page of documentation has: headings, fences, tables, lists, or prose. */
const PAGE =
  /^ {0,3}#{1,6}[ \t]*\S|^ {0,3}(?:```|~~~)|^\|?.{1,200}\|[ \t]*:?-{2,}|^={3,}[ \t]*$|^-{3,}[ \t]*$|^ {0,3}[-*+] \S|`[^`\n]{1,200}`|\b(?:GET|POST|PUT|PATCH|DELETE) `?(?:\/|https?:)/m;
/** Words that end a sentence. */
const PROSE = /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u;

/** Tells the format of a document. Fails with the name of a format that is not supported. */
export const recogniseFormat = (given: string): Format => {
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const head = text.slice(0, HEAD);
  const before = BEFORE.find(({ begins }) => begins.test(head));
  const known = before ?? (looksLikeOpenApi(text) ? OPENAPI : AFTER.find(({ begins }) => begins.test(head)));
  if (known?.format !== undefined) return known.format;
  if (known !== undefined) throw unsupported(`This looks like ${known.name}.`);
  // Its reader says in which line the JSON or YAML is wrong.
  if (
    /^\s*(?:\{(?!%)|\[\s*(?:[[{"\]]|-?\d|(?:true|false|null)\b))/.test(head) ||
    (MAPPING.test(head) && !isFrontMatter(head))
  )
    return "openapi";
  if (PAGE.test(head) || PROSE.test(head)) return "page";
  if (text.trim() === "") throw unsupported("The document is empty.");
  throw unsupported(`The format of the document is not known. It begins with '${shortened(text.trimStart())}'.`);
};

const OPENAPI: KnownFormat = { name: "OpenAPI", format: "openapi", begins: OPENAPI_JSON };

/** Markdown may begin with YAML between two lines of dashes, and with a line such as "Note: …". */
const isFrontMatter = (head: string): boolean =>
  /^---[ \t]*\r?\n/.test(head)
    ? /\n---[ \t]*\r?\n[\s\S]*\S/.test(head)
    : /^[^\n]*\n\s*\n/.test(head) && PAGE.test(head);

const unsupported = (what: string): Failure =>
  invalid(what, {
    field: "document",
    hint: `Taxiway reads ${READ.slice(0, -1).join(", ")}, and ${READ.at(-1)}.`,
  });

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
