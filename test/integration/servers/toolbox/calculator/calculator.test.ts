import { afterAll, describe, expect, it } from "vitest";
import { frozenClock } from "../../../../../src/model/clock.ts";
import { Failure } from "../../../../../src/model/failure.ts";
import { createCalculator } from "../../../../../src/servers/toolbox/calculator/calculator.ts";
import type { FunctionCall } from "../../../../../src/servers/toolbox/registry/backend.ts";

const calculator = createCalculator({ clock: frozenClock(Date.parse("2026-07-10")), warm: true, deadlineMs: 500 });
afterAll(() => calculator.backend.close());

const call = async (
  functionName: string,
  given: Record<string, unknown>,
  signal = new AbortController().signal,
): Promise<Record<string, unknown>> => {
  const whole: FunctionCall = {
    functionName,
    arguments: given,
    callId: "call",
    timeoutMs: 10_000,
    signal,
    caller: { tenant: "default" } as unknown as FunctionCall["caller"],
    progress: () => undefined,
  };
  return (await calculator.backend.call(whole)).data as Record<string, unknown>;
};
const calculate = (expression: string, signal?: AbortSignal) => call("calculate", { expression }, signal);

/** Counts the turns of the event loop until the work is done. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0;
  let over = false;
  const turn = (): void => {
    turns++;
    if (!over) setImmediate(turn);
  };
  turn();
  await work;
  over = true;
  return turns;
};

/** All of these must be rejected or stopped. */
const HOSTILE: readonly string[] = [
  "f(x) = f(x); f(1)",
  "f(x) = f(x + 1) * f(x - 1); f(5)",
  "f = f; f",
  "9^9^9^9",
  `${"9^".repeat(60)}9`,
  `${"9".repeat(400)}^${"9".repeat(400)}`,
  `a = 9; ${"a = a^a; ".repeat(20)} a`,
  "1e99999999999999999999",
  "1e9000000000000000 * 1e9000000000000000",
  "exp(exp(exp(10)))",
  "factorial(1e9)",
  "3!!!!",
  `1${"!".repeat(900)}`,
  "gamma(1e6)",
  "permutations(1e9, 1e8)",
  "combinations(1e9, 5e8)",
  "isPrime(2^127 - 1)",
  "cosh(9^9^9)",
  "sinh(1e6)",
  "1e900000000 mod 7",
  "gcd(9^9^9, 3)",
  "lcm(9^9^9, 7)",
  "sin(1e900000)",
  "ones(1e5, 1e5)",
  "zeros(1e9)",
  "identity(1e5)",
  "random([10000, 10000])",
  "range(0, 1e12)",
  "0:1e12",
  "sum(0:1e9)",
  "a = [1, 2; 3, 4]; a^1e15",
  "a = [1]; a[1e9] = 1",
  "[[1, 2], [3, 4]]^1e9",
  "map([1, 2], sqrt)",
  "zeta(2)",
  `"${"x".repeat(900)}"`,
  `"${"x".repeat(100_000)}"`,
  `${"1+".repeat(490)}1`,
  `${"(".repeat(400)}1${")".repeat(400)}`,
  `${"[".repeat(60)}1${"]".repeat(60)}`,
  `${"-".repeat(990)}1`,
  `${"sqrt(".repeat(120)}2${")".repeat(120)}`,
  `${"(1)(".repeat(100)}`,
  'cos.constructor("return process")()',
  'cos.constructor("return process.exit()").call()',
  "cos.constructor",
  '"".__proto__',
  '{"__proto__": {"polluted": 1}}.polluted',
  "__proto__",
  "constructor",
  "toString()",
  "this",
  "process",
  "globalThis",
  'import({"pi": 3})',
  'config({"number": "number"})',
  'createUnit("foo")',
  'evaluate("1 + 1")',
  'parse("1 + 1")',
  'compile("1 + 1")',
  'simplify("x + x")',
  'derivative("x^2", "x")',
  "chain(1)",
  "help(sin)",
  'typed("f", {})',
  'print("$a", {a: 1})',
  "format(pi, 1e9)",
  "bignumber(pi)",
  "NaN",
  "NaN + 1",
  "Infinity - Infinity",
  "0/0",
  "log(0)",
  "(1 + i)^1e9",
  "null",
  "undefined + 1",
  "\uff11 + \uff11",
  "1 \u202e+ 1",
  "1\u0000+1",
  "\u{1d7d9}+1",
  "рi * 2",
  `${"a".repeat(900)}!`,
  `${"1'".repeat(300)}`,
  `${"5% off ".repeat(100)}1`,
  `${" ".repeat(990)}`,
  `${"1,111".repeat(150)},`,
  "",
];

describe("a hostile expression", () => {
  it("is rejected with a Failure, does not block the event loop, and leaves the calculator working", async () => {
    expect(new Set(HOSTILE).size).toBeGreaterThan(50);
    const ended: string[] = [];
    for (const expression of HOSTILE) {
      const shown = JSON.stringify(expression.slice(0, 60));
      let outcome: unknown;
      const turns = await turnsDuring(
        calculate(expression)
          .catch((reason: unknown) => reason)
          .then((reason) => {
            outcome = reason;
            return calculate("1 + 1");
          })
          .then(({ result }) => expect(result, shown).toBe(2)),
      );
      expect(outcome, shown).toBeInstanceOf(Failure);
      const { kind, message, details } = outcome as Failure;
      expect(message, shown).toMatch(/^[^\n]{10,300}$/);
      expect(details, shown).toMatchObject({ field: "expression", hint: expect.stringMatching(/[.?]$/) });
      // It ran in the worker until its deadline.
      if (kind !== "invalid") expect(turns, shown).toBeGreaterThan(100);
      ended.push(kind);
    }
    expect(ended.filter((kind) => kind !== "invalid").length).toBeGreaterThan(3);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  }, 120_000);

  it("fails with timeout when it takes too long, and with invalid when it is rejected", async () => {
    await expect(calculate("isPrime(2^127 - 1)")).rejects.toMatchObject({
      kind: "timeout",
      details: { error_type: "timeout" },
    });
    await expect(calculate("factorial(1e9)")).rejects.toMatchObject({ kind: "invalid" });
  });

  it("is cancelled by the caller's signal", async () => {
    const controller = new AbortController();
    const running = calculate("isPrime(2^127 - 1)", controller.signal);
    controller.abort();
    await expect(running).rejects.toBeInstanceOf(Failure);
    expect((await calculate("6 * 7")).result).toBe(42);
  });
});

describe("the calculator", () => {
  it("returns how it read the expression", async () => {
    expect(await calculate("15% of 240")).toEqual({
      expression: "15% of 240",
      read_as: "15 / 100 * 240",
      result: 36,
      text: "36",
      type: "number",
      notes: [],
      source: "offline",
    });
  });

  it("answers concurrent calculations with their own results", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => calculate(`${n}^2`)));
    expect(answers.map(({ result }) => result)).toEqual(Array.from({ length: 30 }, (_, n) => n * n));
  });
});
