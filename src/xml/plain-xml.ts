import { FORBIDDEN, NAME } from "./xml-element.ts";
import { badXml, overLimit, shown, type XmlLimits } from "./xml-limits.ts";

const SPACE = "[ \\t\\r\\n]";
const TAG = new RegExp(`<(/?)(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = new RegExp(`${SPACE}*(/?)>`, "y");
const DECLARATION = /<\?xml[ \t\r\n]/y;
const ONLY_SPACE = /^[ \t\r\n]*$/;

/**
 * The document without its declaration, comments and processing instructions: elements, attributes, text and CDATA.
 * Throws unless it is well-formed and within limits. The library behind it reads nearly anything and believes every
 * DOCTYPE, so nothing reaches it that has not been read here first.
 */
export const plainXml = (document: string, limits: XmlLimits): string => {
  const text = document.startsWith("\ufeff") ? document.slice(1) : document;
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) throw broken(text, forbidden.index, "there is a character that XML does not allow");

  const kept: string[] = [];
  const open: string[] = [];
  let rootSeen = false;
  let nodes = 0;
  let attributes = 0;

  const count = (): void => {
    if (++nodes > limits.nodes) throw overLimit("elements", limits.nodes);
  };

  const closing = (mark: string, from: number, what: string): number => {
    const end = text.indexOf(mark, from);
    if (end < 0) throw broken(text, from, `${what} has no end`);
    return end + mark.length;
  };

  const admitText = (from: number, to: number): void => {
    if (from === to) return;
    const run = text.slice(from, to);
    if (open.length === 0 && !ONLY_SPACE.test(run)) throw broken(text, from, "there is text outside the root element");
    if (run.includes("]]>")) throw broken(text, from, "']]>' stands in a text, where it must be written ']]&gt;'");
    checkReferences(text, from, run);
    kept.push(run);
  };

  const admitTag = (at: number): number => {
    const [, slash, name = ""] = matchAt(TAG, text, at) ?? [];
    if (slash === undefined) throw broken(text, at, "'<' does not begin a tag; in a text it must be written '&lt;'");
    let end = TAG.lastIndex;
    const names = new Set<string>();
    for (let found = matchAt(ATTRIBUTE, text, end); found !== null; found = matchAt(ATTRIBUTE, text, end)) {
      const [, attribute = "", double, single] = found;
      if (slash !== "") throw broken(text, at, `the end tag of '${shown(name)}' has attributes`);
      if (names.has(attribute)) throw broken(text, end, `the attribute '${shown(attribute)}' is there twice`);
      if (++attributes > limits.attributes) throw overLimit("attributes", limits.attributes);
      names.add(attribute);
      checkReferences(text, end, double ?? single ?? "");
      end = ATTRIBUTE.lastIndex;
    }
    const [, empty] = matchAt(TAG_END, text, end) ?? [];
    if (empty === undefined || (slash !== "" && empty !== "")) {
      throw broken(text, end, `the tag '${shown(name)}' is not written as XML has it`);
    }
    if (slash !== "") {
      const opened = open.pop();
      if (opened === undefined) throw broken(text, at, `'${shown(name)}' ends, but never began`);
      if (opened !== name) throw broken(text, at, `'${shown(opened)}' is open, but '${shown(name)}' ends`);
    } else {
      if (rootSeen && open.length === 0) throw broken(text, at, "there is a second root element");
      rootSeen = true;
      count();
      if (open.length >= limits.depth) throw overLimit("elements in one another", limits.depth);
      if (empty === "") open.push(name);
    }
    kept.push(text.slice(at, TAG_END.lastIndex));
    return TAG_END.lastIndex;
  };

  const admitMarkup = (at: number): number => {
    if (text.startsWith("<!--", at)) return closing("-->", at + 4, "a comment");
    if (text.startsWith("<![CDATA[", at)) {
      if (open.length === 0) throw broken(text, at, "there is CDATA outside the root element");
      count();
      const end = closing("]]>", at + 9, "a section of CDATA");
      kept.push(text.slice(at, end));
      return end;
    }
    if (text.startsWith("<?", at)) {
      if (at > 0 && matchAt(DECLARATION, text, at) !== null) {
        throw broken(text, at, "the XML declaration stands elsewhere than at the very beginning");
      }
      return closing("?>", at + 2, "a processing instruction");
    }
    if (text.startsWith("<!", at))
      throw broken(text, at, "it has a DOCTYPE or another '<!' declaration, which is refused");
    return admitTag(at);
  };

  let at = 0;
  for (let next = text.indexOf("<"); next >= 0; next = text.indexOf("<", at)) {
    admitText(at, next);
    at = admitMarkup(next);
  }
  admitText(at, text.length);
  if (!rootSeen) throw badXml("it has no root element.");
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw badXml(`the element '${shown(unclosed)}' has no end.`);
  return kept.join("");
};

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos);|#([0-9]{1,10});|#x([0-9a-fA-F]{1,8});|([^\s&;<]{0,60}))/g;

const checkReferences = (text: string, at: number, run: string): void => {
  if (!run.includes("&")) return;
  for (const [, decimal, hexadecimal, entity] of run.matchAll(REFERENCE)) {
    if (entity !== undefined) {
      throw broken(text, at, `'&${shown(entity)}' is none of &amp; &lt; &gt; &quot; &apos; and &#…;`);
    }
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? "20", 16);
    if (code === 0 || code > 0x10ffff || FORBIDDEN.test(String.fromCodePoint(code))) {
      throw broken(text, at, "a reference names a character that XML does not allow");
    }
  }
};

const broken = (text: string, at: number, problem: string) => {
  const line = text.slice(0, at).split("\n").length;
  return badXml(`${problem} (line ${line}).`, { line });
};
