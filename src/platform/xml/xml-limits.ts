import { type Failure, invalid } from "../../model/failure.ts";

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
