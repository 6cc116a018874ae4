import { array, boolean, integer, maybe, number, object, oneOf, type Static, string } from "../../../model/schema.ts";
import { FORMATS } from "./document.ts";

const source = object(
  {
    url: string({ description: "Where it was read, after redirects; without credentials and contents" }),
    scheme: oneOf(["http", "https", "data", "file"]),
    offline: boolean({ description: "True when nothing outside was asked for it" }),
    fetched_at: string({ format: "date-time" }),
  },
  { description: "Where the document came from" },
);

const documentFields = {
  format: oneOf(FORMATS, { description: "What it was read as" }),
  title: maybe(string()),
  pages: maybe(integer({ description: "Of a PDF, also those that were not read" })),
  links: maybe(integer({ description: "How many links an HTML page has" })),
  characters: integer({ description: "Of all its text" }),
  words: integer(),
  language: string({ description: "en, de, what an HTML page says about itself, or other" }),
  truncated: boolean({ description: "True when there is more in the document than this answer is about" }),
  source,
  warnings: array(string(), { description: "What to keep in mind about this answer" }),
};

export const ExtractedText = object({
  text: string(),
  ...documentFields,
  next_offset: maybe(integer({ description: "Where the text goes on: pass it as offset" })),
});
export type ExtractedText = Static<typeof ExtractedText>;

const sentences = (description: string) => maybe(array(string(), { description }));

/** Which fields there are follows from `analysis_type`. */
export const AnalysedDocument = object({
  analysis_type: oneOf(["summary", "keywords", "sentiment", "entities"]),
  summary: maybe(string({ description: "The gist, in sentences of the document" })),
  sentences: sentences("Those of the summary, in the order of the document"),
  key_points: sentences("Its most important statements, shortened"),
  keywords: maybe(
    array(
      object({
        keyword: string(),
        score: number({ minimum: 0, maximum: 1, description: "Relative to the first" }),
        count: integer(),
      }),
      { description: "Most important first" },
    ),
  ),
  sentiment: maybe(
    object({
      label: oneOf(["positive", "neutral", "negative", "mixed"]),
      score: number({ minimum: -1, maximum: 1, description: "-1 is wholly negative, 1 wholly positive" }),
      confidence: number({ minimum: 0, maximum: 1 }),
      evidence: array(object({ sentence: string(), score: number() }), {
        description: "The sentences that speak most clearly",
      }),
    }),
  ),
  entities: maybe(
    array(
      object({
        text: string(),
        type: string({ description: "PERSON, ORGANIZATION, LOCATION, DATE, MONEY, EMAIL, FLIGHT, AIRPORT, …" }),
        count: integer(),
      }),
      { description: "Most frequent first" },
    ),
  ),
  ...documentFields,
});
export type AnalysedDocument = Static<typeof AnalysedDocument>;
