import type { Draft } from "./draft.ts";
import type { OperationIndex } from "./operation-index.ts";

/** What an administrator drafts from, as sent: exactly one of `document`, `url` and `files`; or `url` with a document. */
export interface Source {
  /** Text of a document, or a `data:` URL in base64 of one that is not text. */
  readonly document?: string;
  /** Where to fetch the document, or where it came from. */
  readonly url?: string;
  /** A folder: texts, or `data:` URLs, by relative path. */
  readonly files?: Files;
  /** The main file of the folder. */
  readonly entry?: string;
}

export type Files = Readonly<Record<string, string>>;

export interface DraftOptions {
  /** Name of the connector. */
  readonly name?: string;
  /** Overrides the addresses that the document names. */
  readonly base_url?: string;
  /** How the API authenticates callers: `bearer`, `header:X-Api-Key` … Overrides what the document says. */
  readonly auth?: readonly string[];
  /** Operations to draft; see `chosenOperations`. */
  readonly only?: readonly string[];
  /** Parameters that look like secrets but stay arguments. */
  readonly keep_arguments?: readonly string[];
}

/** All files of a source together. A connector is far smaller than its documentation. */
export const MOST_SOURCE_BYTES = 20_000_000;
export const MOST_SOURCE_FILES = 5_000;

/** The main file of a source, with the files that it may refer to. */
export interface MainDocument {
  readonly text: string;
  /** A PDF or a Word document, in place of the text. */
  readonly bytes?: Buffer;
  /** Path of the main file in `files`; "" if it stands alone. */
  readonly path: string;
  readonly files: Files;
  /** Where it was fetched from; relative addresses are resolved against it. */
  readonly url?: string;
}

/** Reads one format. */
export interface Reader {
  /** `answers` are those of a model to `questions`. */
  draft(document: MainDocument, options: DraftOptions, answers?: ModelAnswers): Promise<Draft>;
  /** What to ask a model that may propose tools. Readers of exact formats have no questions. */
  questions?(document: MainDocument): Promise<readonly string[]>;
  /** Lists operations without making tools of them. A reader that has it also chooses by `only` itself. */
  operations?(document: MainDocument, options: DraftOptions): Promise<Omit<OperationIndex, "format">>;
}

/** A model's answers to several questions. */
export interface ModelAnswers {
  readonly texts: readonly string[];
  /** Why there are no further answers. */
  readonly problem?: string;
}
