import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { setPriority } from "node:os";
import { Failure, type FailureDetails, type FailureKind } from "../../model/failure.ts";

export interface WorkerOptions {
  /** The module that calls `serveJobs`; see `moduleBeside`. */
  readonly module: URL;
  /** Limit of V8's heap, and of memory outside the heap; default 128. */
  readonly memoryMb?: number;
  /** Disables `eval` and `new Function` in the worker. Some libraries do not work without them. */
  readonly noEval?: boolean;
  /** Runs the worker with a lower operating system priority. */
  readonly lowPriority?: boolean;
}

interface WorkOptions {
  readonly deadlineMs: number;
  progress?(done: number, total?: number, message?: string): void;
}

/** A child process that runs one job at a time. */
export interface Worker {
  /** Rejects with an IsolationError if the process ends before it is ready. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  readonly alive: boolean;
  run(job: unknown, options: WorkOptions): Promise<unknown>;
  /** Rejects the running job with the reason. */
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
      // A module run from source, as in tests, needs a TypeScript loader.
      ...(module.pathname.endsWith(".ts") ? ["--import", "tsx"] : []),
    ],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  if (lowPriority) lowerPriority(child);
  const lastOutput = collectStderr(child);
  let killedBecause: IsolationError | undefined;
  /** The current job. The start counts as the first one. */
  let assignment: Assignment | undefined;
  let alive = true;

  /** The timer also keeps this process alive while a caller waits. */
  const assign = async (deadlineMs: number, progress: WorkOptions["progress"], begin: () => void): Promise<unknown> => {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        assignment = { resolve, reject, ...(progress !== undefined && { progress }) };
        timer = setTimeout(() => void kill("timeout", `The job took longer than ${deadlineMs} ms.`), deadlineMs);
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
    killedBecause = new IsolationError(reason, message);
    assignment?.reject(killedBecause);
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
      assignment?.reject(killedBecause ?? exitError(code, signal, lastOutput()));
      resolve();
    };
    child.on("close", end);
    // A process that could not be spawned never emits "close".
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

/** An idle worker must not keep its parent alive; a worker that is ending must, until it has ended. */
const keepParent = (child: ChildProcess, keep: boolean): void => {
  const method = keep ? "ref" : "unref";
  child[method]();
  child.channel?.[method]();
  (child.stderr as Socket | null)?.[method]();
};

const LOW_PRIORITY = 10;

/** Called right after the start, so that the child's garbage collection threads inherit the priority. */
const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch {
    // The process has ended, or the system has no priorities. The job can run anyway.
  }
};

const collectStderr = (child: ChildProcess): (() => string) => {
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-STDERR_KEPT);
  });
  return () => output;
};

/** Apart from `kill`, SIGKILL comes from the memory guard or from the operating system when it is out of memory. */
const exitError = (code: number | null, signal: NodeJS.Signals | null, output: string): IsolationError =>
  signal === "SIGKILL" || output.includes("out of memory")
    ? new IsolationError("memory", "The job exceeded its memory limit.", output)
    : new IsolationError("crashed", `The worker ended with ${signal ?? `code ${code}`}.`, output);

const defect = (message: string, stack: string | undefined): Error => {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
};

/** A message from the pool to a worker. */
export interface JobMessage {
  readonly job: unknown;
}

/** A message from a worker to the pool. */
export type WorkerMessage =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly done: number; readonly total?: number; readonly message?: string }
  | { readonly type: "result"; readonly result: unknown }
  | { readonly type: "failure"; readonly kind: FailureKind; readonly message: string; readonly details: FailureDetails }
  /** An unexpected exception. */
  | { readonly type: "error"; readonly message: string; readonly stack?: string };

/** `crashed` includes a worker that could not start; `busy` means the queue is full; `cancelled` includes a closed pool. */
export type IsolationReason = "timeout" | "memory" | "crashed" | "busy" | "cancelled";

export class IsolationError extends Error {
  readonly reason: IsolationReason;

  constructor(reason: IsolationReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "IsolationError";
    this.reason = reason;
  }
}
