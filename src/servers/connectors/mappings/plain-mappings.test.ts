import fc from "fast-check";
import jsonata from "jsonata";
import { describe, expect, it } from "vitest";
import { cases } from "../../../../test/fixtures/cases.ts";
import { evaluateSteps, resultJson } from "./evaluate-steps.ts";
import { createPlainMappings } from "./plain-mappings.ts";

const plain = createPlainMappings();

/** The result in this process as JSON; "not plain" if it needs a worker. */
const here = async (expression: string, input: unknown): Promise<string | undefined> => {
  const answer = await plain.run([{ expression }], input);
  return answer === undefined ? "not plain" : JSON.stringify(answer[0]);
};

/** The result of JSONata with the limits of a worker. */
const byJsonata = async (expression: string, input: unknown): Promise<string | undefined> => {
  const limits = { timeout: 900, stack: 1_000, sequence: 100_000 };
  const compiled = jsonata(expression, limits);
  const [json] = await evaluateSteps([{ expression }], JSON.parse(JSON.stringify(input)), {
    evaluate: (_, subject) => compiled.evaluate(subject),
    convert: resultJson,
    failure: (error) => error,
  });
  return json;
};

const names = ["a", "b", "c", "@x", "1", "length", "constructor"] as const;
const step = fc.constantFrom(...names).map((name) => `\`${name}\``);
const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join("."));

const CONSTANTS = [
  '"text"',
  "0",
  "1",
  "2",
  "-1.5",
  "true",
  "false",
  "null",
  '"["',
  '""',
  '"te"',
  '"2030-01-10"',
  '"a"',
];
const OPERATORS = ["+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "&", "in", "and", "or"];
const OF_ONE = [
  ...["exists", "count", "type", "boolean", "not", "sum", "max", "min", "number", "abs", "floor", "ceil", "round"],
  ...["string", "uppercase", "lowercase", "trim", "length", "join", "toMillis", "assert"],
];
const OF_TWO = [
  ...["append", "round", "formatNumber", "substring", "substringBefore", "substringAfter", "contains", "split", "join"],
  ...["lookup", "assert"],
];

const { expression } = fc.letrec<{ expression: string; object: string; path: string; call: string }>((tie) => {
  const inner = tie("expression");
  const filter = fc.oneof(
    inner,
    fc.constantFrom("0", "-1", "1", "true", "a", "a = 1", "a < 1.5", "$exists(b)", "$ = 1", '$ = "text"'),
  );
  return {
    object: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), inner), { selector: ([name]) => name, maxLength: 4 })
      .map((members) => `{${members.map(([name, value]) => `"${name}": ${value}`).join(", ")}}`),
    call: fc.oneof(
      fc.tuple(fc.constantFrom(...OF_ONE), inner).map(([name, value]) => `$${name}(${value})`),
      fc.tuple(fc.constantFrom(...OF_TWO), inner, inner).map(([name, a, b]) => `$${name}(${a}, ${b})`),
      fc.tuple(inner, inner, inner).map((all) => `$substring(${all.join(", ")})`),
      fc.tuple(inner, inner, inner).map((all) => `$replace(${all.join(", ")})`),
    ),
    path: fc.oneof(
      { weight: 4, arbitrary: path },
      fc.tuple(path, tie("object")).map(([before, object]) => `${before}.${object}`),
      fc.tuple(path, filter).map(([before, which]) => `${before}[${which}]`),
      fc.tuple(path, filter, path).map(([before, which, after]) => `${before}[${which}].${after}`),
      fc.tuple(path, filter, filter).map(([before, one, two]) => `${before}[${one}][${two}]`),
      fc.tuple(path, filter).map(([before, which]) => `(${before})[${which}]`),
      fc.tuple(path, inner).map(([before, after]) => `${before}.(${after})`),
      fc.tuple(path, inner, step).map(([before, between, after]) => `${before}.(${between}).${after}`),
      fc.tuple(path, path).map(([before, after]) => `${before}#$i.${after}.{"i": $i, "it": $}`),
      fc.tuple(path, inner).map(([before, after]) => `${before}#$i.(${after})`),
      fc.tuple(path, fc.constantFrom(...OF_ONE)).map(([before, name]) => `${before}.$${name}()`),
      fc.tuple(path, tie("call")).map(([before, call]) => `${before}.${call}`),
      path.map((after) => `$$.${after}`),
      path.map((after) => `$.${after}`),
      fc.constantFrom("$", "$$"),
    ),
    expression: fc.oneof(
      { maxDepth: 3 },
      tie("path"),
      fc.constantFrom(...CONSTANTS),
      tie("object"),
      tie("call"),
      fc.array(inner, { maxLength: 3 }).map((entries) => `[${entries.join(", ")}]`),
      fc.tuple(inner, inner).map(([first, last]) => `[${first}..${last}]`),
      fc.tuple(inner, inner).map(([asked, yes]) => `(${asked} ? ${yes})`),
      fc.tuple(inner, inner, inner).map(([asked, yes, no]) => `(${asked} ? ${yes} : ${no})`),
      fc.tuple(inner, fc.constantFrom(...OPERATORS), inner).map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      inner.map((value) => `(-(${value}))`),
      fc.tuple(inner, inner).map(([value, rest]) => `($x := ${value}; ($x := $x.a; ${rest}); [$x, ${rest}, $x.b])`),
      fc.tuple(inner, filter).map(([value, which]) => `($x := ${value}; $x[${which}].{"x": $})`),
    ),
  };
});

const { input: anyInput } = fc.letrec<{ input: unknown; object: unknown; value: unknown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 5 }),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("text", "", 0, 1, 1.5, true, false, null, "12", "2030-01-10", " a  b "),
    fc.array(fc.oneof({ arbitrary: tie("object"), weight: 3 }, tie("value")), { maxLength: 3 }),
    tie("object"),
    tie("object"),
  ),
  input: fc.oneof({ arbitrary: tie("object"), weight: 9 }, tie("value")),
}));

describe("a plain mapping", () => {
  it("gives the same result as JSONata or leaves the expression to it", async () => {
    let [evaluated, something] = [0, 0];
    await fc.assert(
      fc.asyncProperty(expression, anyInput, async (text, input) => {
        const result = await here(text, input);
        if (result === "not plain") return;
        evaluated++;
        if (result !== undefined) something++;
        expect(result).toBe(await byJsonata(text, input));
      }),
      { numRuns: cases(200), seed: 1 },
    );
    // Otherwise the test would prove nothing.
    expect(evaluated).toBeGreaterThan(cases(90));
    expect(something).toBeGreaterThan(cases(50));
  }, 60_000);

  it.each<[expression: string, input: unknown, result: unknown]>([
    ["body.error", { body: { rooms: [] } }, undefined],
    ["meta.next_cursor", { meta: { next_cursor: "n2" } }, "n2"],
    ['{ "items": body }', { body: [1, 2] }, { items: [1, 2] }],
    ["a.b", { a: [{ b: [1] }, {}] }, [1]],
    ["a.b", { a: [{ b: 1 }, {}] }, 1],
    ["a.b", { a: [{ b: [1, 2] }, { b: 3 }] }, [1, 2, 3]],
    ["a", { a: [] }, []],
    ["a.b", { a: [] }, undefined],
    ["[a.b]", { a: { b: 1 } }, [1]],
    ["[[a]]", { a: [1] }, [[1]]],
    [
      '{ "tours": [body.tours.{"name": name, "price": price.amount}], "next": body.next }',
      { body: { tours: [{ name: "T", price: { amount: 9 } }] } },
      { tours: [{ name: "T", price: 9 }] },
    ],
    [
      '{ "room": [rooms.{ "@adults": adults, "child": [children.{ "@age": age }] }] }',
      { rooms: [{ adults: 2, children: [{ age: 5 }, { age: 7 }] }, { adults: 1 }] },
      {
        room: [
          { "@adults": 2, child: [{ "@age": 5 }, { "@age": 7 }] },
          { "@adults": 1, child: [] },
        ],
      },
    ],
    ['{ "rooms": $exists(rooms) ? { "room": [rooms] } }', {}, {}],
    ['$exists(a) ? "yes" : "no"', { a: null }, "yes"],
    ["null", {}, null],
    ["/* by name */ a . b", { a: { b: 0 } }, 0],
    ["a.b", JSON.parse('{"a":{"b":1,"__proto__":{}}}'), 1],
    ["a", JSON.parse('{"a":{"b":1,"__proto__":{"c":2}}}'), { b: 1 }],
    ['$count(rooms) & " rooms"', { rooms: [{}, {}] }, "2 rooms"],
    [
      "$sum(rooms.(count * price))",
      {
        rooms: [
          { count: 2, price: 1.5 },
          { count: 1, price: 3 },
        ],
      },
      6,
    ],
    ['rooms[board = "half" and price < 100].code', { rooms: [{ board: "half", price: 9, code: "A" }, {}] }, "A"],
    [
      'rooms#$place.guests.{ "room": $place + 1, "age": age }',
      { rooms: [{}, { guests: [{ age: 3 }] }] },
      { room: 2, age: 3 },
    ],
    ["(1 = 1 ? a : b) > 1 or $not(c)", { a: 1 }, false],
    ["($x := a; ($x := 2; $x); $x)", { a: 1 }, 1],
    ["$round(2.5) & $round(3.5) & $round(1.015, 2) & $round(-0.2)", {}, "241.020"],
    ['$formatNumber(a, "0.00")', { a: 1234.5 }, "1234.50"],
    ['$formatNumber(a, "0.00")', { a: 0.005 }, "0.00"],
    ["$toMillis(a) - $toMillis(b)", { a: "2030-03-01", b: "2030-02-28T00:00:00Z" }, 86_400_000],
    ["a.b[-1]", { a: [{ b: [1, 2] }, { b: 3 }] }, [2, 3]],
    ["(a.b)[-1]", { a: [{ b: [1, 2] }, { b: 3 }] }, 3],
    ["names.$uppercase()", { names: ["a", "ß"] }, ["A", "SS"]],
    ["a & (0.1 + 0.2) & null & true", { a: [1][1] }, "0.3nulltrue"],
  ])("%s over %j is %j", async (text, input, result) => {
    expect(await here(text, input)).toBe(JSON.stringify(result));
    expect(await byJsonata(text, input)).toBe(JSON.stringify(result));
  });

  it("evaluates steps over earlier results and stops where a step says so", async () => {
    const steps = [
      { expression: "body.error", stops: true },
      { expression: '{ "all": body.rooms }' },
      { expression: "null", over: 1 },
      { expression: "all.code", over: 1 },
      { expression: "next", over: "body" },
    ];
    const body = { rooms: [{ code: "A" }, { code: "B" }], next: 2 };
    expect(await plain.run(steps, { body })).toEqual([undefined, { all: body.rooms }, null, ["A", "B"], 2]);
    expect(await plain.run(steps, { body: { error: "sold out" } })).toEqual(["sold out"]);
  });

  it("shares no data with its input", async () => {
    const input = { a: { b: [1] } };
    const [result] = (await plain.run([{ expression: "a" }], input)) ?? [];
    input.a.b.push(2);
    expect(result).toEqual({ b: [1] });
  });
});

const MANY = Array.from({ length: 1_000 }, (_, b) => ({ b }));
const LONG = "a".repeat(200_000);
const doubled = (first: string, twice: (name: string) => string): string =>
  `($x0 := ${first}; ${Array.from({ length: 40 }, (_, i) => `$x${i + 1} := ${twice(`$x${i}`)};`).join(" ")} $x40)`;

describe("an expression is left to a worker", () => {
  it.each([
    ...["a[]", "*", "a.**", "a.%", "a^(b)", "a@$x.b", "a#$i[0].b", "a#$i.b[$i = 0]", "[a].b", "a.[b]", "a{'x': b}"],
    ...["{a: b}", "{'a': 1, 'a': 2}", "{'_jsonata_lambda': a}", "{'__proto__': a}", "{'x': $y := 1}", "a.", "a.b ~> c"],
    ...["$x", "$x := 1", "$exists := 1", "($count := 1; $count(a))", "a#$count.b", "($x; $x := 1)", "$sum", "$$$"],
    ...["$exists(a, b)", "$count()", "$map(a, $string)", "function($x) { $x }(a)", "($f := function() { $f() }; $f())"],
    ...["$match(a, /x/)", "$replace(a, /x/, '')", "$now()", "$random()", "$eval('1')", "$error('no')", "| a | {} |"],
    ...[`[${"a,".repeat(600)}a]`, `[${"a,".repeat(5_000)}a]`],
  ])("%.40s", async (text) => {
    expect(await here(text, { a: { b: 1 } })).toBe("not plain");
  });

  it.each<[what: string, expression: string, input: unknown]>([
    ["a list of lists", "a.b", { a: [[{ b: 1 }]] }],
    ["an object over a list", '{ "x": b }', [{ b: 1 }]],
    ["an object over an empty list", 'a.{ "x": 1 }', { a: [[]] }],
    ["names with a meaning to JSONata", "a.b", JSON.parse('{"a":{"b":1,"_jsonata_function":true}}')],
    ["a result that is too deep", "a", JSON.parse(`{"a":${"[".repeat(200)}${"]".repeat(200)}}`)],
    ["an assertion that fails", '$assert(a = 1, "It must be 1.")', { a: 2 }],
    ["a type error", "a + 1", { a: "1" }],
    ["a time without zone", "$toMillis(a)", { a: "2030-01-10T10:00:00" }],
  ])("%s", async (_, text, input) => {
    expect(await here(text, input)).toBe("not plain");
  });

  it.each<[what: string, expression: string, input: unknown]>([
    ["much work", "[a.b, a.b, a.b]", { a: Array(8_000).fill({ b: 1 }) }],
    ["a product of lists", "a.($$.a.($$.a.b))", { a: MANY }],
    ["a list for every entry of a list", "a.$$.a.$$.a.b", { a: MANY }],
    ["a product of indices", "a#$i.$$.a#$j.$$.a.($i + $j)", { a: MANY }],
    ["every entry searched in every list", "a[b in $$.a.b]", { a: MANY }],
    ["a text that doubles", doubled("a", (name) => `${name} & ${name}`), { a: "ha" }],
    ["a text that doubles by its separator", doubled("a", (name) => `$join([${name}, ${name}], ${name})`), { a: "ha" }],
    ["a text that doubles by replacement", doubled("a", (name) => `$replace(${name}, "a", ${name})`), { a: "aa" }],
    ["a list that doubles", doubled("a", (name) => `$append(${name}, ${name})`), { a: [1, 2] }],
    ["a list of itself that doubles", doubled("a", (name) => `[${name}, ${name}]`), { a: [1, 2] }],
    ["a list in lists that doubles", doubled("a", (name) => `[[${name}], [${name}]]`), { a: [1, 2] }],
    ["an object that doubles", doubled("a", (name) => `{ "x": ${name}, "y": ${name} }`), { a: 1 }],
    ["a long range", "[1..10000000]", {}],
    ["a long text searched in a long text", "$contains(a, b)", { a: LONG, b: `b${LONG}` }],
    ["a long text compared many times", "[n.($$.a = $$.b)]", { n: MANY, a: `${LONG}a`, b: `${LONG}b` }],
    ["a long text searched in a list", "n.($$.a in $$.b)", { n: MANY, a: `${LONG}a`, b: Array(50).fill(`${LONG}b`) }],
    ["a long text split", '$split(a, "")', { a: LONG }],
    ["a long text read many times", `[${"a,".repeat(400)}a]`, { a: LONG }],
    ["a large object tested many times", "n.($$.a ? 1 : 2)", { n: MANY, a: Object.assign({}, MANY) }],
    ["a long name read many times", `[${"a,".repeat(400)}a]`, { a: { [LONG]: 1 } }],
    ["a large result", "a", { a: "x".repeat(2_000_000) }],
  ])("when it exceeds the step budget: %s", async (_, text, input) => {
    expect(await here(text, input)).toBe("not plain");
  });
});
