import { type Failure, failed, invalid } from "../../../model/failure.ts";

export const FORMATS = ["pdf", "docx", "txt", "html"] as const;
export type DocumentFormat = (typeof FORMATS)[number];

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** Progress values of the stages, out of 100. */
export const PROGRESS = { fetching: 0, fetched: 20, extracted: 80, all: 100 } as const;

/** Where a document was read, without credentials and contents. */
interface Source {
  readonly url: string;
  readonly scheme: "http" | "https" | "data" | "file";
  /** Whether reading it sent no request. */
  readonly offline: boolean;
  readonly fetched_at: string;
}

/** A document before its content is parsed. */
export interface RawDocument {
  readonly bytes: Uint8Array;
  /** As claimed by its server or its data: URL. */
  readonly mediaType?: string;
  readonly charset?: string;
  /** The file name in its URL. */
  readonly name?: string;
  readonly source: Source;
  readonly warnings: readonly string[];
}

/** The content of a document. */
export interface Extracted {
  readonly text: string;
  readonly title?: string;
  /** Including pages that were not read. */
  readonly pages?: number;
  readonly links?: number;
  /** As declared by the document: `fr`. */
  readonly language?: string;
  /** Whether only part of it was read. */
  readonly cut?: boolean;
  readonly warnings?: readonly string[];
}

/** The error for a `document_url` that cannot be read. Omits the value, which can be long. */
export const badAddress = (message: string, hint?: string): Failure =>
  invalid(message, { field: "document_url", ...(hint !== undefined && { hint }) });

export const tooLarge = (): Failure =>
  failed(`The document is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB, and no more than that is read.`, {
    field: "document_url",
    error_type: "too_large",
    hint: "Ask for a smaller version, or for a part of it.",
    retryable: false,
  });

export const unsupported = (message: string, hint?: string): Failure =>
  failed(message, {
    error_type: "unsupported_format",
    allowed: "PDF, DOCX, HTML and plain text",
    ...(hint !== undefined && { hint }),
    retryable: false,
  });

/** The error for a document of a supported format that is broken, encrypted or dangerous. */
export const unreadable = (message: string, hint?: string, cause?: unknown): Failure =>
  failed(message, { error_type: "unreadable_document", ...(hint !== undefined && { hint }), retryable: false }, cause);
