import { randomBytes } from "node:crypto";
import { invalid } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import { decodeBytes } from "../../../model/text-encoding.ts";
import { writeXmlBytes } from "../../../platform/xml/write-xml.ts";
import type { XmlInput } from "../../../platform/xml/xml-element.ts";
import type { BodyFormat, ConnectorTool } from "../connector.ts";
import { bodyPath } from "./build-request.ts";
import { inBrackets, type Parameter, plainText, simpleText } from "./serialize-parameters.ts";
import { shownBytes } from "./shown-bytes.ts";

export interface WrittenBody {
  readonly content: string | Buffer;
  readonly contentType: string;
  /** The content as text, for a sandbox. */
  text(): string;
  /** For traces: as text, with size and media type of files in place of their bytes. */
  shown(): string;
}

/** Serializes the body as a whole. Nothing is ever spliced into serialized text, so input cannot break out of its place. */
export const writeBody = (body: unknown, format: BodyFormat, fields: FormFields): WrittenBody | undefined => {
  if (format.format === "xml") return writeXmlBody(body, format);
  if (body === undefined || (body === null && format.format === "bytes")) return undefined;
  return WRITERS[format.format](body, fields);
};

const written = (content: string, contentType: string): WrittenBody => ({
  content,
  contentType,
  text: () => content,
  shown: () => content,
});

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
    const members = withJoined(membersOf(body), fields);
    const { content, contentType } = writeMultipart(members, fields.files, ({ bytes }) => bytes);
    return {
      content,
      contentType,
      text: () => content.toString("latin1"),
      shown: () => writeMultipart(members, fields.files, (file) => Buffer.from(shownFile(file))).content.toString(),
    };
  },
  bytes: (body, { whole }) => {
    const file = fileIn(whole?.argument ?? "body", body, whole?.type ?? UNKNOWN_TYPE);
    return {
      content: file.bytes,
      contentType: file.type,
      text: () => file.bytes.toString("latin1"),
      shown: () => shownFile(file),
    };
  },
};

type XmlFormat = Extract<BodyFormat, { readonly format: "xml" }>;

const writeXmlBody = (body: unknown, { root, xml = {} }: XmlFormat): WrittenBody => {
  const { encoding = "utf-8", namespaces } = xml;
  const content = writeXmlBytes(
    { [root]: (body ?? "") as XmlInput },
    { encoding, ...(namespaces !== undefined && { namespaces }) },
  );
  const text = () => decodeBytes(content, encoding);
  return {
    content,
    contentType: encoding === "utf-8" ? "application/xml" : `application/xml; charset=${encoding}`,
    text,
    shown: text,
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
  contentOf: (file: SentFile) => Buffer,
): { readonly content: Buffer; readonly contentType: string } => {
  const boundary = `taxiway-${randomBytes(16).toString("hex")}`;
  const parts = Object.entries(body).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values
      .filter((entry) => entry !== null && entry !== undefined)
      .flatMap((entry) => [
        Buffer.from(`--${boundary}\r\n`),
        ...part(name, entry, files.get(name), contentOf),
        Buffer.from("\r\n"),
      ]);
  });
  return {
    content: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
};

const part = (
  name: string,
  value: unknown,
  fileType: string | undefined,
  contentOf: (file: SentFile) => Buffer,
): readonly Buffer[] => {
  const quoted = `"${name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")}"`;
  const head = (more: string) => Buffer.from(`Content-Disposition: form-data; name=${quoted}${more}\r\n\r\n`);
  if (fileType !== undefined) {
    const file = fileIn(name, value, fileType);
    return [head(`; filename=${quoted}\r\nContent-Type: ${file.type}`), contentOf(file)];
  }
  const type = typeof value === "object" ? "\r\nContent-Type: application/json" : "";
  return [head(type), Buffer.from(plainText(value))];
};

interface SentFile {
  readonly bytes: Buffer;
  readonly type: string;
}

const LARGEST_FILE = 5_000_000;

const fileIn = (name: string, value: unknown, type: string): SentFile => {
  const text = typeof value === "string" ? value : "";
  const [prefix = "", declared = type] = DATA_URI.exec(text.slice(0, 200)) ?? [];
  const base64 = text.slice(prefix.length).replace(/\s+/g, "");
  if (base64 === "" || base64.length % 4 === 1 || !/^[\w+/-]+={0,2}$/.test(base64)) {
    throw invalid(`${name} must be a file in base64.`, { field: name, hint: "Send the file's bytes in base64." });
  }
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length <= LARGEST_FILE) return { bytes, type: declared };
  throw invalid(`${name} must have at most ${LARGEST_FILE} bytes, got ${bytes.length}.`, {
    field: name,
    hint: "Send a smaller file.",
  });
};

const shownFile = ({ bytes, type }: SentFile): string => shownBytes(bytes.length, type);

/** Returns arguments or a body with size and media type in place of files. For traces. */
export const withShownFiles = (value: unknown, { files, whole }: FormFields): unknown => {
  if (typeof value === "string" && whole !== undefined) return shownText(value, whole.type);
  if (!isJsonObject(value) || files.size === 0) return value;
  const mark = (file: unknown, type: string): unknown => {
    if (Array.isArray(file)) return file.map((each) => mark(each, type));
    return typeof file === "string" && file.length > LONGEST_SHOWN ? shownText(file, type) : file;
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const type = files.get(name);
      return [name, type === undefined ? member : mark(member, type)];
    }),
  );
};

const LONGEST_SHOWN = 100;

/** Not decoded, because it may not be base64. */
const shownText = (text: string, type: string): string => {
  const [prefix = "", declared = type] = DATA_URI.exec(text.slice(0, 200)) ?? [];
  return shownBytes(Math.floor(((text.length - prefix.length) * 3) / 4), declared);
};

/** What a form needs to know about its fields besides their values. */
export interface FormFields {
  /** Media types of the fields that are files. */
  readonly files: ReadonlyMap<string, string>;
  /** Lists and objects that are sent as one comma-separated field. */
  readonly joined: ReadonlySet<string>;
  /** Lists whose name gets brackets. */
  readonly bracketed: ReadonlySet<string>;
  /** The argument that is the whole body, if that is bytes. */
  readonly whole?: { readonly argument: string; readonly type: string };
}

const UNKNOWN_TYPE = "application/octet-stream";
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Finds the files of a form (`contentEncoding: base64` in the input schema) and how its lists are written (`explode`, `style`). */
export const formFields = ({ input, request }: ConnectorTool): FormFields => {
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  const bound = (request.bindings ?? [])
    .filter((binding) => binding.in === "body")
    .map(({ argument, name = argument, ...rest }) => ({
      argument,
      member: bodyPath(name)[0] ?? argument,
      isWhole: name === "",
      ...rest,
    }));
  const unbound = Object.keys(properties).map((argument) => ({ argument, member: argument }));
  const files = [...unbound, ...bound].flatMap(({ argument, member }) => {
    const type = fileType(properties[argument], input, 0);
    return type === undefined ? [] : [[member, type] as const];
  });
  const whole = bound.find(({ isWhole }) => isWhole)?.argument ?? "body";
  return {
    ...(request.body?.format === "bytes" && {
      whole: { argument: whole, type: fileType(properties[whole], input, 0) ?? UNKNOWN_TYPE },
    }),
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
