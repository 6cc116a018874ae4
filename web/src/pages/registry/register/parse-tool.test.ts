import { describe, expect, test } from "vitest";
import { lineNumberAt, lineRangeAt, positionInJson } from "./json-position.ts";
import { parseTool, registrationProblems } from "./parse-tool.ts";

const TOOL = `{
  "name": "packing",
  "functions": [
    { "name": "a,b", "tags": ["[", "]"] },
    {
      "name": "suggest \\" {",
      "parameters": { "type": "object" }
    }
  ]
}`;

const lineOf = (...path: string[]): number => lineNumberAt(TOOL, positionInJson(TOOL, path));

describe("positionInJson", () => {
  test("finds fields through objects and lists, whatever strings contain", () => {
    expect(lineOf("name")).toBe(2);
    expect(lineOf("functions", "0", "tags", "1")).toBe(4);
    expect(lineOf("functions", "1")).toBe(5);
    expect(lineOf("functions", "1", "parameters", "type")).toBe(7);
  });

  test("returns where a missing field belongs", () => {
    expect(lineOf("functions", "1", "description")).toBe(5);
    expect(lineOf("endpoint")).toBe(1);
  });

  test("can be expanded to the whole line", () => {
    const [start, end] = lineRangeAt(TOOL, positionInJson(TOOL, ["name"]));
    expect(TOOL.slice(start, end)).toBe('  "name": "packing",');
  });
});

describe("parseTool", () => {
  test("accepts a tool alone or wrapped in a registry message", () => {
    const tool = { name: "packing" };
    expect(parseTool(JSON.stringify(tool))).toEqual({ tool, wrapperPath: [] });
    expect(parseTool(JSON.stringify({ tool }))).toEqual({ tool, wrapperPath: ["tool"] });
    expect(parseTool(JSON.stringify({ method: "tools/register", params: { tool } }))).toEqual({
      tool,
      wrapperPath: ["params", "tool"],
    });
  });

  test("reports the line of invalid JSON", () => {
    const WRONG = [
      ['{\n  "name": packing\n}', 2],
      ['{\n  "name": "packing",\n}', 3],
      ['{\n  "name": "packing\n}', 2],
      ['{\n  "name": [1, 2}\n}', 2],
      ['{\n  "name": "packing"\n  "category": "TRAVEL"\n}', 3],
      ['{\n  "name": "packing"\n', 2],
      ["{}\n{}", 2],
      ["{\n  name: 1 }", 2],
    ] as const;
    for (const [text, line] of WRONG) expect([text, parseTool(text)]).toMatchObject([text, { line }]);
    expect(parseTool(" ")).toEqual({ message: "Enter a tool to register." });
  });

  test("shows the server's problems at their lines, also inside a message", () => {
    const problem = { kind: "invalid", message: "Too short.", field: "tool.functions[1].name", allowed: ["a", 1] };
    expect(registrationProblems(problem, TOOL, [])).toMatchObject([
      { message: "Too short.", line: 6, allowed: "a, 1" },
    ]);
    const wrapped = `{ "tool":\n${TOOL} }`;
    expect(registrationProblems(problem, wrapped, ["tool"])).toMatchObject([{ line: 7 }]);
  });

  test("lists every problem once", () => {
    const first = { field: "tool.name", message: "Taken." };
    const problems = [first, { field: "tool.functions", message: "None." }];
    expect(registrationProblems({ kind: "invalid", ...first, problems }, TOOL, []).map(({ line }) => line)).toEqual([
      2, 3,
    ]);
  });
});
