import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { invalid } from "../../../model/failure.ts";

const KEY_BYTES = 32;

/** Makes a key in the form that files and settings hold. */
export const newVaultKey = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** Reads a key: 32 bytes in hexadecimal or base64. `from` names the setting or file in the error message. */
export const givenVaultKey = (text: string, from: string): Buffer => {
  const plain = text.trim();
  const isHexadecimal = /^[0-9a-f]+$/i.test(plain) && plain.length === 2 * KEY_BYTES;
  const isBase64 = /^[\w+/-]+=*$/.test(plain);
  const key = Buffer.from(plain, isHexadecimal ? "hex" : "base64");
  if ((isHexadecimal || isBase64) && key.length === KEY_BYTES) return key;
  // The message does not repeat the text: it may be a key for something else.
  throw invalid(
    `${from} is not a valid key: it must be ${KEY_BYTES} bytes, as ${2 * KEY_BYTES} hexadecimal digits or in base64.`,
    { field: from, hint: "Make one with `openssl rand -base64 32`." },
  );
};

/** The first byte of sealed text, so that a later format can be told from this one. */
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** Encrypts a text with AES-256-GCM. `place` is authenticated with it: sealed text that is moved elsewhere cannot be opened. */
export const seal = (key: Buffer, text: string, place: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`${FORMAT}${place}`));
  const sealed = [Buffer.of(FORMAT), nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString("base64");
};

/** Decrypts sealed text. Undefined if it was changed, moved or sealed with another key. */
export const unseal = (key: Buffer, sealed: string, place: string): string | undefined => {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes[0] !== FORMAT || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(`${FORMAT}${place}`));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = [decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString("utf8");
  } catch {
    return undefined;
  }
};
