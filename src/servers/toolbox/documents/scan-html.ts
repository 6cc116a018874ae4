import { CELL, ENDS_BY_ITSELF, isHidden, LINE, PARAGRAPH, RAW, UNSEEN, VOID } from "./html-elements.ts";

export interface ScannedHtml {
  /** All that a reader would see, paragraph by paragraph. */
  readonly text: string;
  readonly title?: string;
  /** `lang` of the page, without region. */
  readonly language?: string;
  readonly links: number;
  readonly elements: number;
  /** Never less than the real depth of nesting. */
  readonly depth: number;
}

/** What a named character reference (`auml`) stands for. */
export type References = (name: string) => string | undefined;

const NAME = /[a-z][^\s/>]{0,60}/iy;
const ATTRIBUTE = /([^\s"'<>/=]{1,60})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const LONGEST_TAG = 4_000;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));/gi;

const GAP = { none: 0, blank: 1, line: 2, paragraph: 3 };
const GAPS = ["", " ", "\n", "\n\n"];

/** Goes over the page once, without building it: however large and however nested, it takes as long as it is long. */
export const scanHtml = (html: string, references: References): ScannedHtml => {
  const pieces: string[] = [];
  let title: string | undefined;
  let language: string | undefined;
  let links = 0;
  let elements = 0;
  let depth = 0;
  let deepest = 0;
  let preformatted = 0;
  /** What comes between the last piece of text and the next, and before the next. */
  let gap: number = GAP.none;
  let marker = "";
  /** Inside of what nobody sees, up to the end of this many elements of that name. */
  let unseen: { readonly name: string; levels: number } | undefined;

  const say = (text: string): void => {
    if (unseen !== undefined) return;
    const plain = dereferenced(text, references);
    const words = preformatted > 0 ? plain : plain.replace(/\s+/g, " ");
    const shown = preformatted > 0 ? plain : words.trim();
    if (words.startsWith(" ")) widen(GAP.blank);
    if (shown === "") return;
    pieces.push((pieces.length > 0 ? (GAPS[gap] ?? "") : "") + marker + shown);
    marker = "";
    gap = words.endsWith(" ") ? GAP.blank : GAP.none;
  };
  const widen = (least: number): void => {
    gap = Math.max(gap, least);
  };
  const breakAt = (name: string): void => {
    if (unseen !== undefined) return;
    if (PARAGRAPH.has(name)) widen(GAP.paragraph);
    else if (LINE.has(name)) widen(GAP.line);
    else if (CELL.has(name)) widen(GAP.blank);
    else if (name === "br") widen(gap < GAP.line ? GAP.line : GAP.paragraph);
  };

  const open = (name: string, tag: string): void => {
    elements++;
    const selfClosed = tag.endsWith("/") && UNSEEN.has(name);
    const isEmpty = VOID.has(name) || selfClosed;
    if (!isEmpty && !ENDS_BY_ITSELF.has(name)) deepest = Math.max(deepest, ++depth);
    if (unseen?.name === "p" && (PARAGRAPH.has(name) || name === "div")) unseen = undefined;
    if (unseen !== undefined) {
      if (unseen.name === name && !isEmpty) unseen.levels++;
      return;
    }
    const attributes = attributesOf(tag);
    if (!isEmpty && (UNSEEN.has(name) || isHidden(name, (key) => attributes.get(key)))) unseen = { name, levels: 1 };
    breakAt(name);
    if (name === "li") marker = "- ";
    if (name === "pre") preformatted++;
    if (name === "a" && attributes.has("href")) links++;
    if (name === "html") language ??= /^[a-z]{2,3}(?![a-z])/i.exec(attributes.get("lang") ?? "")?.[0].toLowerCase();
  };

  const close = (name: string): void => {
    if (!ENDS_BY_ITSELF.has(name) && !VOID.has(name)) depth = Math.max(0, depth - 1);
    if (unseen?.name === name && --unseen.levels === 0) unseen = undefined;
    else breakAt(name);
    if (name === "pre") preformatted = Math.max(0, preformatted - 1);
  };

  /** What is neither shown nor markup; gives back where it ends. */
  const skipRaw = (name: string, from: number): number => {
    const end = endOfRaw(html, name, from);
    if (name === "title" && unseen === undefined)
      title ??= dereferenced(html.slice(from, Math.min(end, from + 2_000)), references);
    return end;
  };

  /** Up to where everything has been said or skipped. */
  let done = 0;
  for (let sign = html.indexOf("<"); sign >= 0; sign = html.indexOf("<", Math.max(done, sign + 1))) {
    const isEnd = html[sign + 1] === "/";
    NAME.lastIndex = sign + (isEnd ? 2 : 1);
    const name = NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined && !/[!?/]/.test(html.charAt(sign + 1))) continue;
    say(html.slice(done, sign));
    if (name === undefined) {
      done = html.startsWith("<!--", sign) ? after(html, "-->", sign + 2) : after(html, ">", sign);
      continue;
    }
    const attributes = NAME.lastIndex;
    const end = endOfTag(html, attributes);
    if (isEnd) close(name);
    else open(name, html.slice(attributes, Math.min(end, attributes + LONGEST_TAG)));
    done = end + 1;
    if (!isEnd && RAW.has(name)) done = skipRaw(name, done);
  }
  say(html.slice(done));

  return {
    text: pieces.join("").trim(),
    ...(title !== undefined && title.trim() !== "" && { title: title.trim() }),
    ...(language !== undefined && { language }),
    links,
    elements,
    depth: deepest,
  };
};

const after = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
};

/** Where the `>` is; in quotes after an equals sign it does not count. What never ends reaches to the end of the page. */
const endOfTag = (html: string, from: number): number => {
  let before = "";
  for (let at = from; at < html.length; at++) {
    const character = html.charAt(at);
    if (character === ">") return at;
    if (before === "=" && (character === '"' || character === "'")) {
      at = html.indexOf(character, at + 1);
      if (at < 0) return html.length;
    }
    if (character > " ") before = character;
  }
  return html.length;
};

const endOfRaw = (html: string, name: string, from: number): number => {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
};

const attributesOf = (tag: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>();
  for (const [, name = "", quoted, apostrophed, bare] of tag.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, quoted ?? apostrophed ?? bare ?? "");
  }
  return attributes;
};

const dereferenced = (text: string, references: References): string =>
  text.includes("&")
    ? text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return references(name) ?? whole;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
      })
    : text;
