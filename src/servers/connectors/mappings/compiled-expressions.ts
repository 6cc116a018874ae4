import jsonata, { type Expression, type ExprNode, type JsonataOptions } from "jsonata";
import { failed } from "../../../model/failure.ts";

/** Only in a worker: nothing here can be stopped from inside. */
export interface CompiledExpressions {
  evaluate(expression: string, input: unknown, moment: Moment): Promise<unknown>;
  /** What is wrong with it, as the end of a sentence; undefined if nothing is. */
  problemOf(expression: string): string | undefined;
}

export interface Moment {
  readonly now: number | undefined;
  readonly timeoutMs: number;
}

const MOST_COMPILED = 500;

/**
 * One runs texts that nobody has checked, the others give a new answer each time: what a call sends must follow from what
 * was said.
 */
const REFUSED: Readonly<Record<string, string>> = {
  eval: "expressions are not made at run time",
  random: "the same arguments must give the same request; use `made` for an id",
  shuffle: "the same arguments must give the same request",
};

export const createCompiledExpressions = (): CompiledExpressions => {
  const compiled = new Map<string, Expression>();
  /** Read by the library whenever it evaluates. */
  const limits: JsonataOptions = { timeout: 0, stack: 1_000, sequence: 100_000 };
  let now: number | undefined;
  const written = jsonata("$fromMillis(now, picture, zone)");

  const instant = (): number => {
    if (now === undefined) throw refused("now", "there is no clock here");
    return now;
  };

  const compile = (text: string): Expression => {
    const expression = jsonata(text, limits);
    for (const [name, why] of Object.entries(REFUSED)) {
      expression.registerFunction(name, () => {
        throw refused(name, why);
      });
    }
    expression.registerFunction("millis", instant, "<:n>");
    expression.registerFunction(
      "now",
      (picture?: string, zone?: string) => written.evaluate({ now: instant(), picture, zone }),
      "<s?s?:s>",
    );
    return expression;
  };

  const expressionOf = (text: string): Expression => {
    const known = compiled.get(text);
    const expression = known ?? compile(text);
    // What was used last comes last: what is dropped has not been used for long.
    if (known !== undefined) compiled.delete(text);
    compiled.set(text, expression);
    if (compiled.size > MOST_COMPILED) compiled.delete(compiled.keys().next().value as string);
    return expression;
  };

  return {
    evaluate(text, input, moment) {
      now = moment.now;
      limits.timeout = moment.timeoutMs;
      return expressionOf(text).evaluate(input);
    },
    problemOf(text) {
      try {
        const { called, defined } = namesIn(jsonata(text).ast());
        const [name] = Object.keys(REFUSED).filter(
          (refusedName) => called.has(refusedName) && !defined.has(refusedName),
        );
        return name === undefined ? undefined : `there is no $${name}: ${REFUSED[name]}`;
      } catch (error) {
        return problemIn(error);
      }
    },
  };
};

/** The library throws plain objects, and Errors of its own engine. */
export const problemIn = (error: unknown): string => {
  if (error instanceof RangeError) return "it nests too deep";
  const { message, position } = Object(error) as { message?: unknown; position?: unknown };
  const said = typeof message === "string" && message !== "" ? message.slice(0, 300).replace(/\.$/, "") : "it failed";
  return typeof position === "number" ? `${said} (at character ${position})` : said;
};

const refused = (name: string, why: string) =>
  failed(`A mapping cannot use $${name}: ${why}.`, { error_type: "mapping_failed" });

interface Names {
  readonly called: Set<string>;
  /** By the expression itself, which may give any name another meaning. */
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
