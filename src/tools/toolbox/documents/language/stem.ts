import type { Language } from "./analysis.ts";

const irregular: ReadonlyMap<string, string> = new Map([
  ["children", "child"],
  ["men", "man"],
  ["women", "woman"],
  ["feet", "foot"],
  ["mice", "mouse"],
  ["teeth", "tooth"],
  ["wives", "wife"],
  ["lives", "life"],
  ["bought", "buy"],
  ["paid", "pay"],
  ["flew", "fly"],
  ["flown", "fly"],
  ["ski", "ski"],
  ["bus", "bus"],
  ["news", "news"],
]);

const hasVowel = (part: string): boolean => /[aeiouy]/.test(part);

const withoutDoubling = (part: string): string => (/([bdfglmnprt])\1$/.test(part) ? part.slice(0, -1) : part);

/** A form that a word's inflections share, for counting; not meant to be read. */
const stemEnglish = (lower: string): string => {
  let word = lower.replace(/['’]s?$/, "");
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4) return word;
  if (/ies$/.test(word)) word = word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  else if (/(?:ss|x|ch|sh|zz)es$/.test(word)) word = word.slice(0, -2);
  else if (/s$/.test(word) && !/(?:ss|us|is)$/.test(word)) word = word.slice(0, -1);
  const verb = /(?:ing|ed)$/.exec(word);
  if (verb !== null && verb.index > 2 && hasVowel(word.slice(0, verb.index))) {
    word = withoutDoubling(word.slice(0, verb.index));
  } else if (word.length > 5 && word.endsWith("ly")) word = word.slice(0, -2);
  if (word.length > 4) word = withoutDoubling(word);
  // Shorter ones would meet other words: a plane is no plan.
  if (word.length > 5 && word.endsWith("e")) word = word.slice(0, -1);
  return word.length > 3 && /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
};

const folds: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u", ß: "ss" };

/** Endings of declension and conjugation only, after Caumanns and Porter: a compound stays whole. */
const stemGerman = (lower: string): string => {
  const word = lower.replace(/[äöüß]/g, (letter) => folds[letter] ?? letter);
  const beginning = /[aeiouy][^aeiouy]/.exec(word);
  const region = Math.max(3, beginning === null ? word.length : beginning.index + 2);
  const strip = (from: string, ending: RegExp): string => {
    const match = ending.exec(from);
    return match !== null && match.index >= region ? from.slice(0, match.index) : from;
  };
  const first = strip(word, /(?:ern|em|er|en|es|e)$/);
  const second = first === word ? strip(word, /(?<=[bdfghklmnrt])s$/) : first;
  return strip(second, /(?:est|er|en|(?<=[bdfghklmnt])st)$/);
};

export const stem = (lower: string, language: Language): string => {
  if (language === "en") return stemEnglish(lower);
  return language === "de" ? stemGerman(lower) : lower;
};
