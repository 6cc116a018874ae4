import { randomBytes } from "node:crypto";
import { invalid } from "../../../model/failure.ts";

const BYTES = 32;

/** As it stands in a file or in the environment. */
export const newVaultKey = (): string => randomBytes(BYTES).toString("base64url");

/** 32 bytes in hexadecimal digits or in base64. `from` is what the text came from, for whoever has to correct it. */
export const givenVaultKey = (text: string, from: string): Buffer => {
  const plain = text.trim();
  const isHexadecimal = /^[0-9a-f]+$/i.test(plain) && plain.length === 2 * BYTES;
  const isBase64 = /^[\w+/-]+=*$/.test(plain);
  const key = Buffer.from(plain, isHexadecimal ? "hex" : "base64");
  if ((isHexadecimal || isBase64) && key.length === BYTES) return key;
  // Not repeated: it may be a key, only for something else.
  throw invalid(`${from} is no key: it takes ${BYTES} bytes, as ${2 * BYTES} hexadecimal digits or in base64.`, {
    field: from,
    hint: "Make one with `openssl rand -base64 32`.",
  });
};
