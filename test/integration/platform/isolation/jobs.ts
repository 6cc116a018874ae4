import { Failure } from "../../../../src/model/failure.ts";
import { serveJobs } from "../../../../src/platform/isolation/serve-jobs.ts";

/** The jobs of the worker pool's tests. */
export type TestJob =
  | { readonly do: "echo"; readonly value: unknown }
  | { readonly do: "loop" | "heap" | "one big array" | "buffers" | "one big buffer" | "exit" | "crash later" }
  | { readonly do: "pid" | "talk" | "wait" | "progress and loop" }
  | { readonly do: "fail" | "throw" | "answer with a function" | "environment" | "recurse" | "eval" }
  | { readonly do: "progress"; readonly steps: number };

const held: unknown[] = [];

serveJobs(async (job: TestJob, { progress }): Promise<unknown> => {
  switch (job.do) {
    case "echo":
      return job.value;
    case "loop":
      for (;;);
    case "progress and loop":
      progress(1);
      for (;;);
    case "pid":
      return process.pid;
    case "wait":
      return new Promise(() => setInterval(() => undefined, 1_000));
    case "heap":
      for (;;) held.push(new Array(1_000).fill(held.length + 0.5));
    case "one big array":
      return new Array(3e7).fill(1.5).length;
    case "buffers":
      for (;;) held.push(new Uint8Array(10_000_000).fill(held.length));
    case "one big buffer":
      return new Uint8Array(2_000_000_000).fill(1).length;
    case "exit":
      process.exit(3);
      break;
    case "crash later":
      setImmediate(() => {
        throw new Error("later");
      });
      return "answered";
    case "talk":
      process.stdout.write("noise on stdout\n");
      process.stderr.write("noise on stderr\n".repeat(10_000));
      return "said";
    case "fail":
      throw new Failure("invalid", "Something is wrong.", { field: "expression", hint: "Do better.", position: 3 });
    case "throw":
      throw new TypeError("a defect");
    case "recurse":
      return (function deeper(depth: number): number {
        return deeper(depth + 1) + 1;
      })(0);
    case "eval":
      return new Function("return 2")();
    case "answer with a function":
      return () => undefined;
    case "environment":
      return { env: { ...process.env }, execArgv: process.execArgv };
    case "progress":
      for (let step = 1; step <= job.steps; step++) progress(step, job.steps, `step ${step}`);
      return "done";
  }
});
