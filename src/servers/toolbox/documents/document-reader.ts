import type { Clock } from "../../../model/clock.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { readDataAddress } from "./data-address.ts";
import type { RawDocument } from "./document.ts";
import { badAddress } from "./document-failures.ts";
import { fetchDocument } from "./fetch-document.ts";
import { readLocalDocument } from "./local-document.ts";
import { mediaTypeOf } from "./media-type.ts";

export interface DocumentReaderOptions {
  readonly outbound: Outbound;
  /** Where files must be. Left out: no file is read. */
  readonly folder?: string;
  readonly clock: Clock;
}

/** What a call says about how its document is to be read. */
export type ReadingCall = Pick<FunctionCall, "caller" | "signal" | "timeoutMs">;

export type DocumentReader = (address: string, call: ReadingCall) => Promise<RawDocument>;

const SCHEME = /^\s*([a-z][a-z0-9+.-]{0,30}):/i;

export const createDocumentReader = ({ outbound, folder, clock }: DocumentReaderOptions): DocumentReader => {
  const readWeb: DocumentReader = async (address, call) => {
    const asked = urlOf(address);
    const { body, headers, url } = await fetchDocument(outbound, asked, call);
    const found = new URL(url);
    const { essence, charset } = mediaTypeOf(headers["content-type"]);
    return {
      bytes: body,
      ...(essence !== undefined && { mediaType: essence }),
      ...(charset !== undefined && { charset }),
      ...nameOf(found),
      source: sourceOf(withoutCredentials(found), found.protocol === "http:" ? "http" : "https", false),
      warnings: withoutHash(found) === withoutHash(asked) ? [] : ["The address led to another one, which was read."],
    };
  };

  const readData: DocumentReader = async (address) => {
    const { shown, ...document } = readDataAddress(address.trim());
    return { ...document, source: sourceOf(shown, "data", true), warnings: [] };
  };

  const readFile: DocumentReader = async (address, { caller }) => {
    if (caller.transport !== "stdio") {
      throw badAddress("file: addresses are read only for a client on standard input and output.", allowedFor(caller));
    }
    if (folder === undefined) {
      throw badAddress(
        "No file: address can be read: the operator has not named a folder of documents.",
        "Set TAXIWAY_DOCUMENTS_DIR to the folder whose files may be read, or send the document as a data: address.",
      );
    }
    const url = urlOf(address);
    const { bytes, name } = await readLocalDocument(url, folder);
    return { bytes, name, source: sourceOf(url.href, "file", true), warnings: [] };
  };

  const sourceOf = (url: string, scheme: RawDocument["source"]["scheme"], offline: boolean): RawDocument["source"] => ({
    url,
    scheme,
    offline,
    fetched_at: new Date(clock.now()).toISOString(),
  });

  const readers: ReadonlyMap<string, DocumentReader> = new Map([
    ["http", readWeb],
    ["https", readWeb],
    ["data", readData],
    ["file", readFile],
  ]);

  return async (address, call) => {
    const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
    const read = readers.get(scheme ?? "");
    if (read === undefined) {
      const what = scheme === undefined ? "document_url is no address" : `${scheme}: addresses are not read`;
      throw badAddress(`${what}.`, allowedFor(call.caller));
    }
    return read(address, call);
  };
};

const allowedFor = ({ transport }: ReadingCall["caller"]): string =>
  transport === "stdio"
    ? "Give an http:, https:, data: or file: address."
    : "Give an http: or https: address, or send the document itself as a data: address.";

const urlOf = (address: string): URL => {
  const text = address.trim();
  if (!URL.canParse(text)) throw badAddress("document_url is no address that could be understood.");
  return new URL(text);
};

const nameOf = ({ pathname }: URL): { name?: string } => {
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  return name === "" ? {} : { name };
};

const withoutCredentials = (url: URL): string => {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
};

const withoutHash = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);
