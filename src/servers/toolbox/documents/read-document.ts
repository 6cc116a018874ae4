import { foreignText } from "../../../mcp/tools/clean-text.ts";
import { failed } from "../../../model/failure.ts";
import { decodeText } from "../../../platform/documents/decode-text.ts";
import type { DocumentFormat, Extracted } from "../../../platform/documents/document.ts";
import { extractDocx } from "../../../platform/documents/extract-docx.ts";
import { extractHtml } from "../../../platform/documents/extract-html.ts";
import { extractPdf } from "../../../platform/documents/extract-pdf.ts";
import type { JobContext } from "../../../platform/isolation/serve-jobs.ts";
import { type Analysis, type AnalysisType, analyse, detectLanguage, LONGEST_TEXT } from "./language/analyse.ts";
import { PROGRESS } from "./raw-document.ts";

/** A job of the worker. */
export interface ReadingJob {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly charset?: string;
  readonly task:
    | { readonly kind: "text"; readonly offset: number; readonly limit: number }
    | { readonly kind: "analysis"; readonly type: AnalysisType };
}

/** The facts about a document in every answer. */
export interface DocumentFacts {
  readonly title?: string;
  readonly pages?: number;
  readonly links?: number;
  /** Length of all the text that was read. */
  readonly characters: number;
  readonly words: number;
  readonly language: string;
  readonly truncated: boolean;
  readonly warnings: readonly string[];
}

export interface Reading {
  readonly facts: DocumentFacts;
  /** The requested part. */
  readonly text?: string;
  readonly analysis?: Analysis;
}

const MAX_CHARACTERS = 10_000_000;
/** Control characters, noncharacters and the tag block, which can carry hidden instructions. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu;

type Extractor = (job: ReadingJob, context: JobContext) => Promise<Extracted>;

const extractors: Readonly<Record<DocumentFormat, Extractor>> = {
  pdf: ({ bytes }, context) => extractPdf(bytes, context, MAX_CHARACTERS),
  docx: ({ bytes }) => extractDocx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  html: async ({ bytes, charset }) => {
    const { text, warnings } = decodeText(bytes, charset);
    const page = await extractHtml(text);
    return { ...page, warnings: [...warnings, ...(page.warnings ?? [])] };
  },
  txt: async ({ bytes, charset }) => decodeText(bytes, charset),
};

export const readDocument = async (job: ReadingJob, context: JobContext): Promise<Reading> => {
  const { fetched, extracted: read, all } = PROGRESS;
  const extracted = await extractors[job.format](job, {
    progress: (done, total = done, message) =>
      context.progress(Math.round(fetched + ((read - fetched) * done) / total), all, message),
  });
  const whole = extracted.text.replace(/\f/g, "\n").replace(UNPRINTABLE, "");
  const text = cut(whole, 0, MAX_CHARACTERS);
  const warnings = [
    ...(extracted.warnings ?? []),
    ...(text.length < whole.length ? [`Only the first ${text.length} characters were read.`] : []),
  ];
  const isCut = extracted.cut === true || text.length < whole.length;
  const facts = {
    ...(extracted.title !== undefined && { title: foreignText(extracted.title, 300) }),
    ...(extracted.pages !== undefined && { pages: extracted.pages }),
    ...(extracted.links !== undefined && { links: extracted.links }),
    characters: text.length,
    words: countWords(text),
  };
  const languageOf = (detected: string): string => (detected === "other" ? (extracted.language ?? detected) : detected);

  if (job.task.kind === "text") {
    const { offset, limit } = job.task;
    const part = cut(text, offset, limit);
    const truncated = isCut || offset + part.length < text.length;
    return { facts: { ...facts, language: languageOf(detectLanguage(text)), truncated, warnings }, text: part };
  }
  if (facts.words === 0) throw nothingToAnalyse(warnings);
  context.progress(read, all, `Analysing ${facts.words} words`);
  const analysis = await analyse(text, job.task.type);
  return {
    facts: {
      ...facts,
      language: languageOf(analysis.language),
      truncated: isCut || analysis.truncated === true,
      warnings: [
        ...warnings,
        ...(analysis.truncated ? [`Only about the first ${LONGEST_TEXT} characters were analysed.`] : []),
        ...(analysis.note === undefined ? [] : [analysis.note]),
      ],
    },
    analysis,
  };
};

/** Does not split a surrogate pair. */
const cut = (text: string, offset: number, limit: number): string => {
  const part = text.slice(offset, offset + limit);
  return offset + limit < text.length ? part.replace(/[\ud800-\udbff]$/, "") : part;
};

const countWords = (text: string): number => {
  let count = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)) count++;
  return count;
};

const nothingToAnalyse = (warnings: readonly string[]) =>
  failed("The document has no words to analyse.", {
    error_type: "no_text",
    hint: warnings.at(-1) ?? "Read it with extract_text.",
    retryable: false,
  });
