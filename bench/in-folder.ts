import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A part of a benchmark with a folder of its own, which is gone afterwards. */
export const inFolder = (part: (folder: string) => Promise<string>) => async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "taxiway-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await part(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
};
