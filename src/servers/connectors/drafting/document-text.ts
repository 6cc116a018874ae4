import { cleanText, hidesSomething } from "../../../mcp/tools/clean-text.ts";
import type { Note } from "./draft.ts";
import { htmlText } from "./html-text.ts";

/** Patterns of prompt injection in API documents, which models read with tools at hand. */
const INSTRUCTIONS = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|all)\b.{0,40}\b(?:instruction|prompt|rule|message)/is,
  /\b(?:reveal|print|repeat|show|send)\b.{0,30}\bsystem prompt\b/is,
  /\b(?:send|forward|include|pass|put|copy|exfiltrate)\b.{0,60}(?:\b(?:conversation|chat history|id_rsa)\b|\.ssh\b|\.env\b)/is,
  /<\/?(?:system|important|instructions?|assistant)>|<\|\w{1,30}\|>|\[\/?INST\]|^\s*(?:system|assistant)\s*:/im,
  /\b(?:do not|don't|never) (?:tell|inform|mention|reveal|show)\b.{0,30}\buser\b/is,
  /\b(?:you are|act as) (?:now )?(?:an?|the) (?:ai|assistant|agent|model)\b/is,
  /\b(?:before|instead of|after) (?:you )?(?:us|call|invok)(?:e|ing)? (?:this|any|every|all|the|an)(?: other)? tools?\b/is,
];

/** Checks for prompt injection, also in camelCase, snake_case and kebab-case names. */
export const looksLikeInstruction = (text: string): boolean => {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ");
  return INSTRUCTIONS.some((pattern) => pattern.test(text) || pattern.test(words));
};

const LONGEST_VALUE = 1_000;

/** Whether a value may be shown to models: no hidden characters, no instructions. */
export const isSafeValue = (value: unknown): boolean => {
  if (typeof value === "string")
    return value.length <= LONGEST_VALUE && !hidesSomething(value) && !looksLikeInstruction(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, part]) => isSafeValue(name) && isSafeValue(part));
};

const MOST_READ = 20_000;

/**
 * Returns text of the document that is safe to show, without HTML; notes what was removed, naming the text it came from.
 * Text that looks like an instruction to a model is dropped completely.
 */
export const documentText = (raw: unknown, most: number, of: string, note: Note): string => {
  if (typeof raw !== "string" && typeof raw !== "number") return "";
  const given = String(raw).slice(0, MOST_READ);
  if (hidesSomething(given) || /<!--/.test(given)) note(`Hidden characters were removed from the text of ${of}.`);
  const source = cleanText(given);
  // Entities can encode hidden characters, and tags can split words.
  const text = cleanText(htmlText(source));
  if (looksLikeInstruction(source) || (text !== source && looksLikeInstruction(text))) {
    note(`The text of ${of} looks like an instruction to a model and was left out.`);
    return "";
  }
  return shortText(text, most);
};

/** Like `documentText`, on one line. */
export const documentLine = (raw: unknown, most: number, of: string, note: Note): string =>
  documentText(raw, most, of, note).replace(/\s+/g, " ");

/** Shortens text, at the end of a sentence or word if one is near. */
export const shortText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  if (most < 20) return "";
  const cut = text.slice(0, most - 1);
  const sentence = cut.search(/[.!?](?=\s[^.!?]*$)/);
  if (sentence > most / 2) return cut.slice(0, sentence + 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > most / 2 ? cut.slice(0, word) : cut).replace(/[\s\p{Cs}]+$/u, "")}…`;
};

/** Joins two texts unless one repeats the other. */
export const joinTexts = (first: string, second: string): string => {
  if (first === "" || second.toLowerCase().startsWith(first.replace(/\.$/, "").toLowerCase())) return second;
  if (second === "" || first.toLowerCase().includes(second.toLowerCase())) return first;
  return `${/[.!?:]$/.test(first) ? first : `${first}.`} ${second}`;
};
