import { createHash } from "node:crypto";

/** 32 numbers from 0 to 255 that the words always draw. */
export const drawn = (...words: readonly (string | number)[]): Uint8Array =>
  createHash("sha256").update(words.join("\u001f")).digest();
