import { Failure, failed } from "../../../model/failure.ts";
import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { createCompiledExpressions, problemIn } from "./compiled-expressions.ts";
import { evaluateSteps } from "./evaluate-steps.ts";
import type { MappingAnswer, MappingJob } from "./mapping-job.ts";
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

serveJobs<MappingJob, MappingAnswer>((job) => {
  if ("check" in job) return [expressions.problemOf(job.check)];
  const { steps, input, now, timeoutMs } = job;
  return evaluateSteps(steps, JSON.parse(input), {
    evaluate: (expression, subject) => expressions.evaluate(expression, subject, { now, timeoutMs }),
    keep: plainJson,
    failure: failureOf,
  });
});
