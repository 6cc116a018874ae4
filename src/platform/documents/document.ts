import { type Failure, failed } from "../../model/failure.ts";

export const FORMATS = ["pdf", "docx", "txt", "html"] as const;
export type DocumentFormat = (typeof FORMATS)[number];

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** The bytes of a document, and what its server or its data: URL claims about them. */
export interface DocumentBytes {
  readonly bytes: Uint8Array;
  readonly mediaType?: string;
  readonly charset?: string;
  /** The file name in its URL. */
  readonly name?: string;
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

export const tooLarge = (field: string): Failure =>
  failed(`The document is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB, and no more than that is read.`, {
    field,
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
