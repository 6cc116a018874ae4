import { crc32 } from "node:zlib";
import { storeFailure } from "./store-failure.ts";

/** The checksum of a set is the sum of its members' checksums modulo 2³², independent of their order. */
export const withMember = (sum: number, member: string): number => (sum + crc32(member)) >>> 0;
export const withoutMember = (sum: number, member: string): number => (sum - crc32(member)) >>> 0;
export const sumOf = (members: Iterable<string>): number => {
  let sum = 0;
  for (const member of members) sum = withMember(sum, member);
  return sum;
};

/** Prefixes a text with its checksum. It includes the key, so that a valid entry under the wrong key is detected. */
export const sealText = (key: string, text: string): string =>
  crc32(text, crc32(key)).toString(16).padStart(DIGITS, "0") + text;

/** Removes and verifies the checksum. Returns undefined if it does not match. */
export const unsealText = (key: string, sealed: string): string | undefined => {
  const text = sealed.slice(DIGITS);
  return Number.parseInt(sealed.slice(0, DIGITS), 16) === crc32(text, crc32(key)) ? text : undefined;
};

const DIGITS = 8;

/** The log shows the kind of the key only, because the key may contain client data. */
export const damagedEntry = (what: string): Error =>
  storeFailure("The store holds a damaged entry.", {
    carriedOut: false,
    retryable: false,
    hint: "Nothing was changed. Ask the operator to run `taxiway store check` and restore a backup.",
    cause: new Error(`Checksum mismatch: ${what}.`),
  });
