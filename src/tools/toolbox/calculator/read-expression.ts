import { type Failure, invalid } from "../../../model/failure.ts";

export interface Reading {
  /** What the parser gets to see: plain ASCII. */
  readonly text: string;
  readonly notes: readonly string[];
}

const LONGEST = 1_000;
const DEEPEST = 50;

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const FRACTIONS: Readonly<Record<string, string>> = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅛": "1/8",
};

/** How people write, and what the parser calls it. In this order. */
const WAYS_OF_WRITING: readonly (readonly [pattern: RegExp, read: string | ((...found: string[]) => string)])[] = [
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
  [/(\d*)([½⅓⅔¼¾⅛])/g, (_, whole = "", part = "") => `(${whole === "" ? "" : `${whole} + `}${FRACTIONS[part]})`],
  [/(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, minus = "", digits = "") => `^(${minus && "-"}${plainDigits(digits)})`],
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

const plainDigits = (digits: string): string => [...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join("");

/** Cheap enough to be asked before anything else is. */
export const checkLength = (given: string): void => {
  if (given.trim() === "") throw misread(given, "The expression is empty.", "Write a calculation such as 3 * (4 + 5).");
  if (given.length <= LONGEST) return;
  throw misread(
    clipped(given),
    `The expression has ${given.length} characters; at most ${LONGEST} are read.`,
    "Split it into several calculations.",
  );
};

/** Turns what somebody wrote into what the parser understands, and refuses early what it should never see. */
export const readExpression = (given: string): Reading => {
  let text = given;
  for (const [pattern, read] of WAYS_OF_WRITING) {
    text = typeof read === "string" ? text.replace(pattern, read) : text.replace(pattern, read);
  }
  const { text: ungrouped, notes } = withoutThousandsSeparators(text);
  text = ungrouped.trim().replace(/[;\s]+$/, "");
  refuseStrangeCharacters(text);
  refuseDeepNesting(text);
  return { text, notes };
};

/** In 1,234.50 the comma groups digits; in max(1,234) it separates two arguments. */
const withoutThousandsSeparators = (given: string): Reading => {
  const grouped = /\d{1,3}(?:,\d{3})+(?![\d,])/y;
  const notes: string[] = [];
  let listsOpen = 0;
  let text = "";
  const brackets: boolean[] = [];
  for (let at = 0; at < given.length; at++) {
    const character = given[at] as string;
    if (character === "(" || character === "[") {
      brackets.push(character === "[" || /\w\s*$/.test(text));
      if (brackets.at(-1)) listsOpen++;
    } else if ((character === ")" || character === "]") && brackets.pop()) listsOpen--;
    grouped.lastIndex = at;
    const found = listsOpen === 0 && !/[\d.,]$/.test(text) ? grouped.exec(given)?.[0] : undefined;
    if (found === undefined) text += character;
    else {
      const plain = found.replaceAll(",", "");
      notes.push(`${found} was read as ${plain}.`);
      text += plain;
      at += found.length - 1;
    }
  }
  return { text, notes };
};

const refuseStrangeCharacters = (text: string): void => {
  const found = /[^\t\n\r\u0020-\u007e]/u.exec(text);
  if (found !== null) {
    const code = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
    throw misread(
      text,
      `The character U+${code} at position ${found.index + 1} has no meaning in a calculation.`,
      "Use plain letters, digits and the operators + - * / ^ %.",
      found.index + 1,
    );
  }
};

const refuseDeepNesting = (text: string): void => {
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    if (depth > DEEPEST) {
      throw misread(
        clipped(text),
        `Brackets are nested deeper than ${DEEPEST} levels.`,
        "Split it into several calculations.",
        at + 1,
      );
    }
  }
};

/** What somebody wrote, short enough to be repeated. */
export const clipped = (text: string, length = 40): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

export const misread = (readAs: string, message: string, hint: string, position?: number): Failure =>
  invalid(message, { field: "expression", value: readAs, hint, ...(position !== undefined && { position }) });
