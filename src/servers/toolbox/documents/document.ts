export const FORMATS = ["pdf", "docx", "txt", "html"] as const;
export type DocumentFormat = (typeof FORMATS)[number];

/** Of a document, as it is downloaded or read. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** How much of the work is done when, out of 100. */
export const PROGRESS = { fetching: 0, fetched: 20, extracted: 80, all: 100 } as const;

/** Where a document was read, as it may be shown: no credentials, no contents. */
export interface Source {
  readonly url: string;
  readonly scheme: "http" | "https" | "data" | "file";
  /** Whether nothing left this machine for it. */
  readonly offline: boolean;
  readonly fetched_at: string;
}

/** A document that nobody has opened yet. */
export interface RawDocument {
  readonly bytes: Uint8Array;
  /** What its server, or its address, says that it is. */
  readonly mediaType?: string;
  readonly charset?: string;
  /** The last part of its address. */
  readonly name?: string;
  readonly source: Source;
  readonly warnings: readonly string[];
}

/** What was found in a document. */
export interface Extracted {
  readonly text: string;
  readonly title?: string;
  /** Of the whole document, also of pages that were not read. */
  readonly pages?: number;
  readonly links?: number;
  /** What the document says about itself: `fr`. */
  readonly language?: string;
  /** Whether there is more in it than was read. */
  readonly cut?: boolean;
  readonly warnings?: readonly string[];
}
