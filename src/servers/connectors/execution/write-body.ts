import { randomBytes } from "node:crypto";
import { invalid } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import { decodeBytes } from "../../../model/text-encoding.ts";
import { writeXmlBytes } from "../../../platform/xml/write-xml.ts";
import type { XmlInput } from "../../../platform/xml/xml-element.ts";
import type { BodyFormat, ConnectorTool } from "../connector.ts";
import { bodyPath } from "./build-request.ts";
import { inBrackets, type Parameter, plainText, simpleText } from "./serialize-parameters.ts";

export interface WrittenBody {
  readonly content: string | Buffer;
  readonly contentType: string;
  /** The content as text, for a sandbox and for traces. */
  text(): string;
}

/** Serializes the body as a whole. Nothing is ever spliced into serialized text, so input cannot break out of its place. */
export const writeBody = (body: unknown, format: BodyFormat, fields: FormFields): WrittenBody | undefined => {
  if (format.format === "xml") return writeXmlBody(body, format);
  if (body === undefined) return undefined;
  return WRITERS[format.format](body, fields);
};

const written = (content: string, contentType: string): WrittenBody => ({ content, contentType, text: () => content });

const WRITERS: Readonly<
  Record<Exclude<BodyFormat["format"], "xml">, (body: unknown, fields: FormFields) => WrittenBody>
> = {
  json: (body) => written(JSON.stringify(body), "application/json"),
  text: (body) => written(plainText(body), "text/plain; charset=utf-8"),
  form: (body, fields) => {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(withJoined(membersOf(body), fields))) {
      for (const [field, text] of formEntries(name, value, fields)) form.append(field, text);
    }
    return written(form.toString(), "application/x-www-form-urlencoded");
  },
  multipart: (body, fields) => {
    const { content, contentType } = writeMultipart(withJoined(membersOf(body), fields), fields.files);
    return { content, contentType, text: () => content.toString("latin1") };
  },
};

type XmlFormat = Extract<BodyFormat, { readonly format: "xml" }>;

const writeXmlBody = (body: unknown, { root, xml = {} }: XmlFormat): WrittenBody => {
  const { encoding = "utf-8", namespaces } = xml;
  const content = writeXmlBytes(
    { [root]: (body ?? "") as XmlInput },
    { encoding, ...(namespaces !== undefined && { namespaces }) },
  );
  return {
    content,
    contentType: encoding === "utf-8" ? "application/xml" : `application/xml; charset=${encoding}`,
    text: () => decodeBytes(content, encoding),
  };
};

const membersOf = (body: unknown): JsonObject => {
  if (isJsonObject(body)) return body;
  throw invalid("The body must be an object to be sent as a form.", { error_type: "mapping_failed" });
};

/** A list repeats its name, unless its entries are objects or it is declared as `deepObject`. */
const formEntries = (name: string, value: unknown, { bracketed }: FormFields): readonly Parameter[] => {
  const repeats = Array.isArray(value) && !bracketed.has(name) && !value.some((entry) => isJsonObject(entry));
  return repeats ? value.flatMap((entry) => inBrackets(name, entry)) : inBrackets(name, value);
};

const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,/;

const writeMultipart = (
  body: JsonObject,
  files: FormFields["files"],
): { readonly content: Buffer; readonly contentType: string } => {
  const boundary = `taxiway-${randomBytes(16).toString("hex")}`;
  const parts = Object.entries(body).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values
      .filter((entry) => entry !== null && entry !== undefined)
      .flatMap((entry) => [
        Buffer.from(`--${boundary}\r\n`),
        ...part(name, entry, files.get(name)),
        Buffer.from("\r\n"),
      ]);
  });
  return {
    content: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
};

const part = (name: string, value: unknown, fileType: string | undefined): readonly Buffer[] => {
  const quoted = `"${name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")}"`;
  const head = (more: string) => Buffer.from(`Content-Disposition: form-data; name=${quoted}${more}\r\n\r\n`);
  if (fileType !== undefined) {
    const { bytes, type } = fileIn(name, value, fileType);
    return [head(`; filename=${quoted}\r\nContent-Type: ${type}`), bytes];
  }
  const type = typeof value === "object" ? "\r\nContent-Type: application/json" : "";
  return [head(type), Buffer.from(plainText(value))];
};

const fileIn = (name: string, value: unknown, type: string): { readonly bytes: Buffer; readonly type: string } => {
  const text = typeof value === "string" ? value : "";
  const [prefix = "", declared = type] = DATA_URI.exec(text.slice(0, 200)) ?? [];
  const base64 = text.slice(prefix.length).replace(/\s+/g, "");
  if (base64 !== "" && base64.length % 4 !== 1 && /^[\w+/-]+={0,2}$/.test(base64)) {
    return { bytes: Buffer.from(base64, "base64"), type: declared };
  }
  throw invalid(`${name} must be a file in base64.`, { field: name, hint: "Send the file's bytes in base64." });
};

/** What a form needs to know about its fields besides their values. */
interface FormFields {
  /** Media types of the fields that are files. */
  readonly files: ReadonlyMap<string, string>;
  /** Lists and objects that are sent as one comma-separated field. */
  readonly joined: ReadonlySet<string>;
  /** Lists whose name gets brackets. */
  readonly bracketed: ReadonlySet<string>;
}

const UNKNOWN_TYPE = "application/octet-stream";
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Finds the files of a form (`contentEncoding: base64` in the input schema) and how its lists are written (`explode`, `style`). */
export const formFields = ({ input, request }: ConnectorTool): FormFields => {
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  const bound = (request.bindings ?? [])
    .filter((binding) => binding.in === "body")
    .map(({ argument, name = argument, ...rest }) => ({ argument, member: bodyPath(name)[0] ?? argument, ...rest }));
  const unbound = Object.keys(properties).map((argument) => ({ argument, member: argument }));
  const files = [...unbound, ...bound].flatMap(({ argument, member }) => {
    const type = fileType(properties[argument], input, 0);
    return type === undefined ? [] : [[member, type] as const];
  });
  return {
    files: new Map(files),
    joined: new Set(bound.filter(({ explode }) => explode === false).map(({ member }) => member)),
    bracketed: new Set(bound.filter(({ style }) => style === "deepObject").map(({ member }) => member)),
  };
};

const DEEPEST = 5;

/** The media type if the schema is a file or a list of files, also behind a reference or a nullable union. */
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

const withJoined = (body: JsonObject, { joined }: FormFields): JsonObject =>
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
