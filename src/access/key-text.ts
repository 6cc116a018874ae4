import { randomInt } from "node:crypto";

/**
 * `twk_` + 8 characters that may be shown + `_` + 32 that may not + 2 that tell a typing error. The form is known to
 * secret scanners by its beginning, and a key copied wrong is told apart without asking anybody.
 */
const FORM = /^twk_[0-9A-Za-z]{8}_[0-9A-Za-z]{34}$/;
const LENGTH = 47;
const PREFIX_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKED_LENGTH = LENGTH - 2;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A prime just below 62², and a base of large order: every wrong character and every swapped pair under the sum changes it. */
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

/** The part a key is looked up by; undefined for what cannot be a key. */
export const prefixIn = (text: string): string | undefined => {
  if (text.length !== LENGTH || !FORM.test(text)) return undefined;
  const check = checkOf(text);
  const isWhole =
    text.charCodeAt(LENGTH - 2) === ALPHABET.charCodeAt(Math.floor(check / ALPHABET.length)) &&
    text.charCodeAt(LENGTH - 1) === ALPHABET.charCodeAt(check % ALPHABET.length);
  return isWhole ? text.slice(4, 4 + PREFIX_LENGTH) : undefined;
};

export const isPrefix = (text: string): boolean => /^[0-9A-Za-z]{8}$/.test(text);

/** Whether somebody meant it as a key of ours, whatever it is: tells keys from tokens of an issuer. */
export const looksLikeKey = (text: string): boolean => text.startsWith("twk_");

/** For whoever is refused: what is wrong with the text itself. Undefined when only a look-up can tell. */
export const problemOfKey = (text: string): string | undefined => {
  if (prefixIn(text) !== undefined) return undefined;
  if (!looksLikeKey(text)) return "An API key begins with twk_.";
  if (text.length !== LENGTH) return `An API key has ${LENGTH} characters.`;
  return "The API key has a typing error.";
};
