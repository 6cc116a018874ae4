import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../../test/fixtures/cases.ts";
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

describe("writing XML", () => {
  it("keeps the order of elements, attributes and arrays", () => {
    expect(writeXml({ a: { z: 1, "@n": "007", b: ["x", { "@i": 2, "#text": "y" }], "#text": "t", c: "" } })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><a n="007"><z>1</z><b>x</b><b i="2">y</b>t<c/></a>',
    );
  });

  it("omits null and undefined, and writes numbers and booleans as in JSON", () => {
    expect(bare({ a: { "@x": null, b: undefined, c: null, d: [null, false], e: 0.1, "@y": true } })).toBe(
      '<a y="true"><d>false</d><e>0.1</e></a>',
    );
    expect(bare({ a: null, b: {} })).toBe("<b/>");
  });

  it("escapes special characters in text and attributes", () => {
    const nasty = `<&>"']]>\t\r\n`;
    expect(bare({ a: { "@b": nasty, "#text": nasty } })).toBe(
      `<a b="&lt;&amp;&gt;&quot;']]&gt;&#9;&#13;&#10;">&lt;&amp;&gt;"']]&gt;\t&#13;\n</a>`,
    );
  });

  it("declares namespaces at the root and accepts their prefixes", () => {
    const namespaces = { "": "urn:a", x: "urn:b&c" };
    expect(bare({ r: { "@x:i": "1", "x:e": "" } }, { namespaces })).toBe(
      '<r xmlns="urn:a" xmlns:x="urn:b&amp;c" x:i="1"><x:e/></r>',
    );
    expect(refusal({ r: { "y:e": "" } }, { namespaces })).toContain("the prefix of 'y:e'");
    expect(bare({ "s:r": { "@xmlns:s": "urn:s", "@xml:lang": "de" } })).toBe('<s:r xmlns:s="urn:s" xml:lang="de"/>');
  });

  it("declares the encoding and writes characters missing in it as references", () => {
    const document = { a: { "@b": "Ä€", "#text": "„ü“ 🏨 č" } };
    expect(writeXml(document, { encoding: "iso-8859-1" })).toBe(
      '<?xml version="1.0" encoding="ISO-8859-1"?><a b="Ä&#8364;">&#8222;ü&#8220; &#127976; &#269;</a>',
    );
    expect(writeXmlBytes(document, { encoding: "windows-1252" }).toString("latin1")).toBe(
      '<?xml version="1.0" encoding="WINDOWS-1252"?><a b="\xc4\x80">\x84\xfc\x93 &#127976; &#269;</a>',
    );
    for (const encoding of XML_ENCODINGS) expect(parseXml(writeXmlBytes(document, { encoding }))).toEqual(document);
  });

  it("rejects or replaces characters that XML does not allow", () => {
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
    ["markup in a name", { "a><b": "" }, "not a valid XML name"],
    ["markup in the name of an attribute", { a: { '@b="1" c': "x" } }, "not a valid XML name"],
    ["an attribute without a name", { a: { "@": "x" } }, "not a valid XML name"],
    ["another special field", { a: { "#comment": "x" } }, "not a valid XML name"],
    ["an empty name", { a: { "": "x" } }, "not a valid XML name"],
    ["a name with a namespace URI", { "{urn:x}a": "" }, "not a valid XML name"],
    ["two colons", { "a:b:c": "" }, "the prefix of 'a:b:c'"],
    ["a colon in front", { ":a": "" }, "the prefix of ':a'"],
    ["an array in an array", { a: { b: [["x"]] } }, "must not contain an array"],
    ["an object as attribute", { a: { "@b": { c: "x" } } }, "a/@b"],
    ["an array as text", { a: { "#text": ["x"] } }, "must be text"],
    ["not a number", { a: Number.NaN }, "must be text"],
    ["endless numbers", { a: { "@b": Number.POSITIVE_INFINITY } }, "must be text"],
    ["a date", { a: new Date(0) }, "must be text"],
    ["a function", { a: () => "x" }, "must be text"],
    ["something within itself", { a: endless }, "nested too deeply"],
  ])("rejects %s", (_what, document, problem) => {
    expect(refusal(document)).toContain(problem);
  });

  it("rejects a name with characters missing in the encoding", () => {
    expect(refusal({ größe: { č: "" } }, { encoding: "iso-8859-1" })).toContain("'č' is not a valid XML name");
    expect(bare({ größe: "" }, { encoding: "iso-8859-1" })).toBe("<größe/>");
  });
});

describe("written XML", () => {
  const name = fc.stringMatching(/^[A-Za-z_äöü][A-Za-z0-9_.äöü-]{0,6}$/).filter((word) => word !== "__proto__");
  const text = fc
    .oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."<>&\"']]\t\n\r é€😀\u0085\u2028") }))
    .filter((value) => !FORBIDDEN.test(value));
  /** Values that round-trip: an element has attributes or children, and next to children not only whitespace. */
  const { value } = fc.letrec<{ value: XmlValue; element: XmlValue; list: XmlValue }>((tie) => ({
    value: fc.oneof({ depthSize: "small", withCrossShrink: true }, text, tie("element")),
    list: fc.array(tie("value"), { minLength: 2, maxLength: 3 }),
    element: fc
      .record({
        attributes: fc.dictionary(name, text, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
        text: fc.option(
          text.filter((value) => value.trim() !== ""),
          { nil: undefined },
        ),
        children: fc.dictionary(name, fc.oneof(tie("value"), tie("list")), { maxKeys: 3, noNullPrototype: true }),
      })
      .map((parts) => ({
        ...Object.fromEntries(Object.entries(parts.attributes).map(([key, value]) => [`@${key}`, value])),
        ...(parts.text !== undefined && { "#text": parts.text }),
        ...(parts.children as Record<string, XmlValue>),
      })),
  }));

  it("is parsed to the same value in every encoding", () => {
    fc.assert(
      fc.property(name, value, fc.constantFrom(...XML_ENCODINGS), (root, content, encoding) => {
        const document = { [root]: content } as XmlInputElement;
        expect(parseXml(writeXmlBytes(document, { encoding }))).toEqual(document);
        expect(parseXml(writeXml(document))).toEqual(document);
      }),
      { numRuns: cases(50) },
    );
  });

  it("never turns a value into an element or attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const read = parseXml(bare({ a: { "@b": value, c: value } }, { badCharacters: "replace" })) as {
          a: Record<string, unknown>;
        };
        expect(Object.keys(read.a)).toEqual(["@b", "c"]);
      }),
    );
  });

  it("round-trips every document that can be parsed", () => {
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
      { numRuns: cases(300) },
    );
  });
});
