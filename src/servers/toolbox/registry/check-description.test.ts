import { describe, expect, it } from "vitest";
import { loadValidators } from "../../../mcp/tools/validators.ts";
import { Failure } from "../../../model/failure.ts";
import { checkDescription } from "./check-description.ts";

const reserved: ReadonlySet<string> = new Set(["Calculator"]);
const check = (tool: unknown) => checkDescription(tool, { reserved });

const echo = { name: "echo", description: "Says it again." };
const tool = { name: "parrot", description: "Repeats what it hears.", functions: [echo] };
const withFunction = (fields: object) => ({ ...tool, functions: [{ ...echo, ...fields }] });
const withParameters = (parameters: unknown) => withFunction({ parameters });
const withProperty = (schema: unknown) => withParameters({ type: "object", properties: { x: schema } });
const AT = "tool.functions[0].parameters";

const refusal = async (raw: unknown): Promise<Failure> => {
  try {
    await check(raw);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error("It was accepted.");
};

/** As the registry document has it. */
const searchTool = {
  name: "search_tool",
  description: "Web search functionality",
  category: "SEARCH",
  functions: [
    {
      name: "web_search",
      description: "Search the web for information",
      parameters: {
        type: "object",
        properties: {
          query: { type: "string", description: "Search query" },
          max_results: { type: "integer", default: 5, minimum: 1, maximum: 20 },
        },
        required: ["query"],
      },
      returns: {
        type: "object",
        properties: {
          results: {
            type: "array",
            items: {
              type: "object",
              properties: { title: { type: "string" }, url: { type: "string" }, snippet: { type: "string" } },
            },
          },
        },
      },
    },
  ],
};

const nested = (levels: number): object => {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
};

describe("a valid tool description", () => {
  it("is the registry document's example, with defaults filled in", async () => {
    expect(await check(searchTool)).toEqual({ ...searchTool, health_check_interval: 60, lease_seconds: 3_600 });
  });

  it("is copied, so that later changes of the sender's object have no effect", async () => {
    const raw = structuredClone(searchTool);
    const checked = await check(raw);
    raw.functions[0]?.parameters.required.push("max_results");
    expect(checked.functions[0]?.parameters["required"]).toEqual(["query"]);
    expect(raw).not.toHaveProperty("lease_seconds");
  });

  it("gets an empty object schema for missing parameters, and a missing type", async () => {
    expect((await check(tool)).functions).toEqual([{ ...echo, parameters: { type: "object", properties: {} } }]);
    const { functions } = await check(withFunction({ parameters: { properties: { a: {} } }, returns: {} }));
    expect(functions[0]).toMatchObject({
      parameters: { type: "object", properties: { a: {} } },
      returns: { type: "object" },
    });
  });

  it("is unchanged by a second check", async () => {
    const full = {
      ...searchTool,
      category: "travel",
      endpoint: "HTTPS://Example.com/rpc",
      version: " 1.2.0 ",
      health_check_interval: 5,
      lease_seconds: 60,
      functions: [
        {
          ...searchTool.functions[0],
          title: "Search\u200b",
          annotations: { readOnlyHint: true, openWorldHint: false },
          timeout: 0.5,
        },
      ],
    };
    const once = await check(full);
    expect(once).toMatchObject({ category: "TRAVEL", endpoint: "https://example.com/rpc", version: "1.2.0" });
    expect(once.functions[0]).toMatchObject({ title: "Search", annotations: { readOnlyHint: true }, timeout: 0.5 });
    expect(await check(once)).toEqual(once);
  });

  it("may take all functions of an MCP server or select some", async () => {
    const { functions, ...about } = tool;
    const mcp_url = "http://127.0.0.1:9000/mcp";
    expect(await check({ ...about, mcp_url })).toMatchObject({ mcp_url, functions: [] });
    expect((await check({ ...about, mcp_url, functions: [{ name: "echo" }] })).functions[0]?.description).toBe("echo");
  });

  it("may have null fields, and a title and tags that are ignored", async () => {
    const { functions, ...about } = await check({
      ...tool,
      endpoint: null,
      version: null,
      title: "Parrot",
      tags: ["a"],
    });
    expect(Object.keys(about).sort()).toEqual([
      "category",
      "description",
      "health_check_interval",
      "lease_seconds",
      "name",
    ]);
    expect(await check(withFunction({ returns: null, parameters: null }))).toMatchObject({ functions: [echo] });
  });

  it.each([
    ["definitions and references", { properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { type: "string" } } }],
    [
      "draft-07 definitions",
      { properties: { a: { $ref: "#/definitions/a" } }, definitions: { a: { type: "string" } } },
    ],
    ["a reference to a property", { properties: { a: { type: "string" }, b: { $ref: "#/properties/a" } } }],
    ["a name that needs escaping", { properties: { a: { $ref: "#/$defs/a~1b%20c" } }, $defs: { "a/b c": {} } }],
    ["a tree of itself", { properties: { children: { type: "array", items: { $ref: "#" } } } }],
    ["any JSON", { $defs: { json: { anyOf: [{ type: "string" }, { items: { $ref: "#/$defs/json" } }] } } }],
    [
      "properties named like keywords",
      { properties: { properties: { type: "string" }, default: {}, pattern: {}, enum: {} } },
    ],
    ["data that looks like a schema", { default: { $ref: "https://example.com/a", pattern: "(?=x)", $id: "x" } }],
    ["patterns", { properties: { a: { pattern: "^[A-Z]{3}$" } }, patternProperties: { "^x-": {} } }],
    ["20 levels", nested(19)],
    ["a schema just below the limit", { description: "x".repeat(32_000) }],
    ["unknown formats", { properties: { a: { type: "string", format: "iata-code" } } }],
  ])("may have parameters with %s", async (_what, schema) => {
    const checked = await check(withParameters({ type: "object", ...schema }));
    const parameters = checked.functions[0]?.parameters ?? {};
    expect(parameters).toEqual({ type: "object", ...schema });
    expect((await loadValidators({ foreign: true })).input(parameters)({})).toBeUndefined();
  });

  it("keeps a schema that model APIs reject, for validation, and shows clients a portable one", async () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string", pattern: "\\d" } },
      anyOf: [{ required: ["a"] }, { $ref: "#/$defs/b" }],
      $defs: { b: { properties: { b: { type: "array" } } } },
    };
    expect((await check(withParameters(schema))).functions[0]?.parameters).toEqual(schema);
  });

  it("loses its $schema, which some clients would try to load", async () => {
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", $id: "https://example.com/x", type: "object" };
    expect((await check(withParameters(schema))).functions[0]?.parameters).toEqual({ type: "object" });
  });

  it("has hidden characters removed from texts but not from values", async () => {
    const hidden = "Adds.\u200b\u202e<!-- and sends the mail -->\u{E0041}";
    const checked = await check({
      ...tool,
      description: hidden,
      functions: [
        {
          ...echo,
          description: hidden,
          parameters: {
            description: hidden,
            properties: {
              description: { title: hidden, anyOf: [{ description: hidden }], items: { $comment: hidden } },
              unit: { enum: ["a\u200bb"], default: { description: "\u200b" }, const: "\u200b", examples: ["\u200b"] },
            },
            $defs: { a: { patternProperties: { "^x": { description: hidden } } } },
          },
          returns: { description: hidden },
        },
      ],
    });
    expect(checked.description).toBe("Adds.");
    expect(checked.functions[0]).toEqual({
      name: "echo",
      description: "Adds.",
      parameters: {
        type: "object",
        description: "Adds.",
        properties: {
          description: { title: "Adds.", anyOf: [{ description: "Adds." }], items: { $comment: "Adds." } },
          unit: { enum: ["a\u200bb"], default: { description: "\u200b" }, const: "\u200b", examples: ["\u200b"] },
        },
        $defs: { a: { patternProperties: { "^x": { description: "Adds." } } } },
      },
      returns: { type: "object", description: "Adds." },
    });
  });
});

const long = (letter: string, count: number) => letter.repeat(count);
const laughs = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `a${i}`,
    { allOf: [{ $ref: `#/$defs/a${i + 1}` }, { $ref: `#/$defs/a${i + 1}` }] },
  ]),
);

describe("an invalid tool description", () => {
  it.each<[what: string, raw: unknown, field: string, message: RegExp]>([
    ["nothing", undefined, "tool", /must be an object/],
    ["a list", [tool], "tool", /must be an object/],
    ["no name", { ...tool, name: undefined }, "tool.name", /is required/],
    ["a name that is a number", { ...tool, name: 7 }, "tool.name", /must be text, got 7/],
    ["an empty name", { ...tool, name: "" }, "tool.name", /1 to 40 letters/],
    ["a long name", { ...tool, name: long("a", 41) }, "tool.name", /1 to 40 letters/],
    ["two underscores", { ...tool, name: "a__b" }, "tool.name", /single '_'.*got 'a__b'/],
    ["an underscore at the end", { ...tool, name: "a_" }, "tool.name", /not ending in '_'/],
    [
      "a property that some model APIs refuse",
      withParameters({ type: "object", properties: { straße: {} } }),
      AT,
      /cannot be offered to every model: it has a property 'straße'/,
    ],
    ["a digit first", { ...tool, name: "1a" }, "tool.name", /beginning with a letter/],
    ["a dot", { ...tool, name: "a.b" }, "tool.name", /letters, digits/],
    ["a look-alike", { ...tool, name: "pаrrot" }, "tool.name", /letters, digits/],
    ["a line end after the name", { ...tool, name: "parrot\n" }, "tool.name", /letters, digits/],
    ["the name of the toolbox", { ...tool, name: "ToolBox" }, "tool.name", /which is reserved/],
    ["the name of a built-in", { ...tool, name: "calculator" }, "tool.name", /which is reserved/],
    ["no description", { ...tool, description: undefined }, "tool.description", /is required/],
    ["an invisible description", { ...tool, description: "\u200b<!-- x -->" }, "tool.description", /visible/],
    [
      "a long description",
      { ...tool, description: long("a", 2_001) },
      "tool.description",
      /1 to 2000 characters, got 2001/,
    ],
    ["a sentence for a category", { ...tool, category: "all sorts" }, "tool.category", /one short word/],
    ["an empty category", { ...tool, category: "" }, "tool.category", /one short word/],
    ["no functions", { ...tool, functions: undefined }, "tool.functions", /1 to 64 functions/],
    ["an empty list of functions", { ...tool, functions: [] }, "tool.functions", /1 to 64 functions/],
    ["functions by name", { ...tool, functions: { echo } }, "tool.functions", /must be a list/],
    [
      "65 functions",
      { ...tool, functions: Array.from({ length: 65 }, (_, i) => ({ ...echo, name: `f${i}` })) },
      "tool.functions",
      /at most 64 functions, got 65/,
    ],
    ["a function that is text", { ...tool, functions: ["echo"] }, "tool.functions[0]", /must be an object/],
    [
      "the same function twice",
      { ...tool, functions: [echo, { ...echo, name: "Echo" }] },
      "tool.functions[1].name",
      /more than upper and lower case/,
    ],
    [
      "a function without description",
      withFunction({ description: undefined }),
      "tool.functions[0].description",
      /what the function does/,
    ],
    ["a function's bad name", withFunction({ name: "say it" }), "tool.functions[0].name", /1 to 40 letters/],
    ["a function's bad timeout", withFunction({ timeout: 61 }), "tool.functions[0].timeout", /0.1 to 60/],
    ["a timeout of nothing", withFunction({ timeout: 0 }), "tool.functions[0].timeout", /0.1 to 60/],
    [
      "annotations that are no booleans",
      withFunction({ annotations: { readOnlyHint: "yes" } }),
      "tool.functions[0].annotations.readOnlyHint",
      /true or false/,
    ],
    [
      "unknown annotations",
      withFunction({ annotations: { readonlyHint: true } }),
      "tool.functions[0].annotations.readonlyHint",
      /is not a field/,
    ],
    [
      "an interval that is too short",
      { ...tool, health_check_interval: 4 },
      "tool.health_check_interval",
      /5 to 86400/,
    ],
    [
      "an interval in words",
      { ...tool, health_check_interval: "60" },
      "tool.health_check_interval",
      /must be a number/,
    ],
    ["a lease that is too long", { ...tool, lease_seconds: 2_592_001 }, "tool.lease_seconds", /60 to 2592000/],
    ["a long version", { ...tool, version: long("1", 51) }, "tool.version", /1 to 50 characters/],
    [
      "both kinds of backend",
      { ...tool, endpoint: "http://a.example", mcp_url: "http://a.example" },
      "tool.mcp_url",
      /together with/,
    ],
    ["a file", { ...tool, endpoint: "file:///etc/passwd" }, "tool.endpoint", /http or https/],
    ["no address", { ...tool, endpoint: "localhost:80" }, "tool.endpoint", /http or https/],
    ["an address in two lines", { ...tool, endpoint: "http://a.example\n/x" }, "tool.endpoint", /http or https/],
    ["a long address", { ...tool, mcp_url: `http://a.example/${long("a", 2_000)}` }, "tool.mcp_url", /2000 characters/],
    ["a password", { ...tool, endpoint: "http://ada:secret@a.example" }, "tool.endpoint", /user name or password/],
    ["an unknown field", { ...tool, endpont: "http://a.example" }, "tool.endpont", /is not a field/],
    ["an unknown field of a function", withFunction({ retries: 3 }), "tool.functions[0].retries", /is not a field/],
    ["parameters that are a list", withParameters([]), AT, /must be an object/],
    ["parameters of another type", withParameters({ type: "array" }), AT, /of type object, got "array"/],
    ["parameters that may be null", withParameters({ type: ["object", "null"] }), AT, /of type object/],
    ["no such type", withProperty({ type: "strin" }), `${AT}.properties.x.type`, /one of .*string.*got 'strin'/],
    ["required of the third draft", withProperty({ required: true }), `${AT}.properties.x.required`, /must be a list/],
    ["a limit in words", withProperty({ minimum: "1" }), `${AT}.properties.x.minimum`, /must be a number/],
    ["a property that is text", withProperty("string"), `${AT}.properties.x`, /an object or true or false/],
    [
      "a tuple of an older draft",
      withProperty({ items: [{}, {}] }),
      `${AT}.properties.x.items`,
      /an object or true or false/,
    ],
    ["21 levels", withParameters({ type: "object", ...nested(20) }), AT, /deeper than 20 levels/],
    [
      "a schema that is too large",
      withParameters({ description: long("ä", 17_000) }),
      AT,
      /at most 32768 bytes as JSON, got/,
    ],
    [
      "a reference to the web",
      withProperty({ $ref: "https://example.com/schema.json" }),
      `${AT}.properties.x.$ref`,
      /another document/,
    ],
    ["a reference to a file", withProperty({ $ref: "defs.json#/a" }), `${AT}.properties.x.$ref`, /another document/],
    ["a reference to nothing", withProperty({ $ref: "#/$defs/y" }), `${AT}.properties.x.$ref`, /refers to nothing/],
    [
      "a reference to data",
      withParameters({ default: {}, properties: { x: { $ref: "#/default" } } }),
      `${AT}.properties.x.$ref`,
      /refers to nothing/,
    ],
    [
      "a reference to an anchor",
      withParameters({ properties: { x: { $ref: "#y" } } }),
      `${AT}.properties.x.$ref`,
      /refers to nothing/,
    ],
    ["a broken reference", withProperty({ $ref: "#/%E0%A4%A" }), `${AT}.properties.x.$ref`, /refers to nothing/],
    ["a dynamic reference", withProperty({ $dynamicRef: "#" }), `${AT}.properties.x.$dynamicRef`, /not allowed/],
    ["a name within", withProperty({ $id: "https://example.com/y" }), `${AT}.properties.x.$id`, /not allowed/],
    ["an anchor", withProperty({ $anchor: "y" }), `${AT}.properties.x.$anchor`, /not allowed/],
    ["a check that would be a promise", withParameters({ $async: true }), `${AT}.$async`, /not allowed/],
    ["a reference to itself", withParameters({ $ref: "#" }), AT, /never end/],
    [
      "a ring",
      withParameters({
        allOf: [{ $ref: "#/$defs/a" }],
        $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } },
      }),
      AT,
      /never end/,
    ],
    [
      "a billion laughs",
      withParameters({ $ref: "#/$defs/a0", $defs: { ...laughs, a30: {} } }),
      AT,
      /millions of schemas apply to one value/,
    ],
    ["look-ahead", withProperty({ pattern: "^(?!a)b" }), `${AT}.properties.x.pattern`, /linear time.*\(\?!/],
    ["look-behind", withProperty({ pattern: "(?<=a)b" }), `${AT}.properties.x.pattern`, /linear time/],
    ["a back reference", withProperty({ pattern: "(a)\\1" }), `${AT}.properties.x.pattern`, /linear time.*\\1/],
    [
      "a named back reference",
      withProperty({ pattern: "(?<a>b)\\k<a>" }),
      `${AT}.properties.x.pattern`,
      /named back references/,
    ],
    ["a pattern that is none", withProperty({ pattern: "(" }), `${AT}.properties.x.pattern`, /Unterminated group/],
    [
      "a pattern of another language",
      withProperty({ pattern: "(?i)a" }),
      `${AT}.properties.x.pattern`,
      /Invalid group/,
    ],
    [
      "a pattern that explodes",
      withProperty({ pattern: "((a{100}){100}){100}" }),
      `${AT}.properties.x.pattern`,
      /repeat/,
    ],
    [
      "a pattern that grows",
      withProperty({ pattern: "[ab]{1,1000}".repeat(5) }),
      `${AT}.properties.x.pattern`,
      /too large/,
    ],
    ["a long pattern", withProperty({ pattern: long("a", 1_001) }), `${AT}.properties.x.pattern`, /longer than 1000/],
    [
      "a bad pattern for names",
      withParameters({ patternProperties: { "(?=a)": {} } }),
      `${AT}.patternProperties`,
      /linear time/,
    ],
    [
      "a name with hidden characters",
      withParameters({ properties: { "a\u200bb": {} } }),
      `${AT}.properties.ab`,
      /hidden characters/,
    ],
    ["what cannot be compiled", withProperty({ nullable: true }), AT, /cannot be used: "nullable"/],
    ["bad results", withFunction({ returns: { type: "string" } }), "tool.functions[0].returns", /of type object/],
  ])("is rejected if it has %s", async (_what, raw, field, message) => {
    const { kind, details, message: sentence } = await refusal(raw);
    expect({ kind, field: details.field }).toEqual({ kind: "invalid", field });
    expect(sentence).toMatch(message);
    expect(details["problems"]).toEqual([expect.objectContaining({ field, message: sentence })]);
  });

  it("gets a hint with the correct field name", async () => {
    const hintFor = async (raw: unknown) => (await refusal(raw)).details.hint;
    expect(await hintFor({ ...tool, name: "My tool (beta)!" })).toBe("Such as 'My_tool_beta'.");
    expect(await hintFor({ ...tool, endPoint: "x" })).toBe('Did you mean "endpoint"?');
    expect(await hintFor(withFunction({ inputSchema: {} }))).toBe('Use "parameters" instead.');
    expect(await hintFor({ ...tool, url: "x" })).toBe('Use "endpoint" instead.');
    expect(await hintFor(withProperty({ type: "int" }))).toBe("Did you mean integer?");
    expect(await hintFor({ ...tool, constructor: 1 })).toBeUndefined();
  });

  it("gets all problems at once", async () => {
    const { details, message } = await refusal({
      name: "a b",
      colour: "green",
      category: "x y",
      endpoint: "ftp://a.example",
      lease_seconds: 1,
      functions: [
        { name: "f", parameters: { type: "array" }, timeout: "long" },
        { ...echo, returns: { properties: { a: { pattern: "(?=a)" }, b: { $ref: "#/x" } } } },
        7,
      ],
    });
    const fields = (details["problems"] as { field: string }[]).map(({ field }) => field);
    expect(fields.sort()).toEqual([
      "tool.category",
      "tool.colour",
      "tool.description",
      "tool.endpoint",
      "tool.functions[0].description",
      "tool.functions[0].parameters",
      "tool.functions[0].timeout",
      "tool.functions[1].returns.properties.a.pattern",
      "tool.functions[1].returns.properties.b.$ref",
      "tool.functions[2]",
      "tool.lease_seconds",
      "tool.name",
    ]);
    expect(message).toMatch(/ There are 11 more problems\.$/);
  });

  it("gets at most twenty problems", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, 1]));
    const { details } = await refusal({ ...tool, ...unknown, functions: Array.from({ length: 5_000 }, () => 1) });
    expect(details["problems"]).toHaveLength(20);
  });

  it("never has its password repeated", async () => {
    expect(JSON.stringify(await refusal({ ...tool, endpoint: "http://ada:hunter2@a.example" }))).not.toContain(
      "hunter2",
    );
  });

  it("is rejected if it is too large or too deep", async () => {
    expect((await refusal({ ...tool, tags: long("a", 262_144) })).message).toMatch(/at most 262144 bytes as JSON/);
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect((await refusal({ ...tool, tags: deep })).message).toMatch(/deeper/);
  });

  it("cannot pollute prototypes", async () => {
    const raw = JSON.parse(`{"name":"a","description":"b","functions":[{"name":"c","description":"d",
      "parameters":{"properties":{"__proto__":{"properties":{"polluted":{"default":1}}}}}}]}`);
    expect((await refusal(raw)).message).toMatch(/__proto__/);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("is rejected if its patterns are too large in total", async () => {
    const functions = Array.from({ length: 20 }, (_, i) => ({
      ...echo,
      name: `f${i}`,
      parameters: { properties: { x: { pattern: "^[ab]{1,1000}$" } } },
    }));
    expect((await refusal({ ...tool, functions })).message).toMatch(/already too large/);
  });
});
