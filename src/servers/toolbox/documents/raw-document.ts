import { type Failure, invalid } from "../../../model/failure.ts";
import type { DocumentBytes } from "../../../platform/documents/document.ts";

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
export interface RawDocument extends DocumentBytes {
  readonly source: Source;
  readonly warnings: readonly string[];
}

/** The argument that names the document, in errors. */
export const FIELD = "document_url";

/** The error for a `document_url` that cannot be read. Omits the value, which can be long. */
export const badAddress = (message: string, hint?: string): Failure =>
  invalid(message, { field: FIELD, ...(hint !== undefined && { hint }) });
