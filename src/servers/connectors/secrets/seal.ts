import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** The first byte, so that another form can be told from this one. */
const FORM = 1;
const NONCE = 12;
const TAG = 16;
const CIPHER = "aes-256-gcm";

/** AES-256-GCM. `place` is where it belongs: sealed text that was moved elsewhere cannot be opened. */
export const seal = (key: Buffer, text: string, place: string): string => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(`${FORM}${place}`));
  const sealed = [Buffer.of(FORM), nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString("base64");
};

/** Undefined when it is none, was changed or moved, or another key sealed it. */
export const unseal = (key: Buffer, sealed: string, place: string): string | undefined => {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes[0] !== FORM || bytes.length < 1 + NONCE + TAG) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(`${FORM}${place}`));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE, -TAG)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
};
