export type Language = "en" | "de" | "other";

export type AnalysisType = "summary" | "keywords" | "sentiment" | "entities";

export type EntityType =
  | "PERSON"
  | "ORGANIZATION"
  | "LOCATION"
  | "DATE"
  | "TIME"
  | "MONEY"
  | "PERCENT"
  | "EMAIL"
  | "URL"
  | "PHONE"
  | "FLIGHT"
  | "BOOKING"
  | "AIRPORT";

export interface Entity {
  /** The longest sensible form in which it occurs. */
  readonly text: string;
  readonly type: EntityType;
  /** Occurrences under all its forms. */
  readonly count: number;
}

export interface Keyword {
  readonly keyword: string;
  /** 0 to 1; the first has 1. */
  readonly score: number;
  readonly count: number;
}

export interface Evidence {
  readonly sentence: string;
  /** -1 to 1. */
  readonly score: number;
}

export type SentimentLabel = "positive" | "neutral" | "negative" | "mixed";

export interface Summary {
  readonly analysis_type: "summary";
  readonly summary: string;
  /** Those chosen, whole, in the order of the text. */
  readonly sentences: readonly string[];
  readonly key_points: readonly string[];
}

export interface Keywords {
  readonly analysis_type: "keywords";
  readonly keywords: readonly Keyword[];
}

export interface Sentiment {
  readonly analysis_type: "sentiment";
  readonly label: SentimentLabel;
  /** -1 to 1. */
  readonly score: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
}

export interface Entities {
  readonly analysis_type: "entities";
  readonly entities: readonly Entity[];
}

export type Finding = Summary | Keywords | Sentiment | Entities;

export type Analysis = Finding & {
  readonly language: Language;
  /** Only the beginning of a very long text was looked at. */
  readonly truncated?: true;
  /** What the reader should know about how far the result can be trusted. */
  readonly note?: string;
};
