import { crc32 } from "node:zlib";
import { storeFailure } from "./store-failure.ts";

/** Of the members of a set, in any order: the sum of their checksums, modulo 2³². */
export const withMember = (sum: number, member: string): number => (sum + crc32(member)) >>> 0;
export const withoutMember = (sum: number, member: string): number => (sum - crc32(member)) >>> 0;
export const sumOf = (members: Iterable<string>): number => {
  let sum = 0;
  for (const member of members) sum = withMember(sum, member);
  return sum;
};

/** Eight hexadecimal digits and the text. The key is part of the checksum: a valid entry under a wrong key is damage. */
export const sealText = (key: string, text: string): string =>
  crc32(text, crc32(key)).toString(16).padStart(DIGITS, "0") + text;

/** Undefined if the text was not sealed like this, for this key. */
export const unsealText = (key: string, sealed: string): string | undefined => {
  const text = sealed.slice(DIGITS);
  return Number.parseInt(sealed.slice(0, DIGITS), 16) === crc32(text, crc32(key)) ? text : undefined;
};

const DIGITS = 8;

/** The operator finds the key's kind in the log; the key itself may hold what belongs to a client. */
export const damagedEntry = (what: string): Error =>
  storeFailure("The store holds a damaged entry.", {
    carriedOut: false,
    retryable: false,
    hint: "Nothing was changed. Ask the operator to run `taxiway store check` and to restore a backup.",
    cause: new Error(`Checksum mismatch: ${what}.`),
  });
