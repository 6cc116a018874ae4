import type { Failure } from "../../model/failure.ts";
import { badXml, FORBIDDEN, NAME, overLimit, shown, type XmlLimits } from "./xml-element.ts";
import type { Attributes } from "./xml-names.ts";

/** An element as written in the document. */
export interface TreeElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content: readonly (TreeElement | string)[];
}

interface OpenElement extends TreeElement {
  readonly content: (TreeElement | string)[];
}

const SPACE = "[ \\t\\n]";
const TAG = new RegExp(`<(/?)(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = new RegExp(`${SPACE}*(/?)>`, "y");
const DECLARATION = /<\?xml[ \t\n]/y;
const ONLY_SPACE = /^[ \t\n]*$/;
const NONE: Attributes = Object.freeze({});

/**
 * Parses a document in one pass, without its declaration, comments and processing instructions. Throws if it is not
 * well-formed, exceeds a limit or has a DOCTYPE.
 */
export const readTree = (document: string, limits: XmlLimits): TreeElement => {
  const text = (document.startsWith("\ufeff") ? document.slice(1) : document).replace(/\r\n?/g, "\n");
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) throw broken(text, forbidden.index, "it contains a character that XML does not allow");

  const open: OpenElement[] = [];
  let root: TreeElement | undefined;
  let nodes = 0;
  let attributeCount = 0;
  /** Whether the last item was text, which a comment does not end. */
  let inText = false;

  const count = (): void => {
    if (++nodes > limits.nodes) throw overLimit("elements", limits.nodes);
  };

  const closing = (mark: string, from: number, what: string): number => {
    const end = text.indexOf(mark, from);
    if (end < 0) throw broken(text, from, `${what} is not closed`);
    return end;
  };

  const resolved = (at: number, run: string): string => resolveReferences(run, (problem) => broken(text, at, problem));

  const readText = (from: number, to: number): void => {
    if (from === to) return;
    const run = text.slice(from, to);
    const parent = open.at(-1);
    if (parent === undefined) {
      if (ONLY_SPACE.test(run)) return;
      throw broken(text, from, "it has text outside the root element");
    }
    if (run.includes("]]>")) throw broken(text, from, "']]>' in text must be written as ']]&gt;'");
    const before = inText ? (parent.content.pop() as string) : "";
    parent.content.push(before + resolved(from, run));
    inText = true;
  };

  const readAttributes = (from: number): readonly [Attributes, end: number] => {
    let end = from;
    let attributes: Record<string, string> | undefined;
    for (let found = matchAt(ATTRIBUTE, text, end); found !== null; found = matchAt(ATTRIBUTE, text, end)) {
      const [, attribute = "", double, single] = found;
      attributes ??= Object.create(null) as Record<string, string>;
      if (attribute in attributes) throw broken(text, end, `the attribute '${shown(attribute)}' is duplicated`);
      if (++attributeCount > limits.attributes) throw overLimit("attributes", limits.attributes);
      // A line end in an attribute becomes a space, unless it is written as a reference.
      attributes[attribute] = resolved(end, (double ?? single ?? "").replace(/[\t\n]/g, " "));
      end = ATTRIBUTE.lastIndex;
    }
    return [attributes ?? NONE, end];
  };

  const readTag = (at: number): number => {
    const [, slash, name = ""] = matchAt(TAG, text, at) ?? [];
    if (slash === undefined) throw broken(text, at, "'<' does not start a tag; in text it must be written as '&lt;'");
    const [attributes, end] = readAttributes(TAG.lastIndex);
    if (slash !== "" && attributes !== NONE) throw broken(text, at, `the end tag of '${shown(name)}' has attributes`);
    const [, empty] = matchAt(TAG_END, text, end) ?? [];
    if (empty === undefined || (slash !== "" && empty !== "")) {
      throw broken(text, end, `the tag '${shown(name)}' is malformed`);
    }
    if (slash !== "") close(at, name);
    else begin(at, { name, attributes, content: [] }, empty !== "");
    return TAG_END.lastIndex;
  };

  const begin = (at: number, element: OpenElement, isEmpty: boolean): void => {
    const parent = open.at(-1);
    if (root !== undefined && parent === undefined) throw broken(text, at, "it has a second root element");
    root ??= element;
    count();
    if (open.length >= limits.depth) throw overLimit("levels of nested elements", limits.depth);
    parent?.content.push(element);
    inText = false;
    if (!isEmpty) open.push(element);
  };

  const close = (at: number, name: string): void => {
    inText = false;
    const opened = open.pop()?.name;
    if (opened === undefined) throw broken(text, at, `the end tag '${shown(name)}' has no start tag`);
    if (opened !== name)
      throw broken(text, at, `the end tag '${shown(name)}' does not match the start tag '${shown(opened)}'`);
  };

  const readCdata = (at: number): number => {
    const parent = open.at(-1);
    if (parent === undefined) throw broken(text, at, "it has CDATA outside the root element");
    count();
    const end = closing("]]>", at + 9, "a CDATA section");
    parent.content.push(text.slice(at + 9, end));
    inText = false;
    return end + 3;
  };

  const readMarkup = (at: number): number => {
    if (text.startsWith("<!--", at)) return closing("-->", at + 4, "a comment") + 3;
    if (text.startsWith("<![CDATA[", at)) return readCdata(at);
    if (text.startsWith("<?", at)) {
      if (at > 0 && matchAt(DECLARATION, text, at) !== null) {
        throw broken(text, at, "the XML declaration is not at the very beginning");
      }
      return closing("?>", at + 2, "a processing instruction") + 2;
    }
    if (text.startsWith("<!", at))
      throw broken(text, at, "it has a DOCTYPE or another '<!' declaration, which is not allowed");
    return readTag(at);
  };

  let at = 0;
  for (let next = text.indexOf("<"); next >= 0; next = text.indexOf("<", at)) {
    readText(at, next);
    at = readMarkup(next);
  }
  readText(at, text.length);
  if (root === undefined) throw badXml("it has no root element.");
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw badXml(`the element '${shown(unclosed.name)}' is not closed.`);
  return root;
};

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const broken = (text: string, at: number, problem: string) => {
  const line = text.slice(0, at).split("\n").length;
  return badXml(`${problem} (line ${line}).`, { line });
};

const REFERENCE = /&(?:(amp|lt|gt|quot|apos);|#([0-9]{1,10});|#x([0-9a-fA-F]{1,8});|([^\s&;<]{0,60}))/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Resolves character references and the five XML entities. Other entities need a DOCTYPE, which is not allowed. */
const resolveReferences = (text: string, broken: (problem: string) => Failure): string => {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (_all, known?: string, decimal?: string, hexadecimal?: string, other = "") => {
    if (known !== undefined) return ENTITIES[known] as string;
    const number = decimal ?? hexadecimal;
    if (number === undefined) throw broken(`'&${shown(other)}' is not one of &amp; &lt; &gt; &quot; &apos; and &#…;`);
    const code = Number.parseInt(number, decimal === undefined ? 16 : 10);
    const character = code > 0x10ffff ? "\0" : String.fromCodePoint(code);
    if (FORBIDDEN.test(character)) throw broken("a reference stands for a character that XML does not allow");
    return character;
  });
};
