import { Failure, invalid } from "../../../../model/failure.ts";
import { docxHtml } from "../../../../platform/documents/extract-docx.ts";
import { extractPdf } from "../../../../platform/documents/extract-pdf.ts";
import { recogniseFormat } from "../../../../platform/documents/recognise-format.ts";
import { readProposedTools } from "../proposals/proposed-tool.ts";
import { isPage, readContent } from "../read-content.ts";
import { isHtml } from "../recognise-format.ts";
import type { MainDocument, Reader } from "../source.ts";
import { describePages } from "./describe-pages.ts";
import { describedReader } from "./described-reader.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import type { Page } from "./page.ts";
import { notAsked, questionsAbout } from "./page-questions.ts";
import { textBlocks, withSamples } from "./text-blocks.ts";

/** Reads pages of documentation in Markdown, HTML, PDF or Word. */
export const pagesReader: Reader = {
  ...describedReader(async (document, { answers, note }) => {
    const pages = await pagesOf(document);
    if (answers === undefined) return describePages(pages);
    for (const problem of notAsked(pages)) note(problem);
    return describePages(pages, readProposedTools(answers, note));
  }),
  async questions(document) {
    const pages = await pagesOf(document);
    return questionsAbout(pages, describePages(pages));
  },
};

/** A folder without a main file is all of its pages. */
const pagesOf = async ({ text, bytes, path, files }: MainDocument): Promise<readonly Page[]> => {
  if (path !== "" || Object.keys(files).length === 0) return [await pageOf(bytes ?? text)];
  const pages: Page[] = [];
  for (const name of Object.keys(files).filter(isPage).sort(byReading)) {
    pages.push(await pageOf(readContent(files[name] as string)));
  }
  return pages;
};

/** The introduction of a folder comes before its other pages. */
const byReading = (a: string, b: string): number => rank(a) - rank(b) || a.localeCompare(b, "en", { numeric: true });
const rank = (path: string): number =>
  path.split("/").length * 2 - (/(?:^|\/)(?:readme|index)\.\w+$/i.test(path) ? 1 : 0);

const pageOf = async (content: string | Buffer): Promise<Page> => {
  if (typeof content !== "string") return binaryPage(content);
  return isHtml(content) ? htmlBlocks(content) : markdownBlocks(content);
};

const MOST_CHARACTERS = 5_000_000;

const binaryPage = async (bytes: Buffer): Promise<Page> => {
  try {
    if (recogniseFormat({ bytes }).format === "pdf") {
      const { text, title } = await extractPdf(bytes, { progress: () => undefined }, MOST_CHARACTERS);
      return { ...textBlocks(text), ...(title !== undefined && { title }) };
    }
    const { text, title } = await docxHtml(bytes);
    const { blocks } = htmlBlocks(text);
    return { blocks: withSamples(blocks), ...(title !== undefined && { title }) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { hint } = error.details;
    throw invalid(error.message, { field: "document", ...(hint !== undefined && { hint }) });
  }
};
