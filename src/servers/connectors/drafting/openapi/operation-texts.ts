import type { RequestStep } from "../../connector.ts";
import { LONGEST_NAME, nameOfPath, snakeCase } from "../tool-name.ts";

type Method = RequestStep["method"];

/** Segments that say nothing about what is requested. */
const NOISE = /^(?:api|apis|rest|json|index|v\d+(?:[._-]?\d+)*(?:(?:alpha|beta|rc)\d*)?|\d+\.\d+)$/i;
const PLACEHOLDER = /^\{([^{}]*)\}$/;
/** Words without a plural that end in s. */
const SINGULAR = /(?:ss|us|is|news|series)$/i;

interface Segment {
  readonly words: string;
  readonly isPlaceholder: boolean;
}

const segmentsOf = (path: string): readonly Segment[] =>
  path
    .replace(/\.json$/i, "")
    .split("/")
    .filter((segment) => segment !== "" && !NOISE.test(segment))
    .map((segment) => {
      const placeholder = PLACEHOLDER.exec(segment)?.[1];
      return placeholder === undefined
        ? { words: snakeCase(segment.replace(/\{[^{}]*\}/g, " ")).replaceAll("_", " "), isPlaceholder: false }
        : { words: placeholder, isPlaceholder: true };
    })
    .filter(({ words }) => words !== "");

const isPlural = (word: string): boolean => /s$/i.test(word) && !SINGULAR.test(word);

const singular = (word: string): string => {
  if (!isPlural(word)) return word;
  if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh)es$/i.test(word) ? word.slice(0, -2) : word.slice(0, -1);
};

const one = (words: string): string => {
  const word = singular(words);
  return `${/^(?:[aeio]|u(?!s(?:er)?\b|ni))/i.test(word) ? "an" : "a"} ${word}`;
};

const ONE_VERBS: Readonly<Record<Method, string>> = {
  GET: "Returns",
  HEAD: "Checks",
  POST: "Sends",
  PUT: "Replaces",
  PATCH: "Changes",
  DELETE: "Deletes",
};

/** A sentence about an operation that its document does not describe: `GET /albums/{id}` returns an album by id. */
export const describeOperation = (method: Method, path: string): string => {
  const segments = segmentsOf(path);
  const last = segments.at(-1);
  if (last === undefined) return `${ONE_VERBS[method]} the root of the API.`;
  const nouns = segments.filter(({ isPlaceholder }) => !isPlaceholder);
  const noun = nouns.at(-1)?.words;
  if (noun === undefined) return `${ONE_VERBS[method]} what ${last.words} names.`;
  const before = segments[segments.length - 2];
  if (last.isPlaceholder) {
    const owner = nouns.at(-2)?.words;
    return `${ONE_VERBS[method]} ${one(noun)} by ${last.words}${owner === undefined ? "" : `, of ${one(owner)}`}.`;
  }
  const owner = nouns.at(-2)?.words;
  const of = owner === undefined ? "" : ` of ${before?.isPlaceholder ? one(owner) : owner}`;
  if (method === "POST" && !isPlural(noun)) {
    return `Runs ${noun}${owner === undefined ? "" : ` on ${before?.isPlaceholder ? one(owner) : owner}`}.`;
  }
  if (method === "POST") return `Creates ${one(noun)}${of}.`;
  if (method === "GET" && isPlural(noun)) return `Lists ${noun}${of}.`;
  return `${ONE_VERBS[method]} ${isPlural(noun) ? "" : "the "}${noun}${of}.`;
};

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** Whether a summary only repeats the operationId as code, or the address. */
export const isUninformative = (text: string, operationId: unknown): boolean => {
  const line = text.trim();
  if (/^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE)\s+)?\/\S*$/i.test(line)) return true;
  if (/\s/.test(line) || !/[a-z][A-Z]|_|\(\)/.test(line)) return false;
  return typeof operationId !== "string" || bare(operationId).startsWith(bare(line));
};

const FILLER = new Set(
  "a an the of for to in on with and or all list lists get gets return returns returned retrieve retrieves fetch fetches object objects response successful success".split(
    " ",
  ),
);

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !FILLER.has(word)).map(singular));

/** Whether the description of a response has no word that is not said already. */
export const repeats = (answer: string, said: string): boolean => {
  const known = wordsOf(said);
  return [...wordsOf(answer)].every((word) => known.has(word));
};

/** Names for a tool in order of preference. */
export const wantedNames = (operationId: string, method: Method, path: string): readonly string[] => {
  const [short, plain, whole] = [ofNouns(method, path), ofSegments(method, path), nameOfPath(method, path)];
  const named = snakeCase(operationId);
  if (named === "") return unique([plain, whole, short]);
  return unique([named, withoutNoise(named), short, plain, whole]);
};

/** Names that are too long come last, without the words behind the first one that do not fit. */
const unique = (names: readonly string[]): readonly string[] => {
  const fitting = names.filter((name) => name.length <= LONGEST_NAME);
  const others = names.filter((name) => name.length > LONGEST_NAME).map(withEnd);
  return [...new Set([...fitting, ...others])];
};

const withEnd = (name: string): string => {
  const [verb = "", ...words] = name.split("_");
  while (words.length > 1 && `${verb}_${words.join("_")}`.length > LONGEST_NAME) words.shift();
  return `${verb}_${words.join("_")}`;
};

const withoutNoise = (name: string): string => {
  const words = name.split("_");
  const kept = words.filter(
    (word, at) => at === 0 || !(NOISE.test(word) || /^(?:async|controller|endpoint|using)$/.test(word)),
  );
  return kept.join("_");
};

const ofSegments = (method: Method, path: string): string =>
  snakeCase(
    [method, ...segmentsOf(path).map(({ words, isPlaceholder }) => (isPlaceholder ? ` by ${words}` : words))].join(" "),
  );

/** Without placeholders, and without the first segments as long as the name is too long. */
const ofNouns = (method: Method, path: string): string => {
  const segments = segmentsOf(path);
  const nouns = segments.filter(({ isPlaceholder }) => !isPlaceholder).map(({ words }) => words);
  const last = segments.at(-1);
  const tail = last?.isPlaceholder ? ` by ${last.words}` : "";
  for (let from = 0; from < nouns.length; from++) {
    const name = snakeCase(`${method} ${nouns.slice(from).join(" ")}${tail}`);
    if (name.length <= LONGEST_NAME || from === nouns.length - 1) return name;
  }
  return snakeCase(`${method}${tail}`);
};
