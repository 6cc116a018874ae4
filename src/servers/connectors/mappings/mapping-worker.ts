import jsonata, { type Expression, type ExprNode, type JsonataOptions } from "jsonata";
import { Failure, failed } from "../../../model/failure.ts";
import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { evaluateSteps, type MappingStep, resultJson } from "./evaluate-steps.ts";

/** Evaluates several expressions, or checks one. */
export type MappingJob =
  | {
      readonly steps: readonly MappingStep[];
      /** JSON, which both sides read faster than the structured clone between processes. */
      readonly input: string;
      /** What `$now()` and `$millis()` return; without it they fail. */
      readonly now?: number;
      /** JSONata's own time limit, shorter than the time after which the worker is killed. */
      readonly timeoutMs: number;
    }
  | { readonly check: string };

/** For steps: JSON per evaluated step, undefined for no result. For a check: what is wrong with the expression. */
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

/** What is wrong with an expression, as the end of a sentence. Does not evaluate it. */
const problemOf = (text: string): string | undefined => {
  try {
    const { called, defined } = namesIn(jsonata(text).ast());
    const [name] = Object.keys(FORBIDDEN).filter((each) => called.has(each) && !defined.has(each));
    return name === undefined ? undefined : `there is no $${name}: ${FORBIDDEN[name]}`;
  } catch (error) {
    return problemIn(error);
  }
};

interface Names {
  readonly called: Set<string>;
  /** Bound by the expression itself, which may give any name another meaning. */
  readonly defined: Set<string>;
}

const namesIn = (root: ExprNode): Names => {
  const names: Names = { called: new Set(), defined: new Set() };
  const seen = new Set<object>();
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    const { type, value, procedure, lhs } = node as Partial<ExprNode>;
    if (type === "variable" && typeof value === "string") names.called.add(value);
    if (type === "function" || type === "partial") names.called.add(String(procedure?.value));
    if ((type as string) === "bind") names.defined.add(String((lhs as ExprNode).value));
    for (const part of Object.values(node)) walk(part);
  };
  walk(root);
  return names;
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
  if ("check" in job) return [problemOf(job.check)];
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
