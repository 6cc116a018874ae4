import { randomInt } from "node:crypto";

/**
 * `twk_`, a public prefix of 8 characters, `_`, a secret of 32 characters and a checksum of 2. Secret scanners recognise
 * the beginning, and typing errors are found without a look-up.
 */
const FORM = /^twk_[0-9A-Za-z]{8}_[0-9A-Za-z]{34}$/;
const LENGTH = 47;
const PREFIX_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKED_LENGTH = LENGTH - 2;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A prime just below 62² and a base of large order: every wrong character and every swapped pair changes the checksum. */
const CHECK_PRIME = 3_833;
const CHECK_BASE = 131;

const checkOf = (text: string): number => {
  let sum = 0;
  for (let index = 0; index < CHECKED_LENGTH; index++) sum = (sum * CHECK_BASE + text.charCodeAt(index)) % CHECK_PRIME;
  return sum;
};

const random = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)] as string).join("");

export const newPrefix = (): string => random(PREFIX_LENGTH);

export const newKeyText = (prefix: string): string => {
  const text = `twk_${prefix}_${random(SECRET_LENGTH)}`;
  const check = checkOf(text);
  return `${text}${ALPHABET[Math.floor(check / ALPHABET.length)]}${ALPHABET[check % ALPHABET.length]}`;
};

/** Returns the public prefix of a key; undefined for text that is not a key. */
export const prefixIn = (text: string): string | undefined => {
  if (text.length !== LENGTH || !FORM.test(text)) return undefined;
  const check = checkOf(text);
  const isIntact =
    text.charCodeAt(LENGTH - 2) === ALPHABET.charCodeAt(Math.floor(check / ALPHABET.length)) &&
    text.charCodeAt(LENGTH - 1) === ALPHABET.charCodeAt(check % ALPHABET.length);
  return isIntact ? text.slice(4, 4 + PREFIX_LENGTH) : undefined;
};

export const isPrefix = (text: string): boolean => /^[0-9A-Za-z]{8}$/.test(text);

/** Distinguishes keys, even damaged ones, from the tokens of an issuer. */
export const looksLikeKey = (text: string): boolean => text.startsWith("twk_");

/** Describes what is wrong with the text itself; undefined if only a look-up can tell. */
export const problemOfKey = (text: string): string | undefined => {
  if (prefixIn(text) !== undefined) return undefined;
  if (!looksLikeKey(text)) return "An API key begins with twk_.";
  if (text.length !== LENGTH) return `An API key has ${LENGTH} characters.`;
  return "The API key has a typing error.";
};
