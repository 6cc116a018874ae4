import { cleanText, hidesSomething } from "../../../mcp/tools/clean-text.ts";

/** What has no business in the description of an API: it is written for whoever reads it with tools at hand. */
const SPEAKS_TO_MODELS = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|all)\b.{0,40}\b(?:instruction|prompt|rule|message)/is,
  /\b(?:reveal|print|repeat|show|send)\b.{0,30}\bsystem prompt\b/is,
  /\b(?:send|forward|include|pass|put|copy|exfiltrate)\b.{0,60}(?:\b(?:conversation|chat history|id_rsa)\b|\.ssh\b|\.env\b)/is,
  /<\/?(?:system|important|instructions?|assistant)>|<\|\w{1,30}\|>|\[\/?INST\]|^\s*(?:system|assistant)\s*:/im,
  /\b(?:do not|don't|never) (?:tell|inform|mention|reveal|show)\b.{0,30}\buser\b/is,
  /\b(?:you are|act as) (?:now )?(?:an?|the) (?:ai|assistant|agent|model)\b/is,
  /\b(?:before|instead of|after) (?:you )?(?:us|call|invok)(?:e|ing)? (?:this|any|every|all|the|an)(?: other)? tools?\b/is,
];

/** Also names: what is in camelCase or has something else for blanks is read as words. */
export const speaksToModels = (text: string): boolean => {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ");
  return SPEAKS_TO_MODELS.some((pattern) => pattern.test(text) || pattern.test(words));
};

const LONGEST_VALUE = 1_000;

/** Whether a value of the document may stand in a schema, where models read it: nothing in it hides, nor commands. */
export const isPlainValue = (value: unknown): boolean => {
  if (typeof value === "string")
    return value.length <= LONGEST_VALUE && !hidesSomething(value) && !speaksToModels(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, part]) => isPlainValue(name) && isPlainValue(part));
};

const LOOKED_AT = 20_000;

/**
 * Text of the document as it may stand in a draft. What was odd about it is noted, naming what it belongs to; what is
 * not for readers but for their models is left out whole.
 */
export const foreignWords = (raw: unknown, most: number, of: string, note: (sentence: string) => void): string => {
  if (typeof raw !== "string" && typeof raw !== "number") return "";
  const given = String(raw).slice(0, LOOKED_AT);
  if (hidesSomething(given) || /<!--/.test(given))
    note(`The text of ${of} hid something; only what a reader sees was kept.`);
  const text = cleanText(given);
  if (speaksToModels(text)) {
    note(`The text of ${of} reads like an instruction to a model, and was left out.`);
    return "";
  }
  return shortText(text, most);
};

/** The same, on one line. */
export const foreignLine = (raw: unknown, most: number, of: string, note: (sentence: string) => void): string =>
  foreignWords(raw, most, of, note).replace(/\s+/g, " ");

/** At the end of a sentence or a word, if one is near. */
export const shortText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  if (most < 20) return "";
  const cut = text.slice(0, most - 1);
  const sentence = cut.search(/[.!?](?=\s[^.!?]*$)/);
  if (sentence > most / 2) return cut.slice(0, sentence + 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > most / 2 ? cut.slice(0, word) : cut).replace(/[\s\p{Cs}]+$/u, "")}…`;
};

/** Two texts of which the second may only repeat the first. */
export const joinTexts = (first: string, second: string): string => {
  if (first === "" || second.toLowerCase().startsWith(first.replace(/\.$/, "").toLowerCase())) return second;
  if (second === "" || first.toLowerCase().includes(second.toLowerCase())) return first;
  return `${/[.!?:]$/.test(first) ? first : `${first}.`} ${second}`;
};
