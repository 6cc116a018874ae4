import { type Failure, invalid } from "../../model/failure.ts";
import { isWestern, westernBytes } from "../../model/text-encoding.ts";
import {
  FORBIDDEN,
  NAME,
  shown,
  TEXT,
  XML_LIMITS,
  type XmlInput,
  type XmlInputElement,
  type XmlNamespaces,
} from "./xml-element.ts";

export const XML_ENCODINGS = ["utf-8", "utf-16", "iso-8859-1", "windows-1252"] as const;
type XmlEncoding = (typeof XML_ENCODINGS)[number];

export interface WriteXmlOptions {
  /** Declared at the root. Names use these prefixes. */
  readonly namespaces?: XmlNamespaces;
  /** Named in the XML declaration. Characters missing in it are written as references. */
  readonly encoding?: XmlEncoding;
  /** Whether to write an XML declaration; default true. */
  readonly declaration?: boolean;
  /** What to do with characters that XML cannot contain: throw, or replace them with U+FFFD. */
  readonly badCharacters?: "refuse" | "replace";
}

/** Writes the JSON form described in `xml-element.ts` as XML. Throws a Failure for values that XML cannot express. */
export const writeXml = (document: XmlInputElement, options: WriteXmlOptions = {}): string => {
  const { namespaces = {}, encoding = "utf-8", declaration = true } = options;
  const present = Object.entries(document).filter(([, value]) => value !== null && value !== undefined);
  const [root] = present;
  if (root === undefined || present.length > 1 || Array.isArray(root[1])) {
    throw cannotWrite("a document must have exactly one root element", "");
  }
  const parts: string[] = declaration ? [`<?xml version="1.0" encoding="${encoding.toUpperCase()}"?>`] : [];
  const writing: Writing = { parts, namespaces, encoding, replace: options.badCharacters === "replace" };
  const declarations = Object.entries(namespaces).map(
    ([prefix, uri]) => [prefix === "" ? "@xmlns" : `@xmlns:${prefix}`, uri] as const,
  );
  writeElement(root[0], root[1] as XmlInput, root[0], declarations, writing);
  return parts.join("");
};

export const writeXmlBytes = (
  document: XmlInputElement,
  options: WriteXmlOptions & { readonly encoding: XmlEncoding },
): Buffer => ENCODERS[options.encoding](writeXml(document, options));

const ENCODERS: Readonly<Record<XmlEncoding, (text: string) => Buffer>> = {
  "utf-8": (text) => Buffer.from(text, "utf8"),
  "utf-16": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "iso-8859-1": (text) => Buffer.from(text, "latin1"),
  "windows-1252": westernBytes,
};

interface Writing {
  readonly parts: string[];
  readonly namespaces: XmlNamespaces;
  readonly encoding: XmlEncoding;
  readonly replace: boolean;
}

type Field = readonly [name: string, value: XmlInput];

const writeElement = (name: string, value: XmlInput, path: string, added: readonly Field[], writing: Writing): void => {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      if (Array.isArray(item)) throw cannotWrite("an array must not contain an array", `${path}[${i}]`);
      writeElement(name, item, `${path}[${i}]`, added, writing);
    }
    return;
  }
  const { parts } = writing;
  const fields = isElement(value) ? Object.entries(value) : [[TEXT, value] as const];
  if (path.split("/").length > XML_LIMITS.depth) throw cannotWrite("elements are nested too deeply", path);
  checkName(name, path, writing);
  parts.push(`<${name}`);
  for (const [field, attribute] of [...added, ...fields.filter(([field]) => field.startsWith("@"))]) {
    if (attribute === null || attribute === undefined) continue;
    const attributePath = `${path}/${field}`;
    checkName(field.slice(1), attributePath, writing);
    parts.push(` ${field.slice(1)}="${escaped(attribute, ATTRIBUTE_ESCAPES, attributePath, writing)}"`);
  }
  parts.push(">");
  const before = parts.length;
  for (const [field, content] of fields) {
    if (field.startsWith("@")) continue;
    if (field !== TEXT) writeElement(field, content, `${path}/${field}`, [], writing);
    else if (content !== null && content !== undefined) {
      const text = escaped(content, TEXT_ESCAPES, path, writing);
      if (text !== "") parts.push(text);
    }
  }
  if (parts.length === before) parts[before - 1] = "/>";
  else parts.push(`</${name}>`);
};

/** Rejects objects such as Date or Map, which would become an empty element. */
const isElement = (value: XmlInput): value is XmlInputElement =>
  typeof value === "object" && value !== null && PLAIN.includes(Object.getPrototypeOf(value));

const PLAIN: readonly unknown[] = [Object.prototype, null];

const WHOLE_NAME = new RegExp(`^${NAME}$`);
const DECLARATION = /^xmlns(:|$)/;

const checkName = (name: string, path: string, { namespaces, encoding }: Writing): void => {
  if (!WHOLE_NAME.test(name) || [...name].some((character) => !canEncode(character, encoding))) {
    throw cannotWrite(`'${shown(name)}' is not a valid XML name`, path);
  }
  const [prefix = "", local, more] = name.includes(":") ? name.split(":") : ["", name];
  const isKnown = prefix === "" || prefix === "xml" || Object.hasOwn(namespaces, prefix);
  const resolves = Object.keys(namespaces).length > 0 && !DECLARATION.test(name);
  if (local === "" || more !== undefined || name.startsWith(":") || (resolves && !isKnown)) {
    throw cannotWrite(`the prefix of '${shown(name)}' is not declared`, path);
  }
};

const TEXT_ESCAPES = /[&<>\r]|[^\0-\x7f]/gu;
/** Includes whitespace other than spaces, which readers would convert to spaces. */
const ATTRIBUTE_ESCAPES = /[&<>"\t\n\r]|[^\0-\x7f]/gu;
const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const ALL_FORBIDDEN = new RegExp(FORBIDDEN, "gu");

const escaped = (value: XmlInput, pattern: RegExp, path: string, { encoding, replace }: Writing): string => {
  const text = textOf(value, path);
  if (!replace && FORBIDDEN.test(text)) {
    throw cannotWrite("there is a character that XML does not allow, such as a control character", path);
  }
  return text.replace(ALL_FORBIDDEN, "\ufffd").replace(pattern, (character) => {
    const reference = NAMED[character];
    if (reference !== undefined) return reference;
    const code = character.codePointAt(0) as number;
    return code < 0x80 || !canEncode(character, encoding) ? `&#${code};` : character;
  });
};

const canEncode = (character: string, encoding: XmlEncoding): boolean => {
  // Most readers decode 0x80 to 0x9f as windows-1252, not as the control characters of ISO 8859-1.
  if (encoding === "iso-8859-1") return /^[\0-\x7f\xa0-\xff]$/.test(character);
  return encoding !== "windows-1252" || isWestern(character);
};

const textOf = (value: XmlInput, path: string): string => {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  throw cannotWrite("the value must be text, a finite number, true or false", path);
};

const cannotWrite = (problem: string, path: string): Failure =>
  invalid(`The XML cannot be written: ${problem}${path === "" ? "" : `, at ${shown(path)}`}.`, {
    error_type: "bad_xml",
    ...(path !== "" && { field: shown(path) }),
  });
