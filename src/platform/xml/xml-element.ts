import { type Failure, invalid } from "../../model/failure.ts";

/**
 * XML as JSON, the same in both directions, so that a mapping from JSON to JSON can make requests and read answers.
 *
 * A document is an object with one field, named after the root. What an element is depends on what it has:
 *
 *     <a/>                     { "a": "" }
 *     <a>007</a>               { "a": "007" }               always text: nothing is taken for a number
 *     <a id="1">x</a>          { "a": { "@id": "1", "#text": "x" } }
 *     <a><b>1</b><b>2</b></a>  { "a": { "b": ["1", "2"] } }
 *     <a><b>1</b></a>          { "a": { "b": "1" } }        or { "b": ["1"] }, where `arrays` names a/b
 *
 * Reading
 * - The text of an element without child elements is kept to the last space (`trim` cuts its ends). Beside child elements,
 *   text that is only space is indentation and dropped; other text is joined into `#text`.
 * - CDATA is text. Comments and processing instructions are dropped. References are resolved: the five of XML, and
 *   numbers; a DOCTYPE, and any other entity with it, is refused.
 * - Fields stand in the order in which each name came first.
 *
 * Writing
 * - Elements and attributes come in the order of the fields; an array is the element repeated.
 * - Numbers and truth values are written as JSON has them. `null` and `undefined` are not written; "" is an empty element.
 *
 * Namespaces
 * - "keep" (the default): names as they are written, declarations are attributes like others.
 * - "ignore", reading only: `ota:Total` is `Total`, whatever `ota` stands for; declarations are dropped. `xml:lang` stays.
 * - `{ prefix: uri }`: by what they stand for. Whatever prefix a document uses, names get ours; the prefix "" is that of
 *   names without one. A name in no namespace of the list is `{uri}name` (`{}name` for no namespace, where "" is in the
 *   list). Writing declares the whole list at the root.
 */
export type XmlValue = string | XmlElement | readonly XmlValue[];
export interface XmlElement {
  readonly [name: string]: XmlValue;
}

/** What can be written: what JSON can say. */
export type XmlInput = string | number | boolean | null | undefined | readonly XmlInput[] | XmlInputElement;
export interface XmlInputElement {
  readonly [name: string]: XmlInput;
}

/** By prefix. */
export type XmlNamespaces = Readonly<Record<string, string>>;

export const TEXT = "#text";

const NAME_START =
  ":A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD";
/** As a regular expression has it; rare scripts beyond the basic plane have no place in it. */
export const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`;

/** What XML 1.0 cannot carry, not even as a reference. */
export const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** What a document may have, so that reading it ends soon. */
export interface XmlLimits {
  /** Or characters, of text. */
  readonly bytes: number;
  /** Of elements in one another. */
  readonly depth: number;
  /** Elements and sections of CDATA. */
  readonly nodes: number;
  /** In the whole document. */
  readonly attributes: number;
}

export const XML_LIMITS: XmlLimits = { bytes: 4 * 1024 * 1024, depth: 64, nodes: 100_000, attributes: 200_000 };

export const badXml = (problem: string, facts: { readonly [fact: string]: unknown } = {}): Failure =>
  invalid(`The XML cannot be read: ${problem}`, { error_type: "bad_xml", ...facts });

export const overLimit = (what: string, most: number): Failure =>
  invalid(`The XML has more than ${most} ${what}, which is more than is read.`, { error_type: "xml_too_large", most });

/** For sentences: short, and on one line. */
export const shown = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};
