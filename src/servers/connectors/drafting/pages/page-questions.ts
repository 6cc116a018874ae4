import { cleanText } from "../../../../mcp/tools/clean-text.ts";
import { looksLikeInstruction } from "../document-text.ts";
import { type ToolQuestion, toolQuestion } from "../proposals/tool-question.ts";
import { withoutSampleSecrets } from "../sample-secrets.ts";
import type { DescribedApi, DescribedOperation } from "./described-operation.ts";
import type { Block, Page } from "./page.ts";
import { markdownOf } from "./page-docs.ts";

const MOST_KNOWN = 300;
/** Some ten pages of print. */
const LONGEST_PART = 24_000;
const MOST_QUESTIONS = 10;

/** The questions to a model about the endpoints of pages: one for each part of the text. */
export const questionsAbout = (pages: readonly Page[], api: DescribedApi): readonly string[] => {
  const known = api.operations.slice(0, MOST_KNOWN).map((operation) => ({
    operation: `${operation.method} ${operation.path}`,
    missing: missingOf(operation),
  }));
  return partsOf(pages.flatMap((page) => page.blocks))
    .slice(0, MOST_QUESTIONS)
    .map((page) => {
      const question: ToolQuestion = {
        api: api.title,
        ...(api.base !== undefined && { base_url: api.base.url }),
        known,
        page,
      };
      return toolQuestion(question);
    });
};

/** Says that a model is not asked about all of the pages. */
export const notAsked = (pages: readonly Page[]): readonly string[] => {
  const parts = partsOf(pages.flatMap((page) => page.blocks)).length;
  return parts > MOST_QUESTIONS
    ? [`The model was asked about the first ${MOST_QUESTIONS} of ${parts} parts of the document only.`]
    : [];
};

const missingOf = ({ parameters, body, response, xml }: DescribedOperation): readonly string[] => [
  ...(parameters.every((parameter) => parameter.in === "path") && body === undefined && xml.requests.length === 0
    ? ["arguments"]
    : []),
  ...(response === undefined && xml.responses.length === 0 ? ["result"] : []),
];

/** Splits the text, before a heading if one is near the end of a part. */
const partsOf = (blocks: readonly Block[]): readonly string[] => {
  const parts: string[] = [];
  let part = "";
  for (const block of blocks) {
    const text = textOf(block);
    const isFull = part.length + text.length > LONGEST_PART;
    if (part !== "" && (isFull || (block.kind === "heading" && part.length > LONGEST_PART * 0.7))) {
      parts.push(part);
      part = "";
    }
    part += text;
  }
  return part.trim() === "" ? parts : [...parts, part];
};

/** Text that looks like an instruction is not sent, as it is not shown anywhere else. */
const textOf = (block: Block): string => {
  const text = withoutSampleSecrets(cleanText(markdownOf(block))).slice(0, LONGEST_PART);
  return looksLikeInstruction(text) || text === "" ? "" : `${text}\n\n`;
};
