import { describe, expect, it } from "vitest";
import type { ConnectorTool } from "../responses.ts";
import {
  argumentsOf,
  defaultArgument,
  describeArgument,
  hideArgument,
  showArgument,
  tokenCount,
  valueFrom,
  withText,
} from "./edit-tool.ts";

const TOOL: ConnectorTool = {
  name: "list_pets",
  description: "Lists pets.",
  risk: "read",
  input: {
    type: "object",
    required: ["shelter", "limit"],
    properties: {
      shelter: { $ref: "#/$defs/Shelter" },
      limit: { type: "integer", default: 10, maximum: 50 },
      lang: { enum: ["de", "en"] },
    },
    $defs: { Shelter: { type: "string", description: "Where they live." } },
  },
  request: { method: "GET", path: "/pets" },
  parse: { format: "json" },
};

describe("tool arguments", () => {
  it("are listed with type, whether required and whether hidden", () => {
    const shown = argumentsOf({ ...TOOL, fixed: { tenant: "north" } });
    expect(shown.map(({ name, kind, required, hidden }) => ({ name, kind, required, hidden }))).toEqual([
      { name: "shelter", kind: "text", required: true, hidden: false },
      { name: "limit", kind: "whole number", required: true, hidden: false },
      { name: "lang", kind: "one of 2", required: false, hidden: false },
      { name: "tenant", kind: "text", required: false, hidden: true },
    ]);
    expect(shown[0]?.description).toBe("Where they live.");
  });

  it("are hidden with their default and no longer required", () => {
    const hidden = hideArgument(TOOL, "limit");
    expect(hidden.fixed).toEqual({ limit: 10 });
    expect(Object.keys(hidden.input["properties"] as object)).toEqual(["shelter", "lang"]);
    expect(hidden.input["required"]).toEqual(["shelter"]);
    expect(hideArgument(TOOL, "lang").fixed).toEqual({ lang: "de" });
    expect(hideArgument(hidden, "shelter").input).not.toHaveProperty("required");
  });

  it("are shown again with their previous schema, or one derived from the value", () => {
    const hidden = hideArgument(TOOL, "limit");
    const back = showArgument(hidden, "limit", TOOL);
    expect(back).not.toHaveProperty("fixed");
    expect(back.input["required"]).toEqual(["shelter", "limit"]);
    expect((back.input["properties"] as Record<string, unknown>)["limit"]).toEqual({
      type: "integer",
      default: 10,
      maximum: 50,
    });
    const guessed = showArgument(hidden, "limit");
    expect((guessed.input["properties"] as Record<string, unknown>)["limit"]).toEqual({ type: "number", default: 10 });
    expect(guessed.input["required"]).toEqual(["shelter"]);
  });

  it("change description and default without losing the rest of the schema", () => {
    const described = describeArgument(TOOL, "limit", "How many.");
    const properties = defaultArgument(described, "limit", undefined).input["properties"] as Record<string, unknown>;
    expect(properties["limit"]).toEqual({ type: "integer", maximum: 50, description: "How many." });
    expect(describeArgument(described, "limit", "").input).toEqual(TOOL.input);
  });

  it("are entered as text for strings, and as JSON otherwise", () => {
    expect(valueFrom("10", { type: "string" })).toEqual({ value: "10" });
    expect(valueFrom("10", { type: "integer" })).toEqual({ value: 10 });
    expect(valueFrom("[1,", { type: "array" })).toBeUndefined();
    expect(valueFrom("de", { enum: ["de"] })).toEqual({ value: "de" });
  });
});

it("withText removes an empty optional text", () => {
  expect(withText({ title: "a", name: "b" }, "title", "")).toEqual({ name: "b" });
});

it("tokenCount is a quarter of the characters that clients show a model, like the server's estimate", () => {
  const length = JSON.stringify({ name: TOOL.name, description: TOOL.description, input_schema: TOOL.input }).length;
  expect(tokenCount(TOOL)).toBe(Math.ceil(length / 4));
});
