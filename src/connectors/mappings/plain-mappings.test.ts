import fc from "fast-check";
import jsonata from "jsonata";
import { describe, expect, it } from "vitest";
import { evaluateSteps } from "./evaluate-steps.ts";
import { createPlainMappings } from "./plain-mappings.ts";

const plain = createPlainMappings();

/** What comes of it here, as JSON; "not plain" where a worker is asked. */
const here = async (expression: string, input: unknown): Promise<string | undefined> => {
  const answer = await plain.run([{ expression }], JSON.stringify(input));
  return answer === undefined ? "not plain" : answer[0];
};

/** What JSONata makes of it, with the limits that a worker gives it. */
const byJsonata = async (expression: string, input: unknown): Promise<string | undefined> => {
  const limits = { timeout: 900, stack: 1_000, sequence: 100_000 };
  const compiled = jsonata(expression, limits);
  const [json] = await evaluateSteps([{ expression }], JSON.parse(JSON.stringify(input)), {
    evaluate: (_, subject) => compiled.evaluate(subject),
    failure: (error) => error,
  });
  return json;
};

const names = ["a", "b", "c", "@x", "1", "length", "constructor"] as const;
const step = fc.constantFrom(...names).map((name) => `\`${name}\``);
const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join("."));

const { expression } = fc.letrec<{ expression: string; object: string }>((tie) => ({
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), tie("expression")), { selector: ([name]) => name, maxLength: 4 })
    .map((members) => `{${members.map(([name, value]) => `"${name}": ${value}`).join(", ")}}`),
  expression: fc.oneof(
    { maxDepth: 3 },
    path,
    fc.constantFrom('"text"', "0", "-1.5", "true", "false", "null", '"["', '""'),
    tie("object"),
    fc.tuple(path, tie("object")).map(([before, object]) => `${before}.${object}`),
    fc.array(tie("expression"), { maxLength: 3 }).map((entries) => `[${entries.join(", ")}]`),
    fc.tuple(path, tie("object")).map(([asked, yes]) => `$exists(${asked}) ? ${yes}`),
    fc.tuple(path, path, tie("object")).map(([asked, yes, no]) => `$exists(${asked}) ? ${yes} : ${no}`),
  ),
}));

const { input: anyInput } = fc.letrec<{ input: unknown; object: unknown; value: unknown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 5 }),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("text", "", 0, 1.5, true, false, null),
    fc.array(fc.oneof({ arbitrary: tie("object"), weight: 3 }, tie("value")), { maxLength: 3 }),
    tie("object"),
    tie("object"),
  ),
  input: fc.oneof({ arbitrary: tie("object"), weight: 9 }, tie("value")),
}));

describe("a plain mapping", () => {
  it("comes to what JSONata comes to, or leaves it to JSONata", async () => {
    let [evaluated, something] = [0, 0];
    await fc.assert(
      fc.asyncProperty(expression, anyInput, async (text, input) => {
        const result = await here(text, input);
        if (result === "not plain") return;
        evaluated++;
        if (result !== undefined) something++;
        expect(result).toBe(await byJsonata(text, input));
      }),
      { numRuns: 1_000, seed: 1 },
    );
    // Else it would say nothing.
    expect(evaluated).toBeGreaterThan(900);
    expect(something).toBeGreaterThan(500);
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
  ])("%s over %j is %j", async (text, input, result) => {
    expect(await here(text, input)).toBe(JSON.stringify(result));
    expect(await byJsonata(text, input)).toBe(JSON.stringify(result));
  });

  it("leans on what came before it, and stops what comes after it", async () => {
    const steps = [
      { expression: "body.error", stops: true },
      { expression: '{ "all": body.rooms }' },
      { expression: "null", over: 1 },
      { expression: "all.code", over: 1 },
      { expression: "next", over: "body" },
    ];
    const body = { rooms: [{ code: "A" }, { code: "B" }], next: 2 };
    expect(await plain.run(steps, JSON.stringify({ body }))).toEqual([
      undefined,
      JSON.stringify({ all: body.rooms }),
      "null",
      '["A","B"]',
      "2",
    ]);
    expect(await plain.run(steps, JSON.stringify({ body: { error: "sold out" } }))).toEqual(['"sold out"']);
  });
});

describe("what is not plain is left to a worker", () => {
  it.each([
    ...["a[]", "a[0]", "a.b[c=1]", "(a)", "a.(b)", "$", "$.a", "$$.a", "*", "a.**", "a.%", "a^(b)", "a@$x.b", "a#$i.b"],
    ...["[a].b", "a.[b]", "a.{'x': b}.x", "a{'x': b}", "{a: b}", "{'a': 1, 'a': 2}", "{'_jsonata_lambda': a}"],
    ...["a + 1", "a & b", "a = b", "-a", "a ? b", "$exists(a)", "$count(a)", "$exists(a, b) ? 1", "[1..3]", "a.b ~> c"],
    ...["$exists := 1", "{'__proto__': a}", "a.", `[${"a,".repeat(600)}a]`, `[${"a,".repeat(5_000)}a]`],
  ])("%s", async (text) => {
    expect(await here(text, { a: { b: 1 } })).toBe("not plain");
  });

  it.each<[what: string, expression: string, input: unknown]>([
    ["a list of lists", "a.b", { a: [[{ b: 1 }]] }],
    ["an object over a list", '{ "x": b }', [{ b: 1 }]],
    ["an object over a list that is empty", 'a.{ "x": 1 }', { a: [[]] }],
    ["much work", "[a.b, a.b, a.b]", { a: Array(8_000).fill({ b: 1 }) }],
    ["a large input", "a", { a: "x".repeat(100_000) }],
    ["names that mean something", "a.b", JSON.parse('{"a":{"b":1,"_jsonata_function":true}}')],
    ["names that mean something to JavaScript", "a.b", JSON.parse('{"a":{"b":1,"__proto__":{}}}')],
    ["a result that is too deep", "a", JSON.parse(`{"a":${"[".repeat(200)}${"]".repeat(200)}}`)],
  ])("%s", async (_, text, input) => {
    expect(await here(text, input)).toBe("not plain");
  });
});
