export type DocumentKind =
  | "airport"
  | "city"
  | "country"
  | "airline"
  | "alliance"
  | "glossary"
  | "documentation"
  | "document"
  | "news";

/** What the offline index knows of a thing. */
export interface IndexedDocument {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly text: string;
  readonly kind: DocumentKind;
  /** The code under which it comes first: `FRA`, `LH`. */
  readonly code?: string;
  /** How much more likely it is meant than others that match as well; 1 if left out. */
  readonly weight?: number;
  /** ISO instant. */
  readonly published?: string;
}
