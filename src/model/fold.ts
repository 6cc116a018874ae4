const LETTERS: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
};

/** Normalises text for searching: lower case, no accents, words separated by single spaces. */
export const fold = (text: string): string =>
  /[^\0-\x7f]/.test(text)
    ? foldForeign(text)
    : text
        .toLowerCase()
        .replace(/['.]/g, "")
        .replace(/[^a-z0-9]+/g, " ")
        .trim();

const foldForeign = (text: string): string =>
  plainLetters(text)
    .replaceAll(".", "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Lower-cases text and removes accents and apostrophes; keeps everything else. */
export const plainLetters = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[øæœßđðłıþ]/g, (letter) => LETTERS[letter] as string);
