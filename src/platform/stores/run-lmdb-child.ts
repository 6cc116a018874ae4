import { spawn } from "node:child_process";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { HolderOfLock } from "./lmdb-processes.ts";

/** Counts by kind of key. Keys themselves are never shown, because they may identify a client or traveller. */
export interface Census {
  readonly format: string | undefined;
  readonly entries: number;
  readonly kinds: Readonly<Record<string, number>>;
}

export interface CheckReport extends Census {
  /** Problems, such as "wrong checksum" → { pnr: 2 }; empty if the store is intact. */
  readonly damage: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** `probe` reads keys for a second and takes the write lock; `probe-all` first reads everything. */
export type ChildMode = "probe" | "probe-all" | "check" | "info" | "backup" | "holder";

/** A message from the child, one for each stage. */
export type ChildMessage =
  | { readonly stage: "opened"; readonly format?: string; readonly empty: boolean }
  | { readonly stage: "read" }
  | { readonly stage: "written" }
  | { readonly stage: "checked"; readonly report: CheckReport }
  | { readonly stage: "counted"; readonly census: Census }
  | { readonly stage: "held"; readonly holder: HolderOfLock }
  | { readonly stage: "failed"; readonly message: string; readonly code?: number | string };

type Stage = ChildMessage["stage"];

export interface ChildReport {
  readonly messages: readonly ChildMessage[];
  /** How the child failed: the signal that killed it, its exit code, or "timeout". */
  readonly died?: string;
}

/** Runs `lmdb-child.ts`. `limits` has the time limit after each stage; `start` is the one before the first. */
export const runLmdbChild = (
  mode: ChildMode,
  file: string,
  limits: { readonly start: number } & { readonly [S in Stage]?: number },
  target = "",
): Promise<ChildReport> =>
  new Promise((resolve, reject) => {
    const own = fileURLToPath(import.meta.url);
    // A module run from source, as in tests, needs a TypeScript loader.
    const loader = extname(own) === ".ts" ? ["--import", "tsx"] : [];
    const program = fileURLToPath(new URL(`./lmdb-child${extname(own)}`, import.meta.url));
    const child = spawn(process.execPath, [...loader, program, mode, file, target], {
      env: {},
      stdio: ["ignore", "pipe", "ignore"],
    });
    const messages: ChildMessage[] = [];
    let timedOut = false;
    const kill = (): void => {
      timedOut = true;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(kill, limits.start);
    createInterface(child.stdout).on("line", (line) => {
      const message = JSON.parse(line) as ChildMessage;
      messages.push(message);
      const limit = limits[message.stage];
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
      resolve({ messages, ...(died !== undefined && { died }) });
    });
  });

/** Returns the child's message for a stage. */
export const messageOf = <S extends Stage>(
  { messages }: ChildReport,
  stage: S,
): Extract<ChildMessage, { stage: S }> | undefined =>
  messages.find((message): message is Extract<ChildMessage, { stage: S }> => message.stage === stage);
