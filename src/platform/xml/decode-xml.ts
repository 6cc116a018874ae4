import { decodeBytes, encodingOf, markedEncoding } from "../../model/text-encoding.ts";
import { badXml, shown } from "./xml-element.ts";

const DECLARED = /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:+-]{1,40})["']/;
const PRESCAN = 512;

/** The mark at the beginning is believed first, then what came with the document, then its own declaration. */
export const decodeXml = (bytes: Uint8Array, contentType?: string): string => {
  const label = markedEncoding(bytes) ?? charsetOf(contentType) ?? declaredIn(bytes) ?? "utf-8";
  const encoding = encodingOf(label);
  if (encoding === undefined) {
    throw badXml(`its encoding '${shown(label)}' is not known.`, {
      allowed: ["utf-8", "utf-16 with a byte order mark", "iso-8859-1", "windows-1252"],
    });
  }
  try {
    return decodeBytes(bytes, encoding, true);
  } catch {
    throw badXml(`it is not the ${encoding} it should be: some of its bytes mean nothing.`);
  }
};

const charsetOf = (contentType = ""): string | undefined =>
  /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(contentType)?.[1];

const declaredIn = (bytes: Uint8Array): string | undefined =>
  DECLARED.exec(Buffer.from(bytes.subarray(0, PRESCAN)).toString("latin1"))?.[1];
