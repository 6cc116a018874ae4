/** One part of a page of documentation. Inline code stands in backticks; other markup is gone. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "item"; readonly depth: number; readonly text: string }
  /** The first row is the header. */
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string };

export interface Page {
  readonly title?: string;
  readonly blocks: readonly Block[];
}

const MOST_BLOCKS = 20_000;
const LONGEST_TEXT = 4_000;
const LONGEST_CODE = 200_000;
const MOST_ROWS = 1_000;
const MOST_CELLS = 20;

/** Collects the blocks of a page within limits; a longer page is cut. */
export const createBlocks = () => {
  const blocks: Block[] = [];
  const shown = (text: string): string =>
    text
      .slice(0, LONGEST_TEXT * 4)
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, LONGEST_TEXT);
  return {
    blocks,
    add(block: Block): void {
      if (blocks.length >= MOST_BLOCKS) return;
      if (block.kind === "code") {
        const text = block.text
          .slice(0, LONGEST_CODE + 1)
          .trimEnd()
          .replace(/^(?:[ \t]*\n)+/, "");
        if (text !== "" && text.length <= LONGEST_CODE) blocks.push({ ...block, text });
      } else if (block.kind === "table") {
        const rows = block.rows.slice(0, MOST_ROWS).map((row) => row.slice(0, MOST_CELLS).map(shown));
        if (rows.length > 1) blocks.push({ kind: "table", rows });
      } else {
        const text = shown(block.text);
        if (text !== "") blocks.push({ ...block, text });
      }
    },
  };
};
