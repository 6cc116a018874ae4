import jsonata, { type Expression, type JsonataOptions } from "jsonata";
import { Failure, failed } from "../../../model/failure.ts";
import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { evaluateSteps, type MappingStep, resultJson } from "./evaluate-steps.ts";

export interface MappingJob {
  readonly steps: readonly MappingStep[];
  /** JSON, which both sides read faster than the structured clone between processes. */
  readonly input: string;
  /** What `$now()` and `$millis()` return; without it they fail. */
  readonly now?: number;
  /** JSONata's own time limit, shorter than the time after which the worker is killed. */
  readonly timeoutMs: number;
}

/** JSON per evaluated step; undefined for no result. */
export type MappingAnswer = readonly (string | undefined)[];

/** `$eval` would run unchecked text; the others would give a different request for the same arguments. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  eval: "expressions cannot be made at run time",
  random: "the same arguments must give the same request; use `made` for an id",
  shuffle: "the same arguments must give the same request",
};

const forbidden = (name: string, why: string) =>
  failed(`A mapping cannot use $${name}: ${why}.`, { error_type: "mapping_failed" });

const MOST_COMPILED = 500;
const compiled = new Map<string, Expression>();
/** The library reads these limits at each evaluation. */
const limits: JsonataOptions = { timeout: 0, stack: 1_000, sequence: 100_000 };
let now: number | undefined;
const formattedNow = jsonata("$fromMillis(now, picture, zone)");

const instant = (): number => {
  if (now === undefined) throw forbidden("now", "there is no clock here");
  return now;
};

const compile = (text: string): Expression => {
  const expression = jsonata(text, limits);
  for (const [name, why] of Object.entries(FORBIDDEN)) {
    expression.registerFunction(name, () => {
      throw forbidden(name, why);
    });
  }
  expression.registerFunction("millis", instant, "<:n>");
  expression.registerFunction(
    "now",
    (picture?: string, zone?: string) => formattedNow.evaluate({ now: instant(), picture, zone }),
    "<s?s?:s>",
  );
  return expression;
};

/** A cache of compiled expressions that drops the least recently used one. */
const expressionOf = (text: string): Expression => {
  const known = compiled.get(text);
  const expression = known ?? compile(text);
  if (known !== undefined) compiled.delete(text);
  compiled.set(text, expression);
  if (compiled.size > MOST_COMPILED) compiled.delete(compiled.keys().next().value as string);
  return expression;
};

/** The message of an error as the end of a sentence. JSONata throws plain objects as well as Errors. */
const problemIn = (error: unknown): string => {
  if (error instanceof RangeError) return "it nests too deep";
  const { message, position } = Object(error) as { message?: unknown; position?: unknown };
  const text = typeof message === "string" && message !== "" ? message.slice(0, 300).replace(/\.$/, "") : "it failed";
  return typeof position === "number" ? `${text} (at character ${position})` : text;
};

/** Codes of `$error` and `$assert`, whose messages the author of the mapping wrote for callers. */
const BY_AUTHOR: ReadonlySet<unknown> = new Set(["D3137", "D3141"]);
const OUT_OF_TIME = "D1012";

const failureOf = (error: unknown, step: number): Failure => {
  if (error instanceof Failure) return new Failure(error.kind, error.message, { ...error.details, step });
  const { code } = Object(error) as { code?: unknown };
  if (BY_AUTHOR.has(code)) {
    return failed((error as { message: string }).message, { error_type: "mapping_said", step });
  }
  if (code === OUT_OF_TIME)
    return new Failure("timeout", "The mapping took too long.", { error_type: "timeout", step });
  return failed(`The mapping cannot be applied: ${problemIn(error)}.`, { error_type: "mapping_failed", step });
};

serveJobs<MappingJob, MappingAnswer>((job) => {
  const { steps, input, timeoutMs } = job;
  return evaluateSteps(steps, JSON.parse(input), {
    evaluate(expression, subject) {
      now = job.now;
      limits.timeout = timeoutMs;
      return expressionOf(expression).evaluate(subject);
    },
    convert: resultJson,
    failure: failureOf,
  });
});
