import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A secret in a file that only its owner may read. */
export interface KeptSecret {
  readonly text: string;
  readonly file: string;
  /** It was made just now, and nobody has seen it yet. */
  readonly made: boolean;
}

/** The one in the folder, or a new one put there. Two processes that start together get the same. */
export const keptSecret = async (folder: string, name: string, make: () => string): Promise<KeptSecret> => {
  const file = join(folder, name);
  const text = make();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Whole under its name from the start: another process may read it the moment it is there.
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
