import { dereferenced, type References, readTags } from "./read-tags.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const PARAGRAPH = words(
  "p h1 h2 h3 h4 h5 h6 article section main aside header footer nav blockquote pre ul ol dl table form figure hr",
);

const LINE = words(
  "div li tr dt dd address fieldset legend figcaption caption option details summary body thead tbody tfoot",
);

/** Separated by a blank. */
const CELL = words("td th button label");

export interface ScannedHtml {
  /** The visible text, paragraph by paragraph. */
  readonly text: string;
  readonly title?: string;
  /** The `lang` attribute without its region. */
  readonly language?: string;
  readonly links: number;
  readonly elements: number;
  /** An upper bound of the nesting depth. */
  readonly depth: number;
}

const GAP = { none: 0, blank: 1, line: 2, paragraph: 3 };
const GAPS = ["", " ", "\n", "\n\n"];

/** Returns the visible text of a page, in linear time. */
export const scanHtml = (html: string, references: References): ScannedHtml => {
  const pieces: string[] = [];
  let title: string | undefined;
  let language: string | undefined;
  let links = 0;
  let preformatted = 0;
  /** Separator and list marker before the next piece of text. */
  let gap: number = GAP.none;
  let marker = "";

  const widen = (least: number): void => {
    gap = Math.max(gap, least);
  };
  const breakAt = (name: string): void => {
    if (PARAGRAPH.has(name)) widen(GAP.paragraph);
    else if (LINE.has(name)) widen(GAP.line);
    else if (CELL.has(name)) widen(GAP.blank);
    else if (name === "br") widen(gap < GAP.line ? GAP.line : GAP.paragraph);
  };

  const size = readTags(html, {
    text(text) {
      const plain = dereferenced(text, references);
      const words = preformatted > 0 ? plain : plain.replace(/\s+/g, " ");
      const shown = preformatted > 0 ? plain : words.trim();
      if (words.startsWith(" ")) widen(GAP.blank);
      if (shown === "") return;
      pieces.push((pieces.length > 0 ? (GAPS[gap] ?? "") : "") + marker + shown);
      marker = "";
      gap = words.endsWith(" ") ? GAP.blank : GAP.none;
    },
    open(name, attributes) {
      breakAt(name);
      if (name === "li") marker = "- ";
      if (name === "pre") preformatted++;
      if (name === "a" && attributes.has("href")) links++;
      if (name === "html") language ??= /^[a-z]{2,3}(?![a-z])/i.exec(attributes.get("lang") ?? "")?.[0].toLowerCase();
    },
    close(name) {
      breakAt(name);
      if (name === "pre") preformatted = Math.max(0, preformatted - 1);
    },
    raw(name, content) {
      if (name === "title") title ??= dereferenced(content.slice(0, 2_000), references);
    },
  });

  return {
    text: pieces.join("").trim(),
    ...(title !== undefined && title.trim() !== "" && { title: title.trim() }),
    ...(language !== undefined && { language }),
    links,
    ...size,
  };
};
