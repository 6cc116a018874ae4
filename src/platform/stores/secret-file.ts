import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A secret in a file that only its owner can read. */
interface KeptSecret {
  readonly text: string;
  readonly file: string;
  /** Whether the secret was created just now. */
  readonly made: boolean;
}

/** Reads a secret from the folder, or creates it. Processes that start concurrently get the same one. */
export const keptSecret = async (folder: string, name: string, make: () => string): Promise<KeptSecret> => {
  const file = join(folder, name);
  const text = make();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Created atomically, because another process may read it at once.
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
    return { text, file, made: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return { text: (await readFile(file, "utf8")).trim(), file, made: false };
};
