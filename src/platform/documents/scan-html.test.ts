import { describe, expect, it } from "vitest";
import { scanHtml } from "./scan-html.ts";

const scan = (html: string) => scanHtml(html, (name) => ({ amp: "&", lt: "<", auml: "ä", nbsp: "\u00a0" })[name]);
const textOf = (html: string) => scan(html).text;

describe("scanHtml", () => {
  it("separates paragraphs, lines, list items and cells", () => {
    expect(textOf("<h1>Trip</h1><p>One\n  two<br>three</p><ul><li>A<li>B</ul>")).toBe(
      "Trip\n\nOne two\nthree\n\n- A\n- B",
    );
    expect(textOf("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>")).toBe("a b\nc");
    expect(textOf("a<b>b</b>c <i>d</i>")).toBe("abc d");
  });

  it("keeps blank lines between paragraphs and list items", () => {
    expect(textOf("a<br><br>b<br>c")).toBe("a\n\nb\nc");
    expect(textOf("<ul><li><p>A</p></li><li>B <i>b</i></li></ul>c")).toBe("- A\n\n- B b\n\nc");
  });

  it("keeps line breaks and blanks of preformatted text", () => {
    expect(textOf("<pre>08:00  ZRH\n  09:30  FRA</pre>")).toBe("08:00  ZRH\n  09:30  FRA");
  });

  it("resolves character references", () => {
    expect(textOf("B&auml;r &#8364;&#x20ac; a&nbsp;b &amp;lt; &unknown; &#0; &#1114112; AT&T")).toBe(
      "Bär €€ a b &lt; &unknown; \ufffd \ufffd AT&T",
    );
  });

  it("omits scripts, styles, comments and hidden elements", () => {
    const hidden = [
      "<script>if (a < b) '</p>'</script>",
      "<style>p > a {}</style>",
      "<!-- a <p>comment</p> -->",
      "<template><p>later</p></template>",
      "<noscript>old</noscript>",
      "<svg><text>x</text></svg>",
      "<div hidden><div>in</div>side</div>",
      "<p style='color:red; DISPLAY : none'>x</p>",
      '<span style="font-size:0">x</span>',
      "<i aria-hidden=true>x</i>",
      "<textarea>draft</textarea>",
      "<iframe>x</iframe>",
    ];
    for (const html of hidden)
      expect([html, textOf(`<b>a</b>${html}<b>z</b>`).replace(/\s/g, "")]).toEqual([html, "az"]);
    expect(textOf("<p hidden>x<p>shown<p style='opacity: 0.5'>too")).toBe("shown\n\ntoo");
    expect(textOf("<body style='opacity:0'><p>fades in")).toBe("fades in");
  });

  it("returns title, language, links, elements and depth", () => {
    const html = `<!DOCTYPE html><html lang="de-AT"><head><TITLE>A &amp; <b>B</TITLE></head>
      <body><a href="/x">x</a><a name="y">y</a><img src="z"><div><div></div></div>`;
    expect(scan(html)).toMatchObject({ title: "A & <b>B", language: "de", links: 1, elements: 9, depth: 2 });
  });

  it("is not confused by markup characters in attributes and text", () => {
    expect(textOf(`<p title="a > b" data-x='"' it's>one</p> 1 < 2 > 0 <3`)).toBe("one\n\n1 < 2 > 0 <3");
    expect(textOf("a</ b>c<?php echo ?>d<![CDATA[x]]>")).toBe("acd");
  });
});
