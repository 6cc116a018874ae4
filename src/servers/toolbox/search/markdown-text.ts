export interface MarkdownSection {
  /** The page's own heading, then the section's, if it has one. */
  readonly headings: readonly string[];
  readonly text: string;
}

/** A page cut at its headings; what stands above the first one belongs to the page. */
export const markdownSections = (markdown: string): readonly MarkdownSection[] => {
  const sections: MarkdownSection[] = [];
  let page: string | undefined;
  let headings: readonly string[] = [];
  let lines: string[] = [];
  let fenced = false;
  const finish = () => {
    const text = markdownToText(lines.join("\n"));
    if (text !== "") sections.push({ headings, text });
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s{0,3}(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^#{1,6}\s+(.{1,300})$/.exec(line)?.[1];
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

/** Blanks are made single first: no pattern after that can walk over the same blanks again and again. */
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
