import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("data/", import.meta.url);

let digest: Promise<string> | undefined;

/** Identifies the data of the generated world: equal digests, seeds and versions mean equal offers. */
export const worldDigest = (): Promise<string> => {
  digest ??= computed().catch((error: unknown) => {
    digest = undefined;
    throw error;
  });
  return digest;
};

const computed = async (): Promise<string> => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".json")).toSorted();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(await readFile(new URL(name, FOLDER)));
  return hash.digest("hex").slice(0, 16);
};
