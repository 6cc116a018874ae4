import { serveJobs } from "../../isolation/serve-jobs.ts";
import { Failure, failed } from "../../model/failure.ts";
import { createCompiledExpressions, problemIn } from "./compiled-expressions.ts";
import type { MappingAnswer, MappingJob, MappingStep } from "./mapping-job.ts";
import { plainJson } from "./plain-json.ts";

const expressions = createCompiledExpressions();

/** What `$error` and `$assert` say is meant for whoever called. */
const SAID_BY_AUTHOR: ReadonlySet<unknown> = new Set(["D3137", "D3141"]);
const OUT_OF_TIME = "D1012";

const failureOf = (error: unknown, step: number): Failure => {
  if (error instanceof Failure) return new Failure(error.kind, error.message, { ...error.details, step });
  const { code } = Object(error) as { code?: unknown };
  if (SAID_BY_AUTHOR.has(code)) {
    return failed((error as { message: string }).message, { error_type: "mapping_said", step });
  }
  if (code === OUT_OF_TIME)
    return new Failure("timeout", "The mapping took too long.", { error_type: "timeout", step });
  return failed(`The mapping cannot be applied: ${problemIn(error)}.`, { error_type: "mapping_failed", step });
};

/** Whether an expression came to something. */
const yielded = (json: string | undefined): boolean =>
  json !== undefined && !["null", "false", '""', "[]", "{}"].includes(json);

serveJobs<MappingJob, MappingAnswer>(async (job) => {
  if ("check" in job) return [expressions.problemOf(job.check)];
  const input: unknown = JSON.parse(job.input);
  const results: unknown[] = [];
  const answer: (string | undefined)[] = [];
  for (const [index, { expression, over, stops }] of job.steps.entries()) {
    try {
      const result = await expressions.evaluate(expression, subject(input, results, over), {
        now: job.now,
        timeoutMs: job.timeoutMs,
      });
      const json = plainJson(result);
      results.push(result);
      answer.push(json);
      if (stops && yielded(json)) break;
    } catch (error) {
      throw failureOf(error, index);
    }
  }
  return answer;
});

const subject = (input: unknown, results: readonly unknown[], over: MappingStep["over"]): unknown => {
  if (over === undefined) return input;
  return typeof over === "number" ? results[over] : (input as Record<string, unknown>)[over];
};
