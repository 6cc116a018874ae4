import { describe, expect, it } from "vitest";
import { Failure } from "../../model/failure.ts";
import { type ParseXmlOptions, parseXml } from "./parse-xml.ts";

const messageOf = (xml: string | Uint8Array, options?: ParseXmlOptions): string => {
  try {
    parseXml(xml, options);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  return "it was read";
};

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i || ""};`.repeat(10)}">`,
).join("")}]><lolz>&lol9;</lolz>`;

describe("hostile XML", () => {
  it.each([
    ["a billion laughs", LAUGHS, "DOCTYPE"],
    ["an external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "DOCTYPE"],
    ["an external DTD", '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', "DOCTYPE"],
    ["a DOCTYPE in small letters", "<!doctype a><a/>", "DOCTYPE"],
    ["a DOCTYPE inside the root", "<a><!DOCTYPE b></a>", "DOCTYPE"],
    ["an entity declared in the middle", '<a><!ENTITY x "y"></a>', "DOCTYPE"],
    ["an entity of HTML", "<a>&nbsp;</a>", "'&nbsp'"],
    ["an entity in an attribute", '<a b="&xxe;"/>', "'&xxe'"],
    ["a parameter entity", "<a>%x;&</a>", "'&'"],
    ["a lone ampersand", "<a>Tom & Jerry</a>", "'&'"],
    ["an entity without its end", "<a>&amp</a>", "'&amp'"],
    ["a reference to nothing", "<a>&#0;</a>", "a character that XML does not allow"],
    ["a reference to half a character", "<a>&#xD800;</a>", "a character that XML does not allow"],
    ["a reference beyond all characters", "<a>&#x110000;</a>", "a character that XML does not allow"],
    ["a reference to a control character", '<a b="&#8;"/>', "a character that XML does not allow"],
    ["a control character", "<a>\x07</a>", "a character that XML does not allow"],
    ["a zero byte", "<a>\0</a>", "a character that XML does not allow"],
    ["half a character", "<a>\ud800</a>", "a character that XML does not allow"],
    ["an attribute twice", '<a b="1" b="2"/>', "'b' is duplicated"],
    ["a tag in an attribute", '<a b="<c/>"/>', "'a' is malformed"],
    ["an attribute without quotes", "<a b=1/>", "'a' is malformed"],
    ["an attribute without a value", "<a b/>", "'a' is malformed"],
    ["attributes without a space between", '<a b="1"c="2"/>', "'a' is malformed"],
    ["attributes at the end tag", '<a></a b="1">', "the end tag of 'a' has attributes"],
    ["an end tag that is empty too", "<a></a/>", "'a' is malformed"],
    ["an element that never ends", "<a><b></b>", "'a' is not closed"],
    ["an element that never began", "<a/></a>", "has no start tag"],
    ["elements across each other", "<a><b></a></b>", "'a' does not match the start tag 'b'"],
    ["a second root", "<a/><b/>", "a second root"],
    ["text after the root", "<a/>x", "text outside the root"],
    ["text before the root", "x<a/>", "text outside the root"],
    ["CDATA outside the root", "<a/><![CDATA[x]]>", "CDATA outside the root"],
    ["the end of CDATA in a text", "<a>]]></a>", "']]>'"],
    ["CDATA that never ends", "<a><![CDATA[</a>", "a CDATA section is not closed"],
    ["a comment that never ends", "<a><!-- </a>", "a comment is not closed"],
    ["a comment that overlaps itself", "<a><!--></a>", "a comment is not closed"],
    ["an instruction that never ends", "<a><?x </a>", "a processing instruction is not closed"],
    ["a second declaration", '<a><?xml version="1.0"?></a>', "the XML declaration"],
    ["a declaration after a space", ' <?xml version="1.0"?><a/>', "the XML declaration"],
    ["a name that begins with a digit", "<1a/>", "'<' does not start a tag"],
    ["a space before the name", "< a/>", "'<' does not start a tag"],
    ["a space that only looks like one", '<a\u00a0b="1"/>', "'a' is malformed"],
    ["nothing", "", "no root"],
    ["nothing but space", " \n", "no root"],
    ["nothing but a comment", "<!-- a -->", "no root"],
    ["JSON", '{"a":1}', "text outside the root"],
    ["half of a tag", "<a", "'a' is malformed"],
  ])("is rejected: %s", (_what, xml, problem) => {
    expect(messageOf(xml)).toContain(problem);
  });

  it("is rejected over the depth limit", () => {
    const nested = (depth: number): string => `${"<a>".repeat(depth)}${"</a>".repeat(depth)}`;
    expect(messageOf(nested(64))).toBe("it was read");
    expect(messageOf(nested(65))).toContain("more than 64 levels of nested elements");
    expect(messageOf("<a>".repeat(1_000_000))).toContain("more than 64 levels of nested elements");
    expect(messageOf(nested(3), { limits: { depth: 2 } })).toContain("more than 2 levels of nested elements");
  });

  it("is rejected over the limits of elements and attributes", () => {
    const limits = { nodes: 10, attributes: 10 };
    expect(messageOf(`<a>${"<b/>".repeat(9)}</a>`, { limits })).toBe("it was read");
    expect(messageOf(`<a>${"<b/>".repeat(10)}</a>`, { limits })).toContain("more than 10 elements");
    expect(messageOf(`<a>${"<![CDATA[]]>".repeat(10)}</a>`, { limits })).toContain("more than 10 elements");
    const attributes = Array.from({ length: 11 }, (_, i) => ` b${i}=""`);
    expect(messageOf(`<a${attributes.slice(1).join("")}/>`, { limits })).toBe("it was read");
    expect(messageOf(`<a${attributes.join("")}/>`, { limits })).toContain("more than 10 attributes");
    expect(messageOf(`<a>${"<b/>".repeat(200_000)}</a>`)).toContain("more than 100000 elements");
  });

  it("is rejected over the size limit", () => {
    const long = `<a>${"x".repeat(10 * 1024 * 1024)}</a>`;
    expect(messageOf(long)).toContain("more than 4194304 bytes");
    expect(messageOf(Buffer.from(long))).toContain("more than 4194304 bytes");
    expect((parseXml(long, { limits: { bytes: 20 * 1024 * 1024 } }).a as string).length).toBe(10 * 1024 * 1024);
  });

  it.each([
    ["spaces in a tag", `<a${" ".repeat(2_000_000)}`],
    ["an attribute that never ends", `<a b="${"x".repeat(2_000_000)}`],
    ["attributes without values", `<a${" b".repeat(1_000_000)}>`],
    ["quotes", `<a ${"\"'".repeat(1_000_000)}>`],
    ["openings of tags", `<a>${"<".repeat(2_000_000)}</a>`],
    ["openings of comments", `<a>${"<!--".repeat(500_000)}</a>`],
    ["openings of CDATA", `<a>${"<![CDATA[".repeat(200_000)}`],
    ["openings of instructions", `<a>${"<?".repeat(1_000_000)}`],
    ["ampersands", `<a>${"&".repeat(2_000_000)}</a>`],
    ["an entity without an end", `<a>&${"x".repeat(2_000_000)}</a>`],
    ["a name without an end", `<${"a".repeat(2_000_000)}`],
  ])("is rejected in one pass with many %s", (_what, xml) => {
    expect(messageOf(xml)).toContain("The XML cannot be read");
  });

  it("is only quoted briefly in error messages", () => {
    expect(messageOf(`<${"a".repeat(100_000)}>`).length).toBeLessThan(200);
    expect(messageOf(`<a>&${"x\u202e".repeat(1_000)};</a>`).length).toBeLessThan(250);
  });
});
