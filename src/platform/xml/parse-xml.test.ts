import { describe, expect, it } from "vitest";
import { Failure } from "../../model/failure.ts";
import { type ParseXmlOptions, parseXml } from "./parse-xml.ts";

const refusal = (xml: string | Uint8Array, options?: ParseXmlOptions): Failure => {
  try {
    parseXml(xml, options);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("it was read");
};
const OTA = "http://www.opentravel.org/OTA/2003/05";

describe("parsing XML", () => {
  it("keeps every value as text", () => {
    expect(parseXml('<a n="007"><b>007</b><c>1e3</c><d>true</d><e>0x10</e><f/><g></g></a>')).toEqual({
      a: { "@n": "007", b: "007", c: "1e3", d: "true", e: "0x10", f: "", g: "" },
    });
  });

  it("collects elements with the same name in an array, and single ones on request", () => {
    const xml = "<a><b>1</b><c>2</c><b>3</b></a>";
    expect(parseXml(xml)).toEqual({ a: { b: ["1", "3"], c: "2" } });
    expect(Object.keys(parseXml(xml).a as object)).toEqual(["b", "c"]);
    expect(parseXml("<a><b/><c><b/></c></a>", { arrays: ["a/b", "a/*/b"] })).toEqual({
      a: { b: [""], c: { b: [""] } },
    });
    expect(parseXml("<a><b/></a>", { arrays: ["b", "a/b/c", "x/b"] })).toEqual({ a: { b: "" } });
  });

  it("keeps whitespace in text and drops indentation between elements", () => {
    expect(parseXml("<a>\n  <b> x </b>\n  <c> </c>\n</a>\n")).toEqual({ a: { b: " x ", c: " " } });
    expect(parseXml("<a>\n <b>\n  x\n </b>\n</a>", { trim: true })).toEqual({ a: { b: "x" } });
    expect(parseXml("<a>one <b/>two\n<b/> </a>")).toEqual({ a: { "#text": "one two\n", b: ["", ""] } });
    expect(parseXml("<a>1\r\n2\r3</a>")).toEqual({ a: "1\n2\n3" });
  });

  it("resolves the five entities and character references, but not in CDATA", () => {
    expect(parseXml("<a b='&quot;&#x41;&apos;'>&lt;&amp;amp;&gt;&#228;&#x1F3E8;</a>")).toEqual({
      a: { "@b": "\"A'", "#text": "<&amp;>ä🏨" },
    });
    expect(parseXml("<a><![CDATA[<b>&amp;</b> <!DOCTYPE html> <!-- -->]]></a>")).toEqual({
      a: "<b>&amp;</b> <!DOCTYPE html> <!-- -->",
    });
    expect(parseXml("<a>x<![CDATA[]]>y<![CDATA[ z ]]></a>")).toEqual({ a: "xy z " });
  });

  it("converts a line end in an attribute to a space, unless it is a reference", () => {
    expect(parseXml('<a b="1\n2\t3" c="1&#10;2"/>')).toEqual({ a: { "@b": "1 2 3", "@c": "1\n2" } });
  });

  it("drops comments and processing instructions with any content", () => {
    const xml = `<?xml version="1.0"?><?it isn't "closed ?><!-- <a> & --><a>1<!-- ' -->2<?pi '?>3<b/></a><!-- -- --><?end?>`;
    expect(parseXml(xml)).toEqual({ a: { "#text": "123", b: "" } });
    expect(parseXml("<a>1<!-- --> <b/><!-- --> <?pi?>\n</a>")).toEqual({ a: { "#text": "1 ", b: "" } });
  });

  it("handles names that are special in JavaScript", () => {
    const xml = '<constructor toString="1" __proto__="2"><prototype/><hasOwnProperty>x</hasOwnProperty></constructor>';
    const element = parseXml(xml).constructor as unknown as Record<string, string>;
    expect(Object.entries(element)).toEqual([
      ["@toString", "1"],
      ["@__proto__", "2"],
      ["prototype", ""],
      ["hasOwnProperty", "x"],
    ]);
    expect(refusal("<a><__proto__><polluted/></__proto__></a>").message).toContain("__proto__");
    expect(refusal("<a><x:__proto__/></a>", { namespaces: "ignore" }).message).toContain("__proto__");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("reports the line of an error", () => {
    const { kind, message, details } = refusal("<a>\n<b>\n</a>");
    expect({ kind, message }).toEqual({
      kind: "invalid",
      message: "The XML cannot be read: the end tag 'a' does not match the start tag 'b' (line 3).",
    });
    expect(details).toMatchObject({ error_type: "bad_xml", line: 3 });
  });
});

describe("XML namespaces", () => {
  const xml = `<o:RQ xmlns:o="${OTA}" xmlns="urn:other" xmlns:q="${OTA}"><q:Total o:a="1" b="2"/><Total/><o:in xmlns:o="urn:other"/></o:RQ>`;

  it("are kept as written", () => {
    expect(parseXml(xml)).toMatchObject({ "o:RQ": { "@xmlns": "urn:other", "q:Total": { "@o:a": "1", "@b": "2" } } });
  });

  it("are ignored together with their declarations", () => {
    expect(parseXml(xml, { namespaces: "ignore" })).toEqual({ RQ: { Total: [{ "@a": "1", "@b": "2" }, ""], in: "" } });
    expect(parseXml('<a xml:lang="de" lang="en"/>', { namespaces: "ignore" })).toEqual({
      a: { "@xml:lang": "de", "@lang": "en" },
    });
  });

  it("are mapped to the configured prefixes, whatever prefixes the document uses", () => {
    expect(parseXml(xml, { namespaces: { "": OTA } })).toEqual({
      RQ: { Total: { [`@{${OTA}}a`]: "1", "@b": "2" }, "{urn:other}Total": "", "{urn:other}in": "" },
    });
    expect(parseXml(xml, { namespaces: { ota: OTA, x: "urn:other" } })).toEqual({
      "ota:RQ": { "ota:Total": { "@ota:a": "1", "@b": "2" }, "x:Total": "", "x:in": "" },
    });
  });

  it("distinguish no namespace from the default namespace", () => {
    expect(parseXml("<RQ/>", { namespaces: { "": OTA } })).toEqual({ "{}RQ": "" });
    expect(parseXml("<RQ/>", { namespaces: { ota: OTA } })).toEqual({ RQ: "" });
    expect(parseXml(`<RQ xmlns="${OTA}"><in xmlns=""/></RQ>`, { namespaces: { "": OTA } })).toEqual({
      RQ: { "{}in": "" },
    });
    expect(parseXml('<RQ xmlns="urn:x"/>', { namespaces: {} })).toEqual({ "{urn:x}RQ": "" });
  });

  it.each([
    ["an undeclared prefix", "<o:a/>"],
    ["a prefix declared in a sibling", '<a><b xmlns:o="urn:x"/><o:c/></a>'],
    ["a prefix named like a property of every object", "<toString:a/>"],
    ["another meaning for xml", '<a xmlns:xml="urn:x"/>'],
    ["the namespace of xml under another name", '<a xmlns:o="http://www.w3.org/XML/1998/namespace"/>'],
    ["a declaration of xmlns", '<a xmlns:xmlns="urn:x"/>'],
    ["a prefix for nothing", '<a xmlns:o=""/>'],
    ["an attribute twice under two prefixes", '<a xmlns:o="urn:x" xmlns:p="urn:x" o:id="1" p:id="2"/>'],
  ])("are rejected if invalid: %s", (_what, trick) => {
    expect(refusal(trick, { namespaces: { x: "urn:x" } }).kind).toBe("invalid");
  });

  it("are not ignored if two attributes would collide", () => {
    const trick = '<a o:id="1" id="2"/>';
    expect(refusal(trick, { namespaces: "ignore" }).message).toContain("'id' twice");
    expect(parseXml(trick)).toEqual({ a: { "@o:id": "1", "@id": "2" } });
  });
});

describe("decoding XML", () => {
  const TEXT = '<a b="ä">„Grüße“ – 20 €</a>';
  const expected = { a: { "@b": "ä", "#text": "„Grüße“ – 20 €" } };
  const western = (declared: string): Buffer =>
    Buffer.from(`<?xml version="1.0"${declared}?><a b="\xe4">\x84Gr\xfc\xdfe\x93 \x96 20 \x80</a>`, "latin1");

  it("uses the byte order mark, the Content-Type, the declaration, or UTF-8", () => {
    expect(parseXml(Buffer.from(TEXT))).toEqual(expected);
    expect(parseXml(Buffer.from(`\ufeff${TEXT}`))).toEqual(expected);
    expect(parseXml(Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-8"?>${TEXT}`, "utf16le"))).toEqual(expected);
    expect(parseXml(Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16())).toEqual(expected);
    expect(parseXml(western(' encoding="windows-1252"'))).toEqual(expected);
    expect(parseXml(western(" encoding='ISO-8859-1'"))).toEqual(expected);
    expect(parseXml(western(""), { contentType: 'text/xml; charset="ISO-8859-1"' })).toEqual(expected);
    expect(parseXml(western(' encoding="utf-8"'), { contentType: "application/xml;charset=windows-1252" })).toEqual(
      expected,
    );
  });

  it("rejects invalid bytes and unknown encodings", () => {
    expect(refusal(western("")).message).toContain("not valid utf-8");
    expect(refusal(Buffer.from([0xff, 0xfe, 0x3c, 0x00, 0x61])).message).toContain("utf-16le");
    expect(refusal(western(' encoding="klingon"')).message).toContain("'klingon' is not supported");
    expect(refusal(Buffer.from(TEXT), { contentType: "text/xml; charset=x" }).message).toContain(
      "'x' is not supported",
    );
  });

  it("ignores the declared encoding of a string", () => {
    expect(parseXml(`<?xml version="1.0" encoding="klingon"?>${TEXT}`)).toEqual(expected);
  });
});
