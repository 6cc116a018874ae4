import { describe, expect, it } from "vitest";
import { cleanLine, htmlToText, markdownSections, markdownToText, shorten } from "./plain-text.ts";

describe("cleanLine", () => {
  it("removes control, bidirectional and invisible characters and collapses blanks", () => {
    expect(cleanLine("  a\u0000b\u202Ec\u2066d\u200Be\u{e0041}f\t\r\n g\ud800 ")).toBe("a bcdef g");
  });

  it("keeps the joiners that scripts and emoji need", () => {
    expect(cleanLine("می\u200cخواهم 👩\u200d✈️")).toBe("می\u200cخواهم 👩\u200d✈️");
  });
});

describe("shorten", () => {
  it("cuts between words, never inside a character", () => {
    expect(shorten("one two three", 9)).toBe("one two…");
    expect(shorten("😀".repeat(10), 7)).toBe("😀😀😀…");
  });
});

/** Linear time: a megabyte takes ten times as long as these, not a hundred times. */
const LENGTH = 100_000;

describe("htmlToText", () => {
  it.each([
    ["Frank<strong>furt</strong> am <em>Main</em>", "Frankfurt am Main"],
    ["<p>one</p><p>two<br>three</p>", "one two three"],
    ["a<script>var x = '<b>';</script>b<STYLE>p{}</STYLE >c", "abc"],
    ["5 < 6 &amp;&amp; 7 > 3", "5 < 6 && 7 > 3"],
    ["&lt;b&gt; &#8364; &#x41; &nbsp;&unknown;", "<b> € A &unknown;"],
    ["seen<!-- <b>hidden</b> -->too", "seentoo"],
    ["cut <a href='x", "cut"],
    ["open <script>never closed", "open"],
  ])("reads %j", (html, text) => {
    expect(cleanLine(htmlToText(html).text)).toBe(text);
  });

  it("returns the title of a page", () => {
    expect(htmlToText("<html><head><TITLE lang=de>K&ouml;ln</TITLE>").title).toBe("Köln");
    expect(htmlToText("<p>none</p>").title).toBeUndefined();
  });

  it.each(["<", "<a ", "<!--", "<script>", "<title", "&", "&#", "</"])("reads repeated %j", (piece) => {
    const html = piece.repeat(LENGTH / piece.length);
    expect(htmlToText(html).text.length).toBeLessThanOrEqual(html.length);
  });
});

describe("markdownToText", () => {
  it("removes marks, table lines, link addresses and comments", () => {
    const markdown =
      "<!-- note -->\n# Title\n\n> **Bold** and `code` in [a link](https://x.example/y)\n\n| a | b |\n| --- | --- |\n| 1 | x \\| y |\n- item";
    expect(markdownToText(markdown)).toBe("Title Bold and code in a link a; b 1; x / y item");
  });

  it.each([" ", "|", "[", "<!--", "\n", "*", "# ", "`", "[]("])("reads repeated %j", (piece) => {
    expect(typeof markdownToText(`x${piece.repeat(LENGTH / piece.length)}`)).toBe("string");
  });
});

describe("markdownSections", () => {
  it("splits a page at its headings, but not at comments in code", () => {
    const markdown = "# Page\nintro\n## One\ntext\n```sh\n# no heading\n```\n## Empty\n### Two\nmore";
    expect(markdownSections(markdown)).toEqual([
      { headings: ["Page"], text: "intro" },
      { headings: ["Page", "One"], text: "text no heading" },
      { headings: ["Page", "Two"], text: "more" },
    ]);
  });
});
