import { createWorkerPool } from "../../../../src/platform/isolation/worker-pool.ts";
import type { TestJob } from "./jobs.ts";

/** A process that exits with an idle worker, or is killed with a worker in an endless loop. Prints the worker's PID. */
const pool = createWorkerPool<TestJob, unknown>({ module: new URL("./jobs.ts", import.meta.url), warmAfterMs: 0 });
console.log(await pool.run({ do: "pid" }, { client: "ana", deadlineMs: 20_000 }));

if (process.argv[2] === "killed") {
  const options = { client: "ana", deadlineMs: 20_000, progress: () => process.kill(process.pid, "SIGKILL") };
  await pool.run({ do: "progress and loop" }, options);
}
