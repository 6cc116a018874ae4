import { Failure } from "../../model/failure.ts";
import { startMemoryGuard } from "./memory-guard.ts";
import type { JobMessage, WorkerMessage } from "./worker-message.ts";

export interface JobContext {
  progress(done: number, total?: number, message?: string): void;
}

/** Called once by a module that a pool runs in its workers. Jobs come one at a time. */
export const serveJobs = <Job, Result>(handler: (job: Job, context: JobContext) => Promise<Result> | Result): void => {
  const send = (message: WorkerMessage): void => {
    if (process.connected) process.send?.(message);
  };
  const guard = startMemoryGuard(Number(process.argv[2]));

  const work = async (job: Job): Promise<void> => {
    let over = false;
    try {
      const result = await handler(job, {
        progress: (done, total, message) => {
          if (over) return;
          send({
            type: "progress",
            done,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message }),
          });
        },
      });
      over = true;
      send({ type: "result", result });
    } catch (reason) {
      over = true;
      tell(reason);
    }
  };

  const tell = (reason: unknown): void => {
    if (reason instanceof Failure) {
      const { kind, message, details } = reason;
      send({ type: "failure", kind, message, details });
    } else if (reason instanceof Error) {
      const { message, stack } = reason;
      send({ type: "error", message, ...(stack !== undefined && { stack }) });
    } else send({ type: "error", message: String(reason) });
  };

  process.on("message", async ({ job }: JobMessage) => {
    guard.watch();
    await work(job as Job);
    guard.rest();
  });
  process.on("disconnect", () => process.exit());
  // Ctrl-C reaches every process of the terminal; the pool decides when a worker ends.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => undefined);
  void guard.online.then(() => send({ type: "ready" }));
};
