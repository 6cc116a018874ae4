import { describe, expect, it } from "vitest";
import { htmlTitle, htmlToText } from "./html-text.ts";

describe("HTML as text", () => {
  it.each([
    ["Frank<strong>furt</strong> am <em>Main</em>", "Frankfurt am Main"],
    ["<p>one</p><p>two<br>three</p>", " one  two three "],
    ["a<script>var x = '<b>';</script>b<STYLE>p{}</STYLE >c", "a b c"],
    ["5 < 6 &amp;&amp; 7 > 3", "5 < 6 && 7 > 3"],
    ["&lt;b&gt; &#8364; &#x41; &nbsp;&unknown; &#0; &#9999999;", "<b> € A  &unknown;    "],
    ["seen<!-- <b>hidden</b> -->too", "seen too"],
    ["cut <a href='x", "cut "],
    ["open <script>never closed", "open  "],
  ])("reads %j", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it("finds the title", () => {
    expect(htmlTitle("<html><head><TITLE lang=de>K&ouml;ln</TITLE>")).toBe("Köln");
    expect(htmlTitle("<p>none</p>")).toBeUndefined();
  });

  it.each(["<", "<a ", "<!--", "<script>", "<title", "&", "&#", "</"])("walks over a megabyte of %j once", (piece) => {
    const html = piece.repeat(1_000_000 / piece.length);
    expect(htmlToText(html).length).toBeLessThanOrEqual(html.length);
    expect(htmlTitle(html)).toBeUndefined();
  });
});
