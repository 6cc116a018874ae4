import { afterAll, describe, expect, it } from "vitest";
import { frozenClock } from "../../../../src/model/clock.ts";
import { Failure } from "../../../../src/model/failure.ts";
import { createMappings } from "../../../../src/servers/connectors/mappings/mappings.ts";

const mappings = createMappings({ size: 1, clock: frozenClock(Date.parse("2025-12-01T08:00:00Z")) });
const timeless = createMappings({ size: 1 });
afterAll(() => Promise.all([mappings.close(), timeless.close()]));

const { signal } = new AbortController();
const evaluate = async (expression: string, input: unknown = {}, options: object = {}) =>
  (await mappings.run([{ expression }], input, { signal, ...options }))[0];
const failureOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    (result) => Promise.reject(new Error(`The result was ${JSON.stringify(result)}.`)),
    (error: unknown) => {
      expect(error).toBeInstanceOf(Failure);
      return error as Failure;
    },
  );

describe("a mapping", () => {
  it.each<[expression: string, input: unknown, result: unknown]>([
    ["a.b", { a: { b: 1 } }, 1],
    ["a.b", { a: [{ b: 1 }, { b: 2 }] }, [1, 2]],
    ["a[]", { a: 1 }, [1]],
    ["nothing", {}, undefined],
    ['{ "f": $sum, "g": function($x) { $x }, "n": null }', {}, { n: null }],
    ["$sum", {}, undefined],
    ["[$sum, 1]", {}, [null, 1]],
    ["$now()", {}, "2025-12-01T08:00:00.000Z"],
    ["$now('[D01].[M01].[Y0001]')", {}, "01.12.2025"],
    ["$millis()", {}, 1_764_576_000_000],
    ["$", [1, [2]], [1, [2]]],
    ["$", "ü\u2028\u{1f600}", "ü\u2028\u{1f600}"],
    ['"abc" ~> /b/', {}, { match: "b", start: 1, end: 2, groups: [] }],
  ])("%s over %j is %j", async (expression, input, result) => {
    expect(await evaluate(expression, input)).toEqual(result);
  });

  it("evaluates steps over earlier results and stops where a step says so", async () => {
    const steps = (error: string) => [
      { expression: error, stops: true },
      { expression: "{ 'rooms': body.room[] }" },
      { expression: "$count(rooms) & ' rooms'", over: 1 },
      { expression: "$keys($)", over: "headers" },
    ];
    const input = { body: { room: [1, 2] }, headers: { a: "1", b: "2" } };
    expect(await mappings.run(steps("body.error"), input, { signal })).toEqual([
      undefined,
      { rooms: [1, 2] },
      "2 rooms",
      ["a", "b"],
    ]);
    expect(await mappings.run(steps("'sold out'"), input, { signal })).toEqual(["sold out"]);
    expect(await mappings.run(steps("[]"), input, { signal })).toHaveLength(4);
  });

  it("reports which step failed and why", async () => {
    const failure = await failureOf(mappings.run([{ expression: "1" }, { expression: "1 + 'a'" }], {}, { signal }));
    expect(failure).toMatchObject({ kind: "failed", details: { error_type: "mapping_failed", step: 1 } });
    expect(failure.message).toMatch(/right side of the "\+" operator must evaluate to a number/);
  });

  it("passes on the message of $error", async () => {
    const failure = await failureOf(evaluate("$error('Ten rooms at most.')"));
    expect(failure).toMatchObject({ message: "Ten rooms at most.", details: { error_type: "mapping_said" } });
  });

  it("rejects $now without a clock", async () => {
    const failure = await failureOf(timeless.run([{ expression: "$now()" }], {}, { signal }));
    expect(failure.message).toBe("A mapping cannot use $now: there is no clock here.");
  });
});

describe("forbidden functions", () => {
  it.each([
    ["eval", "$eval('1')"],
    ["random", "[1].($random())"],
    ["shuffle", "[1,2] ~> $shuffle"],
  ])("include $%s", async (name, expression) => {
    expect((await failureOf(evaluate(expression))).message).toMatch(`A mapping cannot use $${name}: `);
  });

  it("can be redefined by the expression itself", async () => {
    expect(await evaluate("($random := function() { 4 }; $random())")).toBe(4);
  });
});

const HOSTILE: readonly (readonly [expression: string, input?: unknown])[] = [
  ["($f := function($x) { $f($x) }; $f(1))"],
  ["($f := function($x) { $f($x) + $f($x) }; $f(1))"],
  ["($f := function($x) { 1 + $f($x + 1) }; $f(1))"],
  ["$reduce([1..100000], function($a, $b) { $a & $a }, 'xx')"],
  ["[1..10000000]"],
  ["[1..100000].([1..100000].([1..100000]))"],
  ["$map([1..99999], function($i) { $pad('', 1000000) })"],
  ["$pad('', 999999999)"],
  ["$string([1..100000].$pad('x', 100000))"],
  ["$match(s, /^(a+)+$/)", { s: `${"a".repeat(40)}!` }],
  ["$replace(s, /(x+x+)+y/, '')", { s: "x".repeat(40) }],
  ["$eval('1 + 1')"],
  ["$random()"],
  ["$shuffle([1, 2])"],
  ["$power(10, 400)"],
  ["$formatBase(1e300, 36) & $error('x')"],
  ["($d := function($n) { $n = 0 ? {} : { 'a': $d($n - 1) } }; $d(100))"],
  ["1 +"],
  ["$single([1..100000])"],
  ["$sort([1..100000], function($a, $b) { $error('stop') })"],
];

const CURIOUS: readonly string[] = [
  "$lookup($, 'constructor')('return process')()",
  "constructor.constructor('return process')()",
  "$.toString()",
  "__proto__.polluted()",
  "$sum.implementation.constructor('return 1')()",
  "$sum.constructor",
];

const HARMLESS: readonly (readonly [expression: string, input: unknown, result: unknown])[] = [
  ["__proto__", {}, undefined],
  ["constructor", {}, undefined],
  ["a.constructor.name", { a: "x" }, undefined],
  ["$lookup($, '__proto__')", {}, undefined],
  ["$keys($$)", { a: 1 }, "a"],
  ["{ '__proto__': { 'polluted': 1 } }", {}, {}],
  ["$merge([{ 'a': 1 }, $$])", JSON.parse('{"__proto__":{"polluted":1}}'), { a: 1 }],
  ["process", {}, undefined],
  ["globalThis", {}, undefined],
];

describe("a hostile mapping", () => {
  it("ends with a Failure and does not affect later mappings", async () => {
    for (const [expression, input] of HOSTILE) {
      const failure = await failureOf(evaluate(expression, input ?? {}, { deadlineMs: 700 }));
      expect(failure.message, expression).toMatch(/^[^\n]{10,400}\.$|^x$|^stop$/);
      expect(await evaluate("1 + 1"), expression).toBe(2);
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  }, 120_000);

  it.each(CURIOUS)("cannot reach JavaScript internals: %s", async (expression) => {
    const outcome = await evaluate(expression).catch((error: unknown) => error);
    if (outcome !== undefined) expect(outcome).toBeInstanceOf(Failure);
  });

  it.each(HARMLESS)("finds only data: %s", async (expression, input, result) => {
    expect(await evaluate(expression, input)).toEqual(result);
    expect(await evaluate("polluted")).toBeUndefined();
  });

  it("is stopped when its call is cancelled", async () => {
    const controller = new AbortController();
    const running = evaluate("$match($pad('', 40, 'a') & '!', /^(a+)+$/)", {}, { signal: controller.signal });
    const reason = new Error("gone");
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(await evaluate("2")).toBe(2);
  });

  it("reports whether time or stack ran out", async () => {
    const slow = await failureOf(evaluate("$match($pad('', 40, 'a') & '!', /^(a+)+$/)", {}, { deadlineMs: 300 }));
    expect(slow).toMatchObject({ kind: "timeout", details: { error_type: "mapping_timeout" } });
    const endless = await failureOf(evaluate("($f := function($x) { $f($x) }; $f(1))", {}, { deadlineMs: 300 }));
    expect(endless).toMatchObject({ kind: "timeout" });
    const deep = await failureOf(evaluate("($f := function($x) { 1 + $f($x) }; $f(1))"));
    expect(deep.message).toMatch(/Stack overflow/);
  });
});
