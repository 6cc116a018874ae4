import { readProposedTools } from "../proposals/proposed-tool.ts";
import { isHtml } from "../recognise-format.ts";
import type { MainDocument, Reader } from "../source.ts";
import { describePages } from "./describe-pages.ts";
import { describedReader } from "./described-reader.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import type { Page } from "./page.ts";
import { notAsked, questionsAbout } from "./page-questions.ts";

/** Reads pages of documentation in Markdown or HTML. */
export const pagesReader: Reader = {
  ...describedReader(async (document, { answers, note }) => {
    const pages = pagesOf(document);
    if (answers === undefined) return describePages(pages);
    for (const problem of notAsked(pages)) note(problem);
    return describePages(pages, readProposedTools(answers, note));
  }),
  async questions(document) {
    const pages = pagesOf(document);
    return questionsAbout(pages, describePages(pages));
  },
};

const pagesOf = ({ text }: MainDocument): readonly Page[] => [pageOf(text)];

const pageOf = (text: string): Page => (isHtml(text) ? htmlBlocks(text) : markdownBlocks(text));
