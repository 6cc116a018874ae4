import { describe, expect, it } from "vitest";
import { htmlText } from "./html-text.ts";

describe("the text of HTML in a document", () => {
  it.each<[what: string, html: string, text: string]>([
    ["line breaks", "First.<br/>Second.<br />\nThird.", "First.\nSecond.\n\nThird."],
    ["paragraphs", "<p>One</p><p class='x'>Two</p>", "One\n\nTwo"],
    ["emphasis and links", 'A <b>bold</b> <a href="https://x.example/?a=1">link</a>.', "A bold link."],
    ["lists", "Kinds:<ul><li>cat</li><li>dog</li></ul>Others fail.", "Kinds:\n\n- cat\n- dog\nOthers fail."],
    ["tables", "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "a | b |\n\n 1 | 2 |"],
    ["code", "Send <code>id=7</code> or <kbd>x</kbd>.", "Send `id=7` or `x`."],
    ["blocks of code", "So:<pre><code>a &lt; b\n  c</code></pre>", "So:\n```\na < b\n  c\n```"],
    ["entities", "Caf&eacute; &amp; &#8364;5 &#x26; &nbsp;R&D &unknown;", "Café & €5 &  R&D &unknown;"],
    ["scripts and styles", "a<script>alert('x')</script>b<style>p{}</style>c", "abc"],
    ["an unclosed script", "a<script>alert(1) <b>x</b>", "a"],
  ])("has %s as plain text", (_what, html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  it.each([
    "Takes `<br>` and `&amp;` as they are.",
    "```\n<p>code</p>\n```",
    "Replace <account_id> with yours, if a < b and c > d.",
    "See <https://docs.example/a>.",
    "  - indented\n    - lists stay",
  ])("stays the same without HTML: %j", (text) => {
    expect(htmlText(text)).toBe(text);
  });

  it("does not decode twice", () => {
    expect(htmlText("&amp;lt;b&amp;gt;")).toBe("&lt;b&gt;");
  });

  it.each(["<", "<a ", "<script>", "`", "``` ", "&#", "<a href='", "<pre><code>"])(
    "takes linear time for many of %j",
    (piece) => {
      const start = performance.now();
      htmlText(piece.repeat(1_000_000 / piece.length));
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );
});
