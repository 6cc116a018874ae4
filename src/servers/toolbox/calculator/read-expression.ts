import { type Failure, invalid } from "../../../model/failure.ts";

interface Reading {
  /** Plain ASCII, for the parser. */
  readonly text: string;
  readonly notes: readonly string[];
}

const LONGEST = 1_000;
const DEEPEST = 50;

const NUMBER = String.raw`\d+(?:\.\d+)?`;

/** Common notation and its form for the parser, replaced in this order. */
const NOTATION: readonly (readonly [pattern: RegExp, read: string | ((...found: string[]) => string)])[] = [
  [/^\s*(?:what is|what's|calculate|compute|wie viel ist|was ist)\s+/i, ""],
  [/\s*[=?]+\s*$/, ""],
  [/[\u00a0\u2007\u2009\u202f]/g, " "],
  [/[×·⋅∙•]/g, "*"],
  [/[÷∕]/g, "/"],
  [/[−–‒]/g, "-"],
  [/≤/g, "<="],
  [/≥/g, ">="],
  [/≠/g, "!="],
  [/→|->/g, " to "],
  [/π/g, " pi "],
  [/[µμ]/g, "u"],
  [/Ω/g, "ohm"],
  [/[′’]/g, "'"],
  [/[″”“]/g, '"'],
  [/∞/g, "Infinity"],
  [/℃|°\s*C\b/g, " degC"],
  [/℉|°\s*F\b/g, " degF"],
  [/°/g, " deg"],
  [/(\d*)([¼-¾⅐-⅞])/g, (_, whole = "", part = "") => `(${whole && `${whole} + `}${plain(part)})`],
  [/(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, minus = "", digits = "") => `^(${minus && "-"}${plain(digits)})`],
  [new RegExp(String.raw`√\s*(${NUMBER}|[a-z]\w*)`, "gi"), "sqrt($1)"],
  [/√\s*(?=\()/g, "sqrt"],
  [new RegExp(String.raw`(${NUMBER})\s*'\s*(${NUMBER})\s*(?:"|'')`, "g"), "($1 ft + $2 in)"],
  [new RegExp(String.raw`(${NUMBER})\s*'(?!['\w])`, "g"), "($1 ft)"],
  [new RegExp(String.raw`(?<!".*)(${NUMBER})\s*"(?!\w|.*")`, "g"), "($1 in)"],
  [new RegExp(String.raw`(${NUMBER})\s*%\s*off\s+([^;\n]+)`, "gi"), "($2) * (1 - $1/100)"],
  [/%\s*(?:of|von)\b/gi, "/100 *"],
  [/\bdivided by\b/gi, "/"],
  [/\bto the power of\b/gi, "^"],
  [/\bplus\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/\btimes\b|(?<=\d\s+)x(?=\s+[\d(])/gi, "*"],
  [/\*\*/g, "^"],
  [/(?<=\d)\s*thousand\b/gi, "e3"],
  [/(?<=\d)\s*million\b/gi, "e6"],
  [/(?<=\d)\s*billion\b/gi, "e9"],
];

/** Turns ½ into 1/2 and ² into 2. */
const plain = (sign: string): string => sign.normalize("NFKD").replace("\u2044", "/");

/** Runs before the expression is sent to the worker. */
export const checkLength = (given: string): void => {
  if (given.trim() === "") throw misread(given, "The expression is empty.", "Write a calculation such as 3 * (4 + 5).");
  if (given.length <= LONGEST) return;
  throw misread(
    clipped(given),
    `The expression has ${given.length} characters; at most ${LONGEST} are allowed.`,
    "Split it into several calculations.",
  );
};

/** Translates common notation for the parser. Rejects deep nesting and non-ASCII characters. */
export const readExpression = (given: string): Reading => {
  let written = given;
  for (const [pattern, read] of NOTATION) written = written.replace(pattern, read as string);
  const notes: string[] = [];
  rejectDeepNesting(written);
  const text = written
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g, (grouped, at: number) => {
      if (isInList(written.slice(0, at))) return grouped;
      const number = grouped.replaceAll(",", "");
      notes.push(`${grouped} was read as ${number}.`);
      return number;
    })
    .trim()
    .replace(/[;\s]+$/, "");
  rejectNonAscii(text);
  return { text, notes };
};

/** The comma in 1,234.50 groups digits; in max(1,234) and [1,234] it separates two numbers. */
const isInList = (before: string): boolean => {
  const open = before.replace(/[([][^()[\]]*[)\]]/g, "#");
  return open === before ? /\[|\w\s*\(/.test(before) : isInList(open);
};

const rejectNonAscii = (text: string): void => {
  const found = /[^\t\n\r\u0020-\u007e]/u.exec(text);
  if (found === null) return;
  const code = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const at = found.index + 1;
  const hint = "Use plain letters, digits and the operators + - * / ^ %.";
  throw misread(text, `The character U+${code} at position ${at} is not allowed in a calculation.`, hint, at);
};

const rejectDeepNesting = (text: string): void => {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()[\]{}]/g)) {
    depth += "([{".includes(bracket) ? 1 : -1;
    if (depth <= DEEPEST) continue;
    const message = `Brackets are nested deeper than ${DEEPEST} levels.`;
    throw misread(clipped(text), message, "Split it into several calculations.", index + 1);
  }
};

/** The beginning of untrusted input, short enough for an error message. */
export const clipped = (text: string, length = 40): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** The error for an expression that cannot be read; `position` counts from 1. */
export const misread = (readAs: string, message: string, hint: string, position?: number): Failure =>
  invalid(message, { field: "expression", value: readAs, hint, ...(position !== undefined && { position }) });

/** The error for a valid expression without a result. */
export const uncalculable = (message: string, hint: string): Failure => invalid(message, { field: "expression", hint });
