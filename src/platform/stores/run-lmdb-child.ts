import { spawn } from "node:child_process";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Census, CheckReport } from "./lmdb-check.ts";
import type { HolderOfLock } from "./lmdb-processes.ts";

/** `probe` reads a second's worth of keys and takes the write lock, `probe-all` reads everything before that. */
export type ChildMode = "probe" | "probe-all" | "check" | "info" | "backup" | "holder";

/** What the child says, one for each stage. */
export type ChildWord =
  | { readonly stage: "opened"; readonly format?: string; readonly empty: boolean }
  | { readonly stage: "read" }
  | { readonly stage: "written" }
  | { readonly stage: "checked"; readonly report: CheckReport }
  | { readonly stage: "counted"; readonly census: Census }
  | { readonly stage: "held"; readonly holder: HolderOfLock }
  | { readonly stage: "failed"; readonly message: string; readonly code?: number | string };

export type Stage = ChildWord["stage"];

export interface ChildReport {
  /** In the order in which they were said. */
  readonly words: readonly ChildWord[];
  /** How it ended, if not well: the signal that killed it, or "timeout" when we did. */
  readonly died?: string;
}

/** `limits` says how long the child may take for what follows a stage; `start` for what comes before the first. */
export const runLmdbChild = (
  mode: ChildMode,
  file: string,
  limits: { readonly start: number } & { readonly [S in Stage]?: number },
  target = "",
): Promise<ChildReport> =>
  new Promise((resolve, reject) => {
    const own = fileURLToPath(import.meta.url);
    // Run from source, as the tests do, it needs what strips its types.
    const loader = extname(own) === ".ts" ? ["--import", "tsx"] : [];
    const program = fileURLToPath(new URL(`./lmdb-child${extname(own)}`, import.meta.url));
    const child = spawn(process.execPath, [...loader, program, mode, file, target], {
      env: {},
      stdio: ["ignore", "pipe", "ignore"],
    });
    const words: ChildWord[] = [];
    let timedOut = false;
    const kill = (): void => {
      timedOut = true;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(kill, limits.start);
    createInterface(child.stdout).on("line", (line) => {
      const word = JSON.parse(line) as ChildWord;
      words.push(word);
      const limit = limits[word.stage];
      if (limit === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(kill, limit);
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const died = timedOut ? "timeout" : (signal ?? (code === 0 ? undefined : `exit code ${code}`));
      resolve({ words, ...(died !== undefined && { died }) });
    });
  });

export const wordOf = <S extends Stage>(
  { words }: ChildReport,
  stage: S,
): Extract<ChildWord, { stage: S }> | undefined =>
  words.find((word): word is Extract<ChildWord, { stage: S }> => word.stage === stage);
