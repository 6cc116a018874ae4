import { htmlReference } from "../../../../platform/documents/html-references.ts";
import { dereferenced, readTags } from "../../../../platform/documents/read-tags.ts";
import { createBlocks, type Page } from "./page.ts";

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Elements that end the text before them. */
const BREAKS = names(
  "p div section article main aside header blockquote form figure figcaption fieldset address details summary hr ul ol dl " +
    "table thead tbody tfoot caption h1 h2 h3 h4 h5 h6 li dt dd pre button option",
);
/** Parts of a site rather than of its documentation. */
const SITE = names("nav footer");
const MONOSPACED = names("code tt kbd samp var");
const LANGUAGE = /(?:^|[\s_-])(?:lang|language|highlight(?:-source)?|brush:?|source)[-_ :]{1,3}([a-z][\w+]{0,20})/i;
const LANGUAGES =
  /(?:^|\s)(json|xml|bash|shell|sh|curl|http|console|python|ruby|java|javascript|js|php|go|csharp|html|yaml)(?=\s|$)/i;

/** Reads an HTML page in one pass over its tags. */
export const htmlBlocks = (html: string): Page => {
  const { blocks, add } = createBlocks();
  let title: string | undefined;
  let pieces: string[] = [];
  let heading: number | undefined;
  let lists = 0;
  let isItem = false;
  let monospaced = 0;
  let skipped = 0;
  let pre: { pieces: string[]; language: string; levels: number } | undefined;
  let table: { rows: string[][]; levels: number } | undefined;

  const end = (): void => {
    const text = pieces.join("");
    pieces = [];
    if (heading !== undefined) add({ kind: "heading", level: heading, text });
    else if (isItem) add({ kind: "item", depth: Math.max(0, lists - 1), text });
    else add({ kind: "text", text });
    if (text.trim() !== "") heading = undefined;
  };
  const endCell = (): void => {
    const row = table?.rows.at(-1);
    if (row !== undefined && row.length > 0) row[row.length - 1] += ` ${pieces.join("").trim()}`;
    pieces = [];
  };
  const endTable = (): void => {
    endCell();
    const rows = table?.rows.filter((row) => row.some((cell) => cell.trim() !== "")) ?? [];
    table = undefined;
    add({ kind: "table", rows });
  };
  const endCode = (): void => {
    if (pre === undefined) return;
    const text = pre.pieces.join("");
    if (table === undefined) add({ kind: "code", language: pre.language, text });
    else pieces.push(` \`${text.trim()}\` `);
    pre = undefined;
  };
  const openCode = (): void => {
    if (monospaced++ === 0) pieces.push(pieces.at(-1) === "`" ? " `" : "`");
  };
  const closeCode = (): void => {
    if (monospaced === 0 || --monospaced > 0) return;
    if (pieces.at(-1)?.trim() === "`") pieces.pop();
    else pieces.push("`");
  };
  const joinTerm = (): void => {
    const term = blocks.at(-1);
    isItem = true;
    if (term?.kind !== "item") return;
    blocks.pop();
    pieces.push(`${term.text}: `);
  };

  readTags(html, {
    text(text) {
      const plain = dereferenced(text, htmlReference);
      if (skipped > 0) return;
      if (pre !== undefined) pre.pieces.push(plain);
      else pieces.push(monospaced > 0 ? plain.replaceAll("`", "") : plain);
    },
    open(name, attributes) {
      if (SITE.has(name)) skipped++;
      if (skipped > 0) return;
      if (pre !== undefined) {
        if (name === "pre") pre.levels++;
        pre.language ||= languageOf(attributes);
        if (name === "br" || (BREAKS.has(name) && !pre.pieces.at(-1)?.endsWith("\n"))) pre.pieces.push("\n");
        return;
      }
      if (MONOSPACED.has(name)) openCode();
      else if (name === "br" && (table !== undefined || heading !== undefined || isItem)) pieces.push(" ");
      else if (name === "br") end();
      else if (table !== undefined) {
        if (name === "table") table.levels++;
        else if (name === "tr" && table.levels === 1) {
          endCell();
          table.rows.push([]);
        } else if ((name === "td" || name === "th") && table.levels === 1) {
          endCell();
          if (table.rows.length === 0) table.rows.push([]);
          table.rows.at(-1)?.push("");
        } else if (BREAKS.has(name)) pieces.push(" ");
      } else if (BREAKS.has(name)) {
        end();
        if (/^h[1-6]$/.test(name)) heading = Number(name[1]);
        if (name === "ul" || name === "ol" || name === "dl") lists++;
        if (name === "table") table = { rows: [], levels: 1 };
        if (name === "li" || name === "dt") isItem = true;
        // The term and its description are one item.
        if (name === "dd") joinTerm();
      }
      if (name === "pre") {
        if (table !== undefined) endCell();
        pre = { pieces: [], language: languageOf(attributes), levels: 1 };
      }
    },
    close(name) {
      if (SITE.has(name)) skipped = Math.max(0, skipped - 1);
      if (skipped > 0) return;
      if (pre !== undefined) {
        if (name === "pre" && --pre.levels === 0) endCode();
        else if (BREAKS.has(name) && !pre.pieces.at(-1)?.endsWith("\n")) pre.pieces.push("\n");
      } else if (MONOSPACED.has(name)) closeCode();
      else if (table !== undefined) {
        if (name === "table" && --table.levels === 0) endTable();
        else if (BREAKS.has(name)) pieces.push(" ");
      } else if (BREAKS.has(name)) {
        end();
        heading = undefined;
        if (name === "ul" || name === "ol" || name === "dl") lists = Math.max(0, lists - 1);
        if (name === "li" || name === "dd" || name === "ul" || name === "ol" || name === "dl") isItem = false;
      }
    },
    raw(name, content) {
      if (name === "title") title ??= dereferenced(content.slice(0, 2_000), htmlReference).trim();
    },
  });

  endCode();
  if (table !== undefined) endTable();
  end();
  return { ...(title !== undefined && title !== "" && { title }), blocks };
};

const languageOf = (attributes: ReadonlyMap<string, string>): string => {
  const given = attributes.get("data-lang") ?? attributes.get("data-language") ?? attributes.get("lang");
  const classes = (attributes.get("class") ?? "").slice(0, 500);
  return (given ?? LANGUAGE.exec(classes)?.[1] ?? LANGUAGES.exec(classes)?.[1] ?? "").slice(0, 30).toLowerCase();
};
