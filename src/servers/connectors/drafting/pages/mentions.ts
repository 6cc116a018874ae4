import type { RequestStep } from "../../connector.ts";
import type { ProposedTool } from "../proposals/proposed-tool.ts";
import { curlCommands } from "./curl-command.ts";
import { columnOf } from "./field-words.ts";
import type { Block } from "./page.ts";
import { isMethod, METHODS, onOneLine, parseTarget, type Target } from "./target.ts";

/** A place of a page that names an endpoint. */
export interface Mention {
  /** Index of its block. */
  readonly block: number;
  readonly method: RequestStep["method"];
  readonly target: Target;
  /** "sample" and "prose" count only for endpoints that are named nowhere else. */
  readonly kind: "heading" | "text" | "listing" | "sample" | "prose";
  /** What stands beside it: the rest of the heading, or the description in a list. */
  readonly words: string;
  readonly quote: string;
  /** Set if a model proposed it. */
  readonly proposal?: ProposedTool;
  /** Of the header of a sample. */
  readonly host?: string;
}

const TARGET =
  "(?:https?:\\/\\/|\\{\\{?[\\w .-]{1,40}\\}?\\}\\/|<[\\w .-]{1,40}>\\/|\\$\\{?\\w{1,40}\\}?\\/|\\.\\.\\.\\/|…\\/|\\/)[^\\s`\"'„“”|]{0,1000}";
const MENTION = new RegExp(
  `(?:^|[\\s\`(\\[:>„“"'–—-])(${METHODS})(?:[ \\t\`:|–—-]|(?:-)?(?: request| anfrage| aufruf| call)?(?: to| an| auf)?[ :\`]){1,8}(${TARGET})`,
  "g",
);
/** "GET request to `/pets`", "a POST to /pets". */
const PROSE = new RegExp(
  `\\b(${METHODS})[ -](?:requests?|anfragen?|calls?|aufrufe?|to|an)\\b[^.\`/]{0,60}?\`?(${TARGET})`,
  "g",
);
const LABEL =
  /^`?(?:(?:http|api|rest|request)[ -]?)?(methode?|verb|endpoint|endpunkt|uri|url|path|pfad|route|resource|ressource|adresse|address|aufruf)`?\s{0,3}(?::|=|–|-)\s{0,3}(.{1,500})$/i;
const FIRST_LINE = new RegExp(`^\\s*(${METHODS})[ \\t]+(${TARGET})`);
const HOST = /^Host:[ \t]*((?:[\w-]{1,63}\.){1,8}[\w-]{1,63}(?::\d{1,5})?)[ \t]*$/im;
const MOST_MENTIONS = 3_000;
const LONGEST_SHORT = 200;

/** Finds all endpoints that a page names, in order. */
export const mentionsIn = (blocks: readonly Block[]): readonly Mention[] => {
  const found: Mention[] = [];
  blocks.forEach((block, at) => {
    if (found.length < MOST_MENTIONS) found.push(...mentionsOf(block, at));
  });
  return [...found, ...labelled(blocks)].sort((a, b) => a.block - b.block).slice(0, MOST_MENTIONS);
};

const mentionsOf = (block: Block, at: number): readonly Mention[] => {
  switch (block.kind) {
    case "heading":
      return inText(block.text, at, "heading").slice(0, 1);
    case "text":
    case "item": {
      const all = inText(block.text, at, "text");
      const [first] = all;
      if (first === undefined) return inProse(block.text, at);
      const before = block.text.slice(0, block.text.indexOf(first.method)).replace(/[`:\s]/g, "");
      const isShort = before.length <= 30 && (block.text.length <= LONGEST_SHORT || before === "");
      if (!isShort || all.length > 1)
        return all.map((each) => ({ ...each, kind: all.length > 2 && isShort ? "listing" : "prose" }));
      return block.kind === "item" ? [{ ...first, kind: "listing" }] : [first];
    }
    case "table":
      return inTable(block.rows, at);
    case "code":
      return inCode(block.text, at);
  }
};

const inText = (text: string, block: number, kind: Mention["kind"]): Mention[] =>
  [...text.matchAll(MENTION)].flatMap(([whole, method = "", address = ""]) => {
    const target = parseTarget(address);
    if (target === undefined || !isMethod(method)) return [];
    const words = text
      .replace(whole, " ")
      .replace(/[`()]/g, "")
      .replace(/^[\s:.–—-]+|[\s:–—-]+$/g, "");
    return [{ block, method, target, kind, words, quote: text }];
  });

const inProse = (text: string, block: number): Mention[] =>
  [...text.matchAll(PROSE)].flatMap(([, method = "", address = ""]) => {
    const target = parseTarget(address);
    return target === undefined || !isMethod(method)
      ? []
      : [{ block, method, target, kind: "prose" as const, words: "", quote: text }];
  });

/** Rows of a list of endpoints, and rows such as "Endpoint | POST /pets". */
const inTable = ([header = [], ...rows]: readonly (readonly string[])[], block: number): Mention[] => {
  const columns = header.map(columnOf);
  const method = columns.indexOf("method");
  const address = [columns.indexOf("target"), columns.indexOf("name")].find((index) => index >= 0) ?? -1;
  return [header, ...rows].flatMap((row): Mention[] => {
    const quote = row.join(" | ");
    const verb = (row[method] ?? "").replaceAll("`", "").trim().toUpperCase();
    const target = method < 0 || address < 0 ? undefined : addressIn(row[address] ?? "");
    const others = row.filter(
      (cell, index) => index !== method && index !== address && !/^`?[\w/]{1,20}`?$/.test(cell),
    );
    if (target !== undefined && isMethod(verb)) {
      return [{ block, method: verb, target, kind: "listing", words: others.join(". "), quote }];
    }
    for (const [index, cell] of row.entries()) {
      const [only] = cell.length <= LONGEST_SHORT ? inText(cell, block, "listing") : [];
      if (only === undefined) continue;
      const words = row.filter((_, other) => other !== index).join(". ");
      return [{ ...only, words: row.length === 2 && columnOf(row[0] ?? "") === "target" ? "" : words, quote }];
    }
    return [];
  });
};

/** The first line of a request, or a list of endpoints. A curl command is a sample. */
const inCode = (given: string, block: number): Mention[] => {
  const text = onOneLine(given);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [only = ""] = lines;
  const lower = lines.length === 1 ? /^\s*(?:get|post|put|patch|delete)(?=\s+[/h])/.exec(only)?.[0] : undefined;
  const shown = lower === undefined ? lines : [`${lower.toUpperCase()}${only.slice(lower.length)}`];
  const named = shown.slice(0, 200).map((line) => FIRST_LINE.exec(line));
  const isListing = named.every((each) => each !== null);
  const found = (isListing ? named : named.slice(0, 1)).flatMap((each): Mention[] => {
    const [whole = "", method = "", address = ""] = each ?? [];
    const target = parseTarget(address);
    if (target === undefined || !isMethod(method)) return [];
    const hasValues = /\bHTTP\/\d/.test(text.slice(0, 2_000)) && lines.length > 1;
    const words = (each?.input ?? "")
      .slice(whole.length)
      .replace(/HTTP\/[\d.]+|^\s*(?:#|\/\/|--|–)/g, "")
      .trim();
    const kind = hasValues ? "sample" : isListing && lines.length > 1 ? "listing" : "text";
    const host = HOST.exec(text.slice(0, 2_000))?.[1];
    return [
      { block, method, target, kind, words, quote: (each?.input ?? "").trim(), ...(host !== undefined && { host }) },
    ];
  });
  if (found.length > 0) return found;
  return curlCommands(text).flatMap(({ method, url, line }): Mention[] => {
    const target = parseTarget(url);
    return target === undefined || !isMethod(method)
      ? []
      : [{ block, method, target, kind: "sample", words: "", quote: line }];
  });
};

const addressIn = (cell: string): Target | undefined => {
  const address = new RegExp(`^\`?(?:(?:${METHODS})\\s)?(${TARGET})`).exec(cell.trim())?.[1];
  return address === undefined ? undefined : parseTarget(address);
};

/** "URL: https://…" and "Method: POST", as lines, items or rows that stand together. */
const labelled = (blocks: readonly Block[]): Mention[] => {
  const found: Mention[] = [];
  let open: { method?: string; target?: Target; block: number; quotes: string[] } | undefined;
  const finish = (): void => {
    if (open?.target !== undefined && open.method !== undefined && isMethod(open.method)) {
      const { method, target, block, quotes } = open;
      found.push({ block, method, target, kind: "text", words: "", quote: quotes.join(" · ") });
    }
    open = undefined;
  };
  const read = (label: string, value: string, block: number, quote: string): void => {
    const isVerb = /^(?:methode?|verb)$/i.test(label);
    const verb = value.replace(/[`.*]/g, "").trim().split(/[\s(]/, 1)[0]?.toUpperCase() ?? "";
    const target = isVerb ? undefined : addressIn(value);
    if (isVerb ? !isMethod(verb) : target === undefined) return;
    open ??= { block, quotes: [] };
    open.quotes.push(quote);
    if (isVerb) open.method = verb;
    else open.target ??= target as Target;
  };
  blocks.forEach((block, at) => {
    if (block.kind === "heading") finish();
    else if (block.kind === "table") {
      for (const row of block.rows) {
        const [label, value] = row;
        const word = LABEL.exec(`${label}: ${value}`)?.[1];
        if (row.length === 2 && word !== undefined) read(word, value ?? "", at, row.join(" | "));
      }
    } else if (block.kind !== "code") {
      const [, label, value] = LABEL.exec(block.text) ?? [];
      if (label === undefined || value === undefined || block.text.search(MENTION) >= 0) return;
      // A second address belongs to the next endpoint.
      if (open?.target !== undefined && open.method !== undefined) finish();
      read(label, value, at, block.text);
    }
  });
  finish();
  return found;
};
