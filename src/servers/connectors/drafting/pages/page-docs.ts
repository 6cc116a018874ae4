import type { Block } from "./page.ts";

const MOST_DOCS = 40;
const LONGEST_DOC = 20_000;

/** Splits the page at its main headings into excerpts, in Markdown. */
export const docsOf = (blocks: readonly Block[]): { readonly title: string; readonly text: string }[] => {
  const levels = blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
  const top = Math.min(...levels);
  const level =
    levels.filter((each) => each === top).length > 1 ? top : Math.min(...levels.filter((each) => each > top), 6);
  const docs: { title: string; text: string }[] = [];
  for (const block of blocks) {
    const isNew = block.kind === "heading" && block.level <= level;
    if (isNew || docs.length === 0)
      docs.push({ title: block.kind === "heading" ? block.text.replaceAll("`", "") : "Overview", text: "" });
    const last = docs.at(-1) as { text: string };
    if (last.text.length < LONGEST_DOC) last.text += `${markdownOf(block)}\n\n`;
  }
  return docs.filter(({ text }) => text.trim().includes("\n")).slice(0, MOST_DOCS);
};

/** Writes a block as Markdown. */
export const markdownOf = (block: Block): string => {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "item":
      return `${"  ".repeat(block.depth)}- ${block.text}`;
    case "code":
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    case "table":
      return block.rows
        .flatMap((row, at) => [rowOf(row), ...(at === 0 ? [rowOf(row.map(() => "---"))] : [])])
        .join("\n");
    case "text":
      return block.text;
  }
};

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
