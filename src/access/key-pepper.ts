import { randomBytes } from "node:crypto";
import { Failure, invalid } from "../model/failure.ts";
import { keptSecret } from "../platform/stores/secret-file.ts";

const FILE = "key-pepper";
const SHORTEST = 32;

/**
 * What API keys are hashed with, so that a stolen store alone is worth nothing. It belongs into a back-up of its own:
 * whoever loses it has invalidated every key ever made with it. All nodes on one store need the same.
 */
export const givenPepper = (text: string): Buffer => {
  if (text.length >= SHORTEST) return Buffer.from(text, "utf8");
  throw invalid(`TAXIWAY_KEY_PEPPER is too short: it takes at least ${SHORTEST} characters.`, {
    field: "TAXIWAY_KEY_PEPPER",
    hint: "Make one with `openssl rand -base64 32`.",
  });
};

export const keptPepper = async (folder: string): Promise<Buffer> => {
  const { text, file } = await keptSecret(folder, FILE, () => randomBytes(32).toString("base64url"));
  if (text.length >= SHORTEST) return Buffer.from(text, "utf8");
  throw new Failure("unavailable", `The key pepper in ${file} is too short to be one.`, {
    hint: "Put the file back from a back-up, or set TAXIWAY_KEY_PEPPER. Without the old pepper every key has to be made anew.",
  });
};

/** Ends with this process, as the keys of a store in memory do. */
export const passingPepper = (): Buffer => randomBytes(32);
