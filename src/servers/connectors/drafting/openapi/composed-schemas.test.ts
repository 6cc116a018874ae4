import { describe, expect, it } from "vitest";
import { checkConnector } from "../../check-connector.ts";
import type { ConnectorTool } from "../../connector.ts";
import { draftFromOpenApi } from "./draft-from-openapi.ts";

const drafted = async (schema: unknown, schemas: object = {}, answer?: unknown) => {
  const content = (each: unknown) => ({ content: { "application/json": { schema: each } } });
  const { connector, candidates } = await draftFromOpenApi(
    JSON.stringify({
      openapi: "3.0.3",
      info: { title: "T", version: "1" },
      servers: [{ url: "https://t.example" }],
      paths: {
        "/a": {
          post: {
            ...{ operationId: "addA", summary: "Adds an a" },
            requestBody: { required: true, ...content(schema) },
            responses: { 200: { description: "OK", ...(answer === undefined ? {} : content(answer)) } },
          },
        },
      },
      components: { schemas },
    }),
  );
  expect(await checkConnector(connector)).toEqual(connector);
  const [tool] = connector.tools;
  return { ...(tool as ConnectorTool), problems: candidates[0]?.problems };
};
const text = { type: "string" };
const object = (properties: object, ...required: string[]) => ({ type: "object", properties, required });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("an example", () => {
  it("that refers to another part of the document is left out", async () => {
    const answer = { ...object({ a: text }), example: { $ref: "#/components/examples/a" } };
    expect((await drafted(object({ a: text }), {}, answer)).output).not.toHaveProperty("examples");
  });
});

describe("a property that two parts of an allOf describe", () => {
  it("has the properties, requirements and limits of both", async () => {
    const rules = object({ inbound: { type: "array", items: object({ ports: text }) }, inbound_policy: text });
    const { input } = await drafted(
      {
        allOf: [
          ref("Firewall"),
          object({ rules: { required: ["inbound_policy", "outbound_policy"] }, label: { minLength: 3 } }),
          object({ rules: object({ inbound: { items: object({ action: text }, "action") } }) }, "rules"),
        ],
      },
      {
        Firewall: object({
          rules: { allOf: [rules, object({ outbound_policy: { type: "string", enum: ["ACCEPT", "DROP", "LOG"] } })] },
          label: { type: "string", maxLength: 32, minLength: 1, description: "Its label." },
        }),
      },
    );
    expect(input["properties"]).toEqual({
      rules: {
        type: "object",
        properties: {
          inbound: {
            type: "array",
            items: {
              allOf: [
                { type: "object", properties: { ports: text } },
                { type: "object", properties: { action: text }, required: ["action"] },
              ],
            },
          },
          inbound_policy: text,
          outbound_policy: { type: "string", enum: ["ACCEPT", "DROP", "LOG"] },
        },
        required: ["inbound_policy", "outbound_policy"],
      },
      label: { type: "string", maxLength: 32, minLength: 3, description: "Its label." },
    });
    expect(input["required"]).toEqual(["rules"]);
  });

  it("is merged at any depth, and stays circular", async () => {
    const { input } = await drafted(object({ tree: ref("Tree") }), {
      Node: object({ name: text, child: ref("Node") }),
      Tree: { allOf: [ref("Node"), object({ size: { type: "integer" }, child: ref("Tree") })] },
    });
    const levels = (schema: unknown, known: ReadonlySet<unknown> = new Set()): boolean => {
      const target = (schema as { $ref?: string }).$ref?.slice("#/$defs/".length);
      const found = (target === undefined ? schema : (input["$defs"] as Record<string, unknown>)[target]) as {
        properties: Record<string, unknown>;
      };
      if (known.has(found)) return true;
      expect(Object.keys(found.properties)).toEqual(["name", "child", "size"]);
      return levels(found.properties["child"], new Set([...known, found]));
    };
    expect(levels((input["properties"] as Record<string, unknown>)["tree"])).toBe(true);
  });

  it("allows the values and types that both allow", async () => {
    const { input } = await drafted({
      allOf: [
        object({ kind: { enum: ["a", "b", "c"] }, count: { type: "number", minimum: 1 }, gone: text }),
        object({ kind: { type: "string", enum: ["b", "c", "d"] }, count: { type: "integer", minimum: 0 } }),
        object({ gone: { readOnly: true } }),
      ],
    });
    expect(input["properties"]).toEqual({
      kind: { type: "string", enum: ["b", "c"] },
      count: { type: "integer", minimum: 1 },
    });
  });
});

describe("a choice between variants", () => {
  it("is described once, with what each variant of a variant needs", async () => {
    const channel = (...kinds: string[]) => ({
      allOf: [
        object({ to: text }, "to"),
        { oneOf: kinds.map((kind) => object({ [kind]: object({ url: text }, "url") }, kind)) },
      ],
    });
    const captioned = { allOf: [channel("file"), object({ file: object({ caption: text }) })] };
    const { description, input } = await drafted({
      oneOf: [channel("text", "image"), channel("text", "file"), captioned, channel("text", "image")],
    });
    expect(description).toBe("Adds an a. Needs one of these: text; image; file.");
    expect(Object.keys(input["properties"] as object)).toEqual(["to", "text", "image", "file"]);
    expect(JSON.stringify(input)).toContain("caption");
    expect(input["required"]).toEqual(["to"]);
  });

  it("is not described if one of the variants needs nothing more", async () => {
    const { description } = await drafted({ oneOf: [object({ a: text }, "a"), object({ b: text })] });
    expect(description).toBe("Adds an a");
  });

  it("keeps the properties of all if there are more than four", async () => {
    const target = (name: string) => ({ target: object({ url: text, [name]: text }, "url") });
    const { input, problems } = await drafted({
      oneOf: ["http", "ifttt", "zapier", "azure", "aws", "pulsar"].map((name) => object(target(name), "target")),
    });
    expect(input["properties"]).toEqual({
      target: {
        type: "object",
        properties: { url: text, http: text, ifttt: text, zapier: text, azure: text, aws: text, pulsar: text },
        required: ["url"],
      },
    });
    expect(problems).toContain("6 variants of target were merged: it takes the properties of all of them.");
  });

  it("of many kinds of values is merged by kind", async () => {
    const variants = [
      ...[text, { type: "integer" }, { type: "number" }, { type: "array", items: text }],
      ...[{ type: "array", items: { type: "boolean" } }, object({ a: text }, "a"), object({ b: text })],
    ];
    const { input, problems } = await drafted(
      object({ value: { description: "A value.", oneOf: variants }, any: { anyOf: [...variants, {}] } }),
    );
    expect(input["properties"]).toEqual({
      value: {
        description: "A value.",
        anyOf: [
          { type: ["string", "number"] },
          { type: "array", items: { anyOf: [text, { type: "boolean" }] } },
          {
            anyOf: [
              { type: "object", properties: { a: text }, required: ["a"] },
              { type: "object", properties: { b: text } },
            ],
          },
        ],
      },
      any: {},
    });
    expect(problems).toEqual([
      "7 variants of value were merged by the type of their values.",
      "any has 8 variants, one of which allows any value: it is left open.",
    ]);
  });

  it("of values adds the values up", async () => {
    const { input } = await drafted(
      object({ code: { oneOf: ["a", "b", "c", "d", "e"].map((value) => ({ type: "string", enum: [value] })) } }),
    );
    expect(input["properties"]).toEqual({ code: { type: "string", enum: ["a", "b", "c", "d", "e"] } });
  });
});

describe("a tool with large schemas", () => {
  const wide = (count: number, depth: number, description: string): object =>
    object(
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          `field_${i}`,
          depth > 0 && i < 3 ? wide(count, depth - 1, description) : { type: "string", description },
        ]),
      ),
    );

  it("keeps its whole input if only its output is too large", async () => {
    const input = wide(12, 2, "Of the traveller.");
    const { input: shown, output, problems } = await drafted(input, {}, wide(12, 4, "Of the order. ".repeat(20)));
    expect(shown).toEqual({ ...JSON.parse(JSON.stringify(input).replaceAll(',"required":[]', "")) });
    expect(JSON.stringify(output).length).toBeLessThanOrEqual(8_192);
    expect(problems?.join()).not.toContain("input schema");
  });

  it("loses texts before fields", async () => {
    const { input, problems } = await drafted(wide(20, 3, "Long. ".repeat(80)));
    expect(JSON.stringify(input).length).toBeLessThanOrEqual(32_768);
    expect(JSON.stringify(input).match(/"field_\d+":/g)).toHaveLength(20 + 3 * 20 + 9 * 20 + 27 * 20);
    expect(problems?.join()).not.toContain("schema");
  });

  it("loses its deepest fields last of all, which is reported", async () => {
    const { input, problems } = await drafted(wide(40, 3, "Long. ".repeat(80)));
    const json = JSON.stringify(input);
    expect(json.length).toBeLessThanOrEqual(32_768);
    expect(json.length).toBeGreaterThan(30_000);
    expect(problems?.join()).toMatch(
      /Its input schema is too large: \d+ of its objects and lists are left open, such as field_\d\.field_\d/,
    );
  });
});
