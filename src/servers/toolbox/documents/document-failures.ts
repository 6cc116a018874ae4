import { type Failure, failed, invalid } from "../../../model/failure.ts";
import { MAX_DOCUMENT_BYTES } from "./document.ts";

/** `document_url` is not one that is read. `value` is left out where it could be long. */
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

/** It is of that format, but cannot or must not be read. */
export const unreadable = (message: string, hint?: string, cause?: unknown): Failure =>
  failed(message, { error_type: "unreadable_document", ...(hint !== undefined && { hint }), retryable: false }, cause);
