import { isHtml } from "../recognise-format.ts";
import type { MainDocument } from "../source.ts";
import { describePages } from "./describe-pages.ts";
import { describedReader } from "./described-reader.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import type { Page } from "./page.ts";

/** Reads pages of documentation in Markdown or HTML. */
export const pagesReader = describedReader(async (document: MainDocument) => describePages(pagesOf(document)));

const pagesOf = ({ text }: MainDocument): readonly Page[] => [pageOf(text)];

const pageOf = (text: string): Page => (isHtml(text) ? htmlBlocks(text) : markdownBlocks(text));
