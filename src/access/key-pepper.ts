import { randomBytes } from "node:crypto";
import { Failure, invalid } from "../model/failure.ts";
import { keptSecret } from "../platform/stores/secret-file.ts";

const FILE = "key-pepper";
const MIN_LENGTH = 32;

/**
 * The secret that API keys are hashed with, so that a stolen store alone is useless. All nodes on one store need the same
 * pepper. Back it up separately: without it, every key is invalid.
 */
export const givenPepper = (text: string): Buffer => {
  if (text.length >= MIN_LENGTH) return Buffer.from(text, "utf8");
  throw invalid(`TAXIWAY_KEY_PEPPER is too short; it needs at least ${MIN_LENGTH} characters.`, {
    field: "TAXIWAY_KEY_PEPPER",
    hint: "Create one with `openssl rand -base64 32`.",
  });
};

export const keptPepper = async (folder: string): Promise<Buffer> => {
  const { text, file } = await keptSecret(folder, FILE, () => randomBytes(32).toString("base64url"));
  if (text.length >= MIN_LENGTH) return Buffer.from(text, "utf8");
  throw new Failure("unavailable", `The key pepper in ${file} is too short; the file may be damaged.`, {
    hint: "Restore the file from a backup, or set TAXIWAY_KEY_PEPPER. Without the old pepper, every key must be rotated.",
  });
};

/** A pepper for the memory store, whose keys end with the process. */
export const temporaryPepper = (): Buffer => randomBytes(32);
