import { describe, expect, it } from "vitest";
import { markdownSections, markdownToText } from "./markdown-text.ts";

describe("Markdown as text", () => {
  it("loses marks, tables' lines, links' addresses and comments", () => {
    const markdown =
      "<!-- note -->\n# Title\n\n> **Bold** and `code` in [a link](https://x.example/y)\n\n| a | b |\n| --- | --- |\n| 1 | x \\| y |\n- item";
    expect(markdownToText(markdown)).toBe("Title Bold and code in a link a; b 1; x / y item");
  });

  it("is cut at its headings, but not at comments of code", () => {
    const markdown = "# Page\nintro\n## One\ntext\n```sh\n# no heading\n```\n## Empty\n### Two\nmore";
    expect(markdownSections(markdown)).toEqual([
      { headings: ["Page"], text: "intro" },
      { headings: ["Page", "One"], text: "text no heading" },
      { headings: ["Page", "Two"], text: "more" },
    ]);
  });

  it.each([" ", "|", "[", "<!--", "\n", "*", "# ", "`", "[]("])("walks over a megabyte of %j once", (piece) => {
    expect(typeof markdownToText(`x${piece.repeat(1_000_000 / piece.length)}`)).toBe("string");
  });
});
