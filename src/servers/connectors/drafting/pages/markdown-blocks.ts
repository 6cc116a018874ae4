import { htmlBlocks } from "./html-blocks.ts";
import { inlineText } from "./inline-text.ts";
import { withoutTags } from "./markdown-tags.ts";
import { createBlocks, type Page } from "./page.ts";

const FENCE = /^([ \t]{0,12})(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|(?<=##)(?=[A-Za-z]))(.*)$/;
const ITEM = /^([ \t]{0,20})(?:[-*+•]|\d{1,9}[.)])[ \t]+(.*)$/;
/** Below the header of a table, without its blanks. */
const DELIMITER = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;
const RULE = /^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
const HTML = /^ {0,3}<(table|pre|dl|ul|ol)\b/i;
const DEFINITION = /^ {0,3}\[[^\]]{1,200}\]:[ \t]/;
const LONGEST_LINE = 20_000;

/** Reads a Markdown page in one pass over its lines: GitHub's dialect, with HTML in it. */
export const markdownBlocks = (markdown: string): Page => {
  const given = withoutComments(markdown).replace(/\r\n?/g, "\n").split("\n");
  const front = frontMatter(given);
  const body = given.slice(front.end);
  const lines = /\{%|<ParamField\b/.test(markdown) ? withoutTags(body) : body;
  const { blocks, add } = createBlocks();
  if (front.api !== undefined) {
    if (front.title !== undefined) add({ kind: "heading", level: 1, text: inlineText(front.title) });
    add({ kind: "text", text: `\`${front.api}\`` });
  }
  /** Lines of the open paragraph, item or block quote. */
  let open: string[] = [];
  let depth: number | undefined;
  let isBlank = true;

  const finish = (): void => {
    const text = inlineText(open.join(" "));
    add(depth === undefined ? { kind: "text", text } : { kind: "item", depth, text });
    open = [];
  };
  const end = (): void => {
    if (open.length > 0) finish();
    depth = undefined;
  };

  let at = 0;
  while (at < lines.length) {
    const line = (lines[at] ?? "").slice(0, LONGEST_LINE);
    const next = lines[at + 1] ?? "";
    const wasBlank = isBlank;
    isBlank = line.trim() === "";
    at++;
    const [, indent = "", fence, info = ""] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      end();
      const from = at;
      while (at < lines.length && !isClosing(lines[at] ?? "", fence)) at++;
      const text = lines.slice(from, at).map((each) => withoutIndent(each, indent.length));
      add({ kind: "code", language: languageOf(info), text: text.join("\n") });
      at++;
      continue;
    }
    if (isBlank) {
      if (open.length > 0) finish();
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) {
      end();
      add({ kind: "heading", level: (heading[1] ?? "").length, text: inlineText(withoutHashes(heading[2] ?? "")) });
    } else if (open.length > 0 && depth === undefined && /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line)) {
      const text = inlineText(open.join(" "));
      open = [];
      add({ kind: "heading", level: line.includes("=") ? 1 : 2, text });
    } else if (
      line.includes("|") &&
      next.includes("-") &&
      DELIMITER.test(next.slice(0, LONGEST_LINE).replace(/[ \t]/g, ""))
    ) {
      end();
      const width = cellsOf(line, Number.POSITIVE_INFINITY).length;
      const rows = [cellsOf(line, width)];
      at++;
      while (at < lines.length && (lines[at] ?? "").includes("|")) rows.push(cellsOf(lines[at++] ?? "", width));
      add({ kind: "table", rows: rows.map((row) => row.map(inlineText)) });
    } else if (HTML.test(line)) {
      end();
      const mark = `</${HTML.exec(line)?.[1]?.toLowerCase()}>`;
      const from = at - 1;
      at = from;
      while (at < lines.length && !(lines[at] ?? "").toLowerCase().includes(mark)) at++;
      for (const block of htmlBlocks(lines.slice(from, ++at).join("\n")).blocks) add(block);
    } else if (RULE.test(line)) end();
    else if (/^(?: {4}|\t)/.test(line) && wasBlank && depth === undefined) {
      const from = at - 1;
      while (at < lines.length && /^(?: {4}|\t|[ \t]*$)/.test(lines[at] ?? "")) at++;
      const text = lines.slice(from, at).map((each) => withoutIndent(each.replace(/^\t/, "    "), 4));
      add({ kind: "code", language: "", text: text.join("\n") });
      isBlank = true;
    } else {
      const item = ITEM.exec(line);
      if (item !== null) {
        end();
        depth = Math.floor((item[1] ?? "").replaceAll("\t", "    ").length / 2);
        open = [item[2] ?? ""];
      } else if (!DEFINITION.test(line)) {
        // A line that is not indented, after a blank one, is no longer part of the list.
        if (wasBlank && !/^[ \t]/.test(line)) end();
        if (open.length > 0 && isOwnLine(line, lines[at - 2] ?? "")) finish();
        open.push(line.replace(/^ {0,3}(?:> ?)+/, "").trim());
      }
    }
  }
  end();
  return { ...(front.title !== undefined && { title: inlineText(front.title) }), blocks };
};

/** After a hard break, and lines such as "**Method:** GET". */
const isOwnLine = (line: string, before: string): boolean =>
  /(?: {2}|\\)$/.test(before) ||
  /^\s{0,3}(?:(?:\*\*|__)[^*_]{1,40}(?::(?:\*\*|__)|(?:\*\*|__)\s?:)|(?:URL|Method|Methode|Endpoint|Endpunkt)\s?:)/i.test(
    line,
  );

/** A heading may end with hashes too. */
const withoutHashes = (heading: string): string => {
  const text = heading.trim();
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end) : text;
};

/** Comments are not shown to readers of the page. */
const withoutComments = (markdown: string): string =>
  markdown
    .split("<!--")
    .map((part, index) => {
      if (index === 0) return part;
      const end = part.indexOf("-->");
      return end < 0 ? "" : part.slice(end + 3);
    })
    .join(" ");

interface FrontMatter {
  /** The line after it. */
  readonly end: number;
  readonly title?: string;
  /** The endpoint that a page of Mintlify is about: "POST /trips". */
  readonly api?: string;
}

const frontMatter = (lines: readonly string[]): FrontMatter => {
  if (lines[0]?.replace(/^\ufeff/, "").trim() !== "---") return { end: 0 };
  const length = lines.slice(1, 200).findIndex((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (length < 0) return { end: 0 };
  const said = (key: RegExp): string | undefined => {
    const line = lines.slice(1, length + 1).find((each) => key.test(each)) ?? "";
    const value = line
      .slice(line.indexOf(":") + 1, 500)
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2");
    return value === "" ? undefined : value;
  };
  const title = said(/^title[ \t]*:/);
  const api = /^(get|post|put|patch|delete)[ \t]+(\S.*)$/i.exec(said(/^(?:api|openapi)[ \t]*:/) ?? "");
  return {
    end: length + 2,
    ...(title !== undefined && { title }),
    ...(api !== null && { api: `${api[1]?.toUpperCase()} ${api[2]}` }),
  };
};

const isClosing = (line: string, fence: string): boolean => {
  const trimmed = line.slice(0, 200).trim();
  return trimmed.length >= fence.length && [...trimmed].every((character) => character === fence[0]);
};

const withoutIndent = (line: string, most: number): string => {
  let blanks = 0;
  while (blanks < most && (line[blanks] === " " || line[blanks] === "\t")) blanks++;
  return line.slice(blanks);
};

/** The first word of ```` ```json title="Request" ````; `{.xml}` in Pandoc's dialect. */
const languageOf = (info: string): string => /^[{.\s]*([\w+-]{1,30})/.exec(info)?.[1]?.toLowerCase() ?? "";

/** Splits a row at its pipes. One inside of code does not separate, if the row would otherwise have too many cells. */
const cellsOf = (line: string, width: number): string[] => {
  const row = line
    .slice(0, LONGEST_LINE)
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  const cells = splitRow(row, false);
  return cells.length > width && row.includes("`") ? splitRow(row, true) : cells;
};

const splitRow = (row: string, keepCode: boolean): string[] => {
  const cells: string[] = [];
  let cell = "";
  let isCode = false;
  for (let at = 0; at < row.length; at++) {
    const character = row.charAt(at);
    if (character === "\\" && row[at + 1] === "|") cell += row.charAt(++at);
    else if (character === "|" && !(isCode && keepCode)) {
      cells.push(cell);
      cell = "";
      isCode = false;
    } else {
      if (character === "`") isCode = !isCode;
      cell += character;
    }
  }
  return [...cells, cell].map((each) => each.trim());
};
