import { STATUS_CODES } from "node:http";
import type { Clock } from "../../../model/clock.ts";
import { Failure, failed } from "../../../model/failure.ts";
import { mediaTypeOf, readDataAddress } from "../../../platform/documents/data-address.ts";
import { MAX_DOCUMENT_BYTES, tooLarge } from "../../../platform/documents/document.ts";
import {
  type Outbound,
  OutboundError,
  type OutboundReason,
  type OutboundResponse,
} from "../../../platform/outbound/outbound.ts";
import type { FunctionCall } from "../registry/backend.ts";
import { readLocalDocument } from "./local-document.ts";
import { badAddress, FIELD, type RawDocument } from "./raw-document.ts";

export interface DocumentReaderOptions {
  readonly outbound: Outbound;
  /** The folder that file: URLs are limited to; without it they are rejected. */
  readonly folder?: string;
  readonly clock: Clock;
}

type ReadingCall = Pick<FunctionCall, "caller" | "signal" | "timeoutMs">;

/** Reads the bytes of a document from its URL. */
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
      warnings: withoutHash(found) === withoutHash(asked) ? [] : ["The URL redirected to another one, which was read."],
    };
  };

  const readData: DocumentReader = async (address) => {
    const { shown, ...document } = readDataAddress(address.trim(), FIELD);
    return { ...document, source: sourceOf(shown, "data", true), warnings: [] };
  };

  const readFile: DocumentReader = async (address, { caller }) => {
    if (caller.transport !== "stdio") {
      throw badAddress("file: URLs are read only for clients on stdio.", allowedFor(caller));
    }
    if (folder === undefined) {
      throw badAddress(
        "file: URLs cannot be read: no documents folder is configured.",
        "Set TAXIWAY_DOCUMENTS_DIR to the folder whose files may be read, or send the document as a data: URL.",
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
      const problem = scheme === undefined ? "document_url is not a URL" : `${scheme}: URLs are not supported`;
      throw badAddress(`${problem}.`, allowedFor(call.caller));
    }
    return read(address, call);
  };
};

const allowedFor = ({ transport }: ReadingCall["caller"]): string =>
  transport === "stdio"
    ? "Give an http:, https:, data: or file: URL."
    : "Give an http: or https: URL, or send the document itself as a data: URL.";

const urlOf = (address: string): URL => {
  const text = address.trim();
  if (!URL.canParse(text)) throw badAddress("document_url is not a valid URL.");
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

const REDIRECTS = 5;

const fetchDocument = async (
  outbound: Outbound,
  url: URL,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<OutboundResponse> => {
  const response = await outbound
    .request(url, {
      headers: {
        accept:
          "text/html, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document, " +
          "text/*;q=0.9, */*;q=0.5",
        "user-agent": "Taxiway",
      },
      signal,
      timeoutMs,
      maxBytes: MAX_DOCUMENT_BYTES,
      redirects: REDIRECTS,
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? EXPLANATIONS[error.reason](error, timeoutMs) : error;
    });
  if (response.status < 200 || response.status > 299) throw refusal(response);
  return response;
};

const EXPLANATIONS: Readonly<Record<OutboundReason, (error: OutboundError, timeoutMs: number) => Failure>> = {
  refused: ({ message, hint }) => badAddress(message, hint),
  unreachable: (error) => notFetched(error, "unreachable", true),
  timeout: (error, timeoutMs) =>
    new Failure(
      "timeout",
      `The document did not arrive within ${timeoutMs / 1000} seconds.`,
      { field: "document_url", hint: "The server may be slow: try again later, or allow more time.", retryable: true },
      { cause: error },
    ),
  too_large: () => tooLarge(FIELD),
  broken: (error) => notFetched(error, "broken_answer", false),
  cancelled: (error) => notFetched(error, "cancelled", true),
};

const notFetched = (error: OutboundError, error_type: string, retryable: boolean): Failure =>
  failed(
    `The document could not be fetched. ${error.message}`,
    { field: "document_url", error_type, hint: "Check the URL.", retryable },
    error,
  );

const RETRYABLE: ReadonlySet<number> = new Set([408, 425, 429]);

const refusal = ({ status }: OutboundResponse): Failure =>
  failed(`The document's server answered ${status}${status in STATUS_CODES ? ` ${STATUS_CODES[status]}` : ""}.`, {
    field: "document_url",
    error_type: "http_status",
    http_status: status,
    hint: status === 401 || status === 403 ? "Only public documents can be read." : "Check the URL.",
    retryable: status >= 500 || RETRYABLE.has(status),
  });
