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

/** Text as people type it: small letters without accents, words parted by single spaces. */
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

/** Small letters without accents and apostrophes; everything else stays. */
export const plainLetters = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[øæœßđðłıþ]/g, (letter) => LETTERS[letter] as string);
