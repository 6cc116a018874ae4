import { describe, expect, it } from "vitest";
import { fingerprintOf } from "./catalogue-record.ts";
import type { ToolDescription } from "./tool-description.ts";

const tool: ToolDescription = {
  name: "parrot",
  description: "Repeats what it hears.",
  category: "OTHER",
  functions: [
    {
      name: "echo",
      description: "Says it again.",
      parameters: { type: "object", properties: { 2: {}, 1: {}, a: {} } },
    },
  ],
  endpoint: "http://127.0.0.1:9000/",
  version: "1",
  health_check_interval: 60,
  lease_seconds: 600,
};
const [echo] = tool.functions;

describe("the fingerprint of a description", () => {
  it("does not depend on field order, check interval or lease", () => {
    const { name, functions, ...rest } = tool;
    const parameters = { properties: { a: {}, 1: {}, 2: {} }, type: "object" };
    const turned = { ...rest, functions: [{ ...echo, parameters }], name, health_check_interval: 5, lease_seconds: 60 };
    expect(fingerprintOf(turned as ToolDescription)).toBe(fingerprintOf(tool));
    expect(fingerprintOf(tool)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, object]>([
    ["name", { name: "Parrot" }],
    ["description", { description: "x" }],
    ["category", { category: "TIME" }],
    ["version", { version: "2" }],
    ["endpoint", { endpoint: "http://127.0.0.1:9001/" }],
    ["mcp_url", { mcp_url: "http://127.0.0.1:9001/" }],
    ["functions", { functions: [] }],
    ["order of functions", { functions: [{ ...echo, name: "b" }, echo] }],
    ["parameters", { functions: [{ ...echo, parameters: { type: "object", properties: { 2: {}, 1: {}, b: {} } } }] }],
    ["returns", { functions: [{ ...echo, returns: {} }] }],
    ["timeout", { functions: [{ ...echo, timeout: 1 }] }],
  ])("depends on the %s", (_field, change) => {
    expect(fingerprintOf({ ...tool, ...change })).not.toBe(fingerprintOf(tool));
  });
});
