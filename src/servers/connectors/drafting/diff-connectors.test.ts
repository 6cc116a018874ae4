import { describe, expect, it } from "vitest";
import type { Schema } from "../../../model/schema.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import { diffConnectors, diffText } from "./diff-connectors.ts";

const tool = (fields: Partial<ConnectorTool> = {}): ConnectorTool => ({
  name: "find",
  description: "Finds.",
  risk: "read",
  input: { type: "object", properties: { id: { type: "string" } } },
  request: { method: "GET", path: "/find" },
  parse: { format: "json" },
  ...fields,
});
const connector = (...tools: ConnectorTool[]): Connector => ({
  connector: 1,
  name: "api",
  title: "API",
  description: "An API.",
  base_url: "https://api.example.com",
  tools,
});
const object = (properties: object, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required,
});
const between = (of: "input" | "output", before: Schema, after: Schema) => {
  const diff = diffConnectors(connector(tool({ [of]: before })), connector(tool({ [of]: after })));
  return {
    breaking: diff.breaking,
    messages: diff.changes.flatMap(({ details }) => details.map((each) => each.message)),
  };
};

describe("two versions of a connector", () => {
  it("do not differ if only approval changed", () => {
    const diff = diffConnectors(
      connector(tool({ approved: false, proposed: true })),
      connector(tool({ approved: true })),
    );
    expect(diff).toEqual({ changes: [], breaking: false });
    expect(diffText(diff)).toBe("No changes.");
  });

  it("list added, removed and changed tools", () => {
    const before = connector(tool(), tool({ name: "gone" }));
    const after = connector(tool({ risk: "write", description: "Finds all." }), tool({ name: "new" }));
    const diff = diffConnectors(before, { ...after, base_url: "https://b.example.com" });
    expect(diff).toEqual({
      breaking: true,
      changes: [
        {
          change: "changed",
          breaking: false,
          details: [
            {
              field: "base_url",
              message: "base_url changed: credentials belong to the old one.",
              breaking: false,
            },
          ],
        },
        { tool: "gone", change: "removed", breaking: true, details: [] },
        {
          tool: "find",
          change: "changed",
          breaking: true,
          details: [
            { field: "risk", message: "risk changed from read to write.", breaking: true },
            { field: "description", message: "description changed.", breaking: false },
          ],
        },
        { tool: "new", change: "added", breaking: false, details: [] },
      ],
    });
    expect(diffText(diff)).toBe(`~ connector changed
      base_url changed: credentials belong to the old one.
- gone removed (breaking)
~ find changed (breaking)
    ! risk changed from read to write.
      description changed.
+ new added
Breaking: existing callers may have to change.`);
  });

  const a = { a: { type: "string" } };
  it.each<[what: string, before: Schema, after: Schema, breaking: boolean, message: string]>([
    ["a new argument", object(a), object({ ...a, b: {} }), false, "input.b is new."],
    ["a new one that is required", object(a), object({ ...a, b: {} }, ["b"]), true, "input.b is new and required."],
    ["one that became required", object(a), object(a, ["a"]), true, "input.a is now required."],
    ["one that became optional", object(a, ["a"]), object(a), false, "input.a is now optional."],
    ["a removed one", object(a), object({}), true, "input.a was removed."],
    ["another type", object(a), object({ a: { type: "integer" } }), true, "input.a changed from string to integer."],
    [
      "a wider type",
      object({ a: { type: "integer" } }),
      object({ a: { type: ["number", "null"] } }),
      false,
      "input.a changed from integer to number or null.",
    ],
    [
      "fewer values",
      object({ a: { enum: ["x", "y"] } }),
      object({ a: { enum: ["x"] } }),
      true,
      'input.a no longer has the value "y".',
    ],
    [
      "more values",
      object({ a: { enum: ["x"] } }),
      object({ a: { enum: ["x", "y"] } }),
      false,
      'input.a has the new value "y".',
    ],
    ["a first enum", object({ a: {} }), object({ a: { enum: [1] } }), true, "input.a now accepts only certain values."],
    [
      "a lower maximum",
      object({ a: { type: "integer", maximum: 9 } }),
      object({ a: { type: "integer", maximum: 8 } }),
      true,
      "input.a changed maximum from 9 to 8.",
    ],
    [
      "a lower minimum",
      object({ a: { minLength: 2 } }),
      object({ a: { minLength: 1 } }),
      false,
      "input.a changed minLength from 2 to 1.",
    ],
    ["a pattern", object(a), object({ a: { type: "string", pattern: "x" } }), true, "input.a has a different pattern."],
    [
      "closed properties",
      { type: "object", additionalProperties: true },
      { type: "object" },
      true,
      "input no longer accepts further properties.",
    ],
    [
      "something inside a list",
      object({ a: { type: "array", items: object({ b: {} }) } }),
      object({ a: { type: "array", items: object({}) } }),
      true,
      "input.a[].b was removed.",
    ],
    [
      "a property of a circular definition",
      { ...object({ a: { $ref: "#/$defs/n" } }), $defs: { n: object({ n: { $ref: "#/$defs/n" }, x: {} }) } },
      { ...object({ a: { $ref: "#/$defs/n" } }), $defs: { n: object({ n: { $ref: "#/$defs/n" } }) } },
      true,
      "input.a.x was removed.",
    ],
    [
      "a removed variant",
      object({ a: { oneOf: [{ type: "string" }, { type: "integer" }] } }),
      object({ a: { oneOf: [{ type: "string" }] } }),
      true,
      "input.a has different alternatives (oneOf).",
    ],
  ])("differ in the input by %s", (_what, before, after, breaking, message) => {
    expect(between("input", before, after)).toEqual({ breaking, messages: [message] });
    expect(between("input", before, before)).toEqual({ breaking: false, messages: [] });
  });

  it.each<[what: string, before: Schema, after: Schema, breaking: boolean, message: string]>([
    ["a new member", object(a), object({ ...a, b: {} }, ["b"]), false, "output.b is new."],
    ["a removed member", object(a), object({}), true, "output.a was removed."],
    ["one that may be missing", object(a, ["a"]), object(a), true, "output.a is now optional."],
    ["one that is always there", object(a), object(a, ["a"]), false, "output.a is now required."],
    [
      "a type that may be null",
      object(a),
      object({ a: { type: ["string", "null"] } }),
      true,
      "output.a changed from string to string or null.",
    ],
  ])("differ in the output by %s", (_what, before, after, breaking, message) => {
    expect(between("output", before, after)).toEqual({ breaking, messages: [message] });
  });

  it("differ by an added or removed output schema", () => {
    const [without, described] = [connector(tool()), connector(tool({ output: object(a) }))];
    expect(diffConnectors(without, described).breaking).toBe(false);
    expect(diffConnectors(described, without).breaking).toBe(true);
  });

  it("treat a reference and the inlined schema as equal", () => {
    const inline = object({ a: object({ b: { type: "string" } }) });
    const referred = { ...object({ a: { $ref: "#/$defs/a" } }), $defs: { a: object({ b: { type: "string" } }) } };
    expect(between("input", inline, referred)).toEqual({ breaking: false, messages: [] });
  });
});
