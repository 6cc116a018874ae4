import { htmlReference } from "../../../platform/documents/html-references.ts";
import { type ScannedHtml, scanHtml } from "../../../platform/documents/scan-html.ts";

/** Characters that are invisible or change how text reads: bidirectional controls, tags, lone surrogates. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu;
const BREAKS = /[\p{Cc}\p{Z}]+/gu;

/** Returns the text as one line without invisible characters. */
export const cleanLine = (text: string): string => text.replace(INVISIBLE, "").replace(BREAKS, " ").trim();

/** Cuts a text between words. */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(" ");
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$|[\ud800-\udbff]$/u, "")}…`;
};

/** Returns the visible text and the title of an HTML page or fragment, in linear time. */
export const htmlToText = (html: string): ScannedHtml => scanHtml(html, htmlReference);

export interface MarkdownSection {
  /** The page's heading, followed by the section's own. */
  readonly headings: readonly string[];
  readonly text: string;
}

/** Splits a page at its headings; text above the first heading belongs to the page. */
export const markdownSections = (markdown: string): readonly MarkdownSection[] => {
  const sections: MarkdownSection[] = [];
  let page: string | undefined;
  let headings: readonly string[] = [];
  let lines: string[] = [];
  let isFenced = false;
  const finish = () => {
    const text = markdownToText(lines.join("\n"));
    if (text !== "") sections.push({ headings, text });
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s{0,3}(```|~~~)/.test(line)) isFenced = !isFenced;
    const heading = isFenced ? undefined : /^#{1,6}\s+(.{1,300})$/.exec(line)?.[1];
    if (heading === undefined) {
      lines.push(line);
      continue;
    }
    finish();
    const words = markdownToText(heading);
    headings = page === undefined ? [words] : [page, words];
    page ??= words;
  }
  finish();
  return sections;
};

/** Runs of blanks are collapsed first, so that no later pattern can backtrack over them. */
export const markdownToText = (markdown: string): string =>
  withoutComments(markdown)
    .replace(/[^\S\n]+/g, " ")
    .replace(/^ ?(?:```|~~~).{0,100}$/gm, "")
    .replace(/^[ :|-]{3,300}$/gm, "")
    .replace(/^ ?#{1,6} /gm, "")
    .replace(/^ ?[-*+>] /gm, "")
    .replace(/!?\[([^[\]\n]{0,300})\]\([^()\n]{0,500}\)/g, "$1")
    .replaceAll("\\|", "/")
    .replace(/^ ?\| ?| ?\| ?$/gm, "")
    .replace(/ ?\| ?/g, "; ")
    .replace(/[*_]{2,3}(?=\S)|(?<=\S)[*_]{2,3}|`/g, "")
    .replace(/(?:; ){2,}/g, "; ")
    .replace(/\s+/g, " ")
    .trim();

const withoutComments = (markdown: string): string =>
  markdown
    .split("<!--")
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("-->") + 3)))
    .join(" ");
