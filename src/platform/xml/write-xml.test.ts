import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "../../model/failure.ts";
import { parseXml } from "./parse-xml.ts";
import { type WriteXmlOptions, writeXml, writeXmlBytes, XML_ENCODINGS } from "./write-xml.ts";
import { FORBIDDEN, type XmlInputElement, type XmlValue } from "./xml-element.ts";

const bare = (document: XmlInputElement, options: WriteXmlOptions = {}): string =>
  writeXml(document, { declaration: false, ...options });

const refusal = (document: unknown, options?: WriteXmlOptions): string => {
  try {
    writeXml(document as XmlInputElement, options);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  return "it was written";
};

describe("JSON written as XML", () => {
  it("has elements, attributes and repetitions in the order they are given", () => {
    expect(writeXml({ a: { z: 1, "@n": "007", b: ["x", { "@i": 2, "#text": "y" }], "#text": "t", c: "" } })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><a n="007"><z>1</z><b>x</b><b i="2">y</b>t<c/></a>',
    );
  });

  it("leaves out what is null or undefined, and writes numbers and truth values as JSON does", () => {
    expect(bare({ a: { "@x": null, b: undefined, c: null, d: [null, false], e: 0.1, "@y": true } })).toBe(
      '<a y="true"><d>false</d><e>0.1</e></a>',
    );
    expect(bare({ a: null, b: {} })).toBe("<b/>");
  });

  it("escapes whatever means something, in text and in attributes", () => {
    const nasty = `<&>"']]>\t\r\n`;
    expect(bare({ a: { "@b": nasty, "#text": nasty } })).toBe(
      `<a b="&lt;&amp;&gt;&quot;']]&gt;&#9;&#13;&#10;">&lt;&amp;&gt;"']]&gt;\t&#13;\n</a>`,
    );
  });

  it("declares namespaces at the root, and knows their prefixes", () => {
    const namespaces = { "": "urn:a", x: "urn:b&c" };
    expect(bare({ r: { "@x:i": "1", "x:e": "" } }, { namespaces })).toBe(
      '<r xmlns="urn:a" xmlns:x="urn:b&amp;c" x:i="1"><x:e/></r>',
    );
    expect(refusal({ r: { "y:e": "" } }, { namespaces })).toContain("the prefix of 'y:e'");
    expect(bare({ "s:r": { "@xmlns:s": "urn:s", "@xml:lang": "de" } })).toBe('<s:r xmlns:s="urn:s" xml:lang="de"/>');
  });

  it("writes what an encoding does not have as references, and says the encoding", () => {
    const document = { a: { "@b": "Ä€", "#text": "„ü“ 🏨 č" } };
    expect(writeXml(document, { encoding: "iso-8859-1" })).toBe(
      '<?xml version="1.0" encoding="ISO-8859-1"?><a b="Ä&#8364;">&#8222;ü&#8220; &#127976; &#269;</a>',
    );
    expect(writeXmlBytes(document, { encoding: "windows-1252" }).toString("latin1")).toBe(
      '<?xml version="1.0" encoding="WINDOWS-1252"?><a b="\xc4\x80">\x84\xfc\x93 &#127976; &#269;</a>',
    );
    for (const encoding of XML_ENCODINGS) expect(parseXml(writeXmlBytes(document, { encoding }))).toEqual(document);
  });

  it("refuses characters that XML cannot carry, or replaces them", () => {
    for (const bad of ["\0", "\x1f", "\ud800", "\uffff"]) {
      expect(refusal({ a: { b: `x${bad}` } })).toContain("a/b");
      expect(refusal({ a: { "@b": bad } })).toContain("a/@b");
      expect(bare({ a: { "@b": bad, c: `x${bad}` } }, { badCharacters: "replace" })).toBe(
        '<a b="\ufffd"><c>x\ufffd</c></a>',
      );
    }
  });

  const endless: Record<string, unknown> = {};
  endless.a = endless;
  it.each([
    ["no root", {}, "exactly one root"],
    ["two roots", { a: "", b: "" }, "exactly one root"],
    ["a root many times", { a: ["", ""] }, "exactly one root"],
    ["markup in a name", { "a><b": "" }, "no name in XML"],
    ["markup in the name of an attribute", { a: { '@b="1" c': "x" } }, "no name in XML"],
    ["an attribute without a name", { a: { "@": "x" } }, "no name in XML"],
    ["another special field", { a: { "#comment": "x" } }, "no name in XML"],
    ["an empty name", { a: { "": "x" } }, "no name in XML"],
    ["a name in a namespace nobody named", { "{urn:x}a": "" }, "no name in XML"],
    ["two colons", { "a:b:c": "" }, "the prefix of 'a:b:c'"],
    ["a colon in front", { ":a": "" }, "the prefix of ':a'"],
    ["an array in an array", { a: { b: [["x"]] } }, "directly in an array"],
    ["an object as attribute", { a: { "@b": { c: "x" } } }, "a/@b"],
    ["an array as text", { a: { "#text": ["x"] } }, "only text"],
    ["not a number", { a: Number.NaN }, "only text"],
    ["endless numbers", { a: { "@b": Number.POSITIVE_INFINITY } }, "only text"],
    ["a date", { a: new Date(0) }, "only text"],
    ["a function", { a: () => "x" }, "only text"],
    ["something within itself", { a: endless }, "nest too deep"],
  ])("is refused: %s", (_what, document, problem) => {
    expect(refusal(document)).toContain(problem);
  });

  it("refuses a name that the encoding does not have", () => {
    expect(refusal({ größe: { č: "" } }, { encoding: "iso-8859-1" })).toContain("'č' is no name");
    expect(bare({ größe: "" }, { encoding: "iso-8859-1" })).toBe("<größe/>");
  });
});

describe("what is written", () => {
  const name = fc.stringMatching(/^[A-Za-z_äöü][A-Za-z0-9_.äöü-]{0,6}$/).filter((word) => word !== "__proto__");
  const text = fc
    .oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."<>&\"']]\t\n\r é€😀\u0085\u2028") }))
    .filter((value) => !FORBIDDEN.test(value));
  /** What comes back as it went in: an element has attributes or children, and not only space beside its children. */
  const { value } = fc.letrec<{ value: XmlValue; element: XmlValue; list: XmlValue }>((tie) => ({
    value: fc.oneof({ depthSize: "small", withCrossShrink: true }, text, tie("element")),
    list: fc.array(tie("value"), { minLength: 2, maxLength: 3 }),
    element: fc
      .record({
        attributes: fc.dictionary(name, text, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
        text: fc.option(
          text.filter((said) => said.trim() !== ""),
          { nil: undefined },
        ),
        children: fc.dictionary(name, fc.oneof(tie("value"), tie("list")), { maxKeys: 3, noNullPrototype: true }),
      })
      .map((parts) => ({
        ...Object.fromEntries(Object.entries(parts.attributes).map(([key, said]) => [`@${key}`, said])),
        ...(parts.text !== undefined && { "#text": parts.text }),
        ...(parts.children as Record<string, XmlValue>),
      })),
  }));

  it("is read back as it was, in every encoding", () => {
    fc.assert(
      fc.property(name, value, fc.constantFrom(...XML_ENCODINGS), (root, said, encoding) => {
        const document = { [root]: said } as XmlInputElement;
        expect(parseXml(writeXmlBytes(document, { encoding }))).toEqual(document);
        expect(parseXml(writeXml(document))).toEqual(document);
      }),
      { numRuns: 300 },
    );
  });

  it("never makes an element or attribute of a value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (said) => {
        const read = parseXml(bare({ a: { "@b": said, c: said } }, { badCharacters: "replace" })) as {
          a: Record<string, unknown>;
        };
        expect(Object.keys(read.a)).toEqual(["@b", "c"]);
      }),
    );
  });

  it("and whatever is read at all can be written and read again", () => {
    const soup = fc.string({
      unit: fc.constantFrom(
        "<a>",
        "</a>",
        "<b/>",
        "<c d='",
        "'>",
        "</c>",
        "&lt;",
        "&#9;",
        " ",
        "x",
        "]]>",
        "<![CDATA[",
        "<!--",
        "-->",
        "<?p",
        "?>",
        '"',
      ),
      maxLength: 30,
    });
    fc.assert(
      fc.property(soup, (middle) => {
        let read: XmlInputElement;
        try {
          read = parseXml(`<r>${middle}</r>`);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
          return;
        }
        expect(parseXml(writeXml(read))).toEqual(read);
      }),
      { numRuns: 3_000 },
    );
  });
});
