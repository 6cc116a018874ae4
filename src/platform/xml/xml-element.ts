import { type Failure, invalid } from "../../model/failure.ts";

/**
 * The JSON form of XML, the same for reading and writing, so that JSON mappings can build requests and read responses.
 *
 * A document is an object with one field, named after the root element. The form of an element depends on its content:
 *
 *     <a/>                     { "a": "" }
 *     <a>007</a>               { "a": "007" }               values are always text, never numbers
 *     <a id="1">x</a>          { "a": { "@id": "1", "#text": "x" } }
 *     <a><b>1</b><b>2</b></a>  { "a": { "b": ["1", "2"] } }
 *     <a><b>1</b></a>          { "a": { "b": "1" } }        or { "b": ["1"] } if `arrays` contains a/b
 *
 * Reading
 * - Text of an element without child elements keeps its whitespace, unless `trim` is set. Next to child elements,
 *   whitespace is dropped as indentation, and other text is joined into `#text`.
 * - CDATA is text. Comments and processing instructions are dropped. Character references and the five XML entities are
 *   resolved; a DOCTYPE and any other entity are rejected.
 * - Fields are ordered by the first occurrence of each name.
 *
 * Writing
 * - Elements and attributes have the order of the fields; an array repeats the element.
 * - Numbers and booleans are written as in JSON. `null` and `undefined` are omitted; "" is an empty element.
 *
 * Namespaces
 * - "keep" (the default): names stay as written, and declarations are ordinary attributes.
 * - "ignore" (reading only): `ota:Total` becomes `Total`; declarations are dropped, `xml:lang` stays.
 * - `{ prefix: uri }`: names get these prefixes, whatever prefixes the document uses; "" stands for names without a
 *   prefix. A name of another namespace becomes `{uri}name` (`{}name` for no namespace if "" is in the list). Writing
 *   declares the whole list at the root.
 */
export type XmlValue = string | XmlElement | readonly XmlValue[];
export interface XmlElement {
  readonly [name: string]: XmlValue;
}

/** A value that can be written: any JSON value. */
export type XmlInput = string | number | boolean | null | undefined | readonly XmlInput[] | XmlInputElement;
export interface XmlInputElement {
  readonly [name: string]: XmlInput;
}

/** Namespace URIs by prefix. */
export type XmlNamespaces = Readonly<Record<string, string>>;

export const TEXT = "#text";

const NAME_START =
  ":A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD";
/** A regular expression for names; rare scripts outside the basic multilingual plane are not supported. */
export const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`;

/** Characters that XML 1.0 cannot contain, not even as references. */
export const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Size limits of a document. */
export interface XmlLimits {
  /** For text, the number of characters. */
  readonly bytes: number;
  /** Levels of nested elements. */
  readonly depth: number;
  /** Elements and CDATA sections. */
  readonly nodes: number;
  /** Attributes in the whole document. */
  readonly attributes: number;
}

export const XML_LIMITS: XmlLimits = { bytes: 4 * 1024 * 1024, depth: 64, nodes: 100_000, attributes: 200_000 };

export const badXml = (problem: string, facts: { readonly [fact: string]: unknown } = {}): Failure =>
  invalid(`The XML cannot be read: ${problem}`, { error_type: "bad_xml", ...facts });

export const overLimit = (what: string, most: number): Failure =>
  invalid(`The XML has more than ${most} ${what}, which is the limit.`, { error_type: "xml_too_large", most });

/** Shortens untrusted text to one line for error messages. */
export const shown = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};
