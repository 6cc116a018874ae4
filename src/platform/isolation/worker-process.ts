import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { setPriority } from "node:os";
import { Failure, type FailureDetails, type FailureKind } from "../../model/failure.ts";

export interface WorkerOptions {
  /** Calls `serveJobs`; see `moduleBeside`. */
  readonly module: URL;
  /** Of V8's heap, and as much again outside of it; 128 unless said otherwise. */
  readonly memoryMb?: number;
  /** No `eval` and no `new Function` in the worker. Some libraries cannot live with that. */
  readonly noEval?: boolean;
  /** Where processors are few, everything else comes first. */
  readonly lowPriority?: boolean;
}

export interface WorkOptions {
  readonly deadlineMs: number;
  progress?(done: number, total?: number, message?: string): void;
}

/** One process that does one job at a time. */
export interface Worker {
  /** Rejects with an IsolationError if it dies before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  readonly alive: boolean;
  run(job: unknown, options: WorkOptions): Promise<unknown>;
  /** What it runs is rejected for that reason. */
  kill(reason: IsolationReason, message: string): Promise<void>;
}

const START_DEADLINE_MS = 30_000;
const STDERR_KEPT = 2_000;

interface Assignment {
  progress?(done: number, total?: number, message?: string): void;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

export const startWorker = ({ module, memoryMb = 128, noEval = false, lowPriority = false }: WorkerOptions): Worker => {
  const child = fork(module, [String(memoryMb)], {
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      ...(noEval ? ["--disallow-code-generation-from-strings"] : []),
      // Run from source, as the tests do, a module needs what strips its types.
      ...(module.pathname.endsWith(".ts") ? ["--import", "tsx"] : []),
    ],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  if (lowPriority) lowerPriority(child);
  const lastWords = keepLastWords(child);
  /** Why we killed it. */
  let verdict: IsolationError | undefined;
  /** What waits for it: the start counts as its first assignment. */
  let assignment: Assignment | undefined;
  let alive = true;

  /** Its timer is also what keeps this process alive as long as somebody waits. */
  const assign = async (deadlineMs: number, progress: WorkOptions["progress"], begin: () => void): Promise<unknown> => {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        assignment = { resolve, reject, ...(progress !== undefined && { progress }) };
        timer = setTimeout(() => void kill("timeout", `It took longer than ${deadlineMs} ms.`), deadlineMs);
        begin();
      });
    } finally {
      assignment = undefined;
      clearTimeout(timer);
    }
  };

  const kill = async (reason: IsolationReason, message: string): Promise<void> => {
    if (!alive) return;
    alive = false;
    verdict = new IsolationError(reason, message);
    assignment?.reject(verdict);
    keepParent(child, true);
    child.kill("SIGKILL");
    await ended;
  };

  child.on("message", (message: WorkerMessage) => {
    if (message.type === "progress") assignment?.progress?.(message.done, message.total, message.message);
    else if (message.type === "failure") {
      assignment?.reject(new Failure(message.kind, message.message, message.details));
    } else if (message.type === "error") assignment?.reject(defect(message.message, message.stack));
    else assignment?.resolve(message.type === "result" ? message.result : undefined);
  });

  const ended = new Promise<void>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      alive = false;
      assignment?.reject(verdict ?? causeOfDeath(code, signal, lastWords()));
      resolve();
    };
    child.on("close", end);
    // A process that could not be made never exits.
    child.on("error", () => child.pid === undefined && end(null, null));
  });

  const ready = assign(START_DEADLINE_MS, undefined, () => undefined).then(() => keepParent(child, false));

  return {
    ready,
    ended,
    get alive() {
      return alive;
    },
    run: (job, { deadlineMs, progress }) =>
      assign(deadlineMs, progress, () => child.send({ job } satisfies JobMessage, () => undefined)),
    kill,
  };
};

/** An idle worker is no reason for its parent to go on; one that is about to end is, until it has. */
const keepParent = (child: ChildProcess, keep: boolean): void => {
  const how = keep ? "ref" : "unref";
  child[how]();
  child.channel?.[how]();
  (child.stderr as Socket | null)?.[how]();
};

const LOW_PRIORITY = 10;

/** At once, so that threads of the child which collect its garbage inherit it. */
const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already, or the system has no priorities: either way the work is what counts.
  }
};

const keepLastWords = (child: ChildProcess): (() => string) => {
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-STDERR_KEPT);
  });
  return () => words;
};

/** Who kills a worker, besides us, is its memory guard or the system that has no memory left. */
const causeOfDeath = (code: number | null, signal: NodeJS.Signals | null, lastWords: string): IsolationError =>
  signal === "SIGKILL" || lastWords.includes("out of memory")
    ? new IsolationError("memory", "It took more memory than it may have.", lastWords)
    : new IsolationError("crashed", `The worker ended with ${signal ?? `code ${code}`}.`, lastWords);

const defect = (message: string, stack: string | undefined): Error => {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
};

/** What a pool sends to a worker: one at a time. */
export interface JobMessage {
  readonly job: unknown;
}

/** What a worker sends to its pool. */
export type WorkerMessage =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly done: number; readonly total?: number; readonly message?: string }
  | { readonly type: "result"; readonly result: unknown }
  | { readonly type: "failure"; readonly kind: FailureKind; readonly message: string; readonly details: FailureDetails }
  /** A defect of the work. */
  | { readonly type: "error"; readonly message: string; readonly stack?: string };

/**
 * `timeout`: took longer than its deadline. `memory`: took more than its worker has. `crashed`: the worker died, or
 * could not start. `busy`: as many are waiting as may. `cancelled`: by its signal, or because the pool was closed.
 */
export type IsolationReason = "timeout" | "memory" | "crashed" | "busy" | "cancelled";

export class IsolationError extends Error {
  readonly reason: IsolationReason;

  constructor(reason: IsolationReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "IsolationError";
    this.reason = reason;
  }
}
