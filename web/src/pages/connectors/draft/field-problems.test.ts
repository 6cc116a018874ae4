import { expect, it } from "vitest";
import { problemsWithin, toolIndexOf } from "./field-problems.ts";

const PROBLEM = {
  kind: "invalid",
  message: "tools[1].name must be another. There is 1 more problem.",
  field: "tools[1].name",
  problems: [
    { field: "tools[1].name", message: "tools[1].name must be another." },
    { field: "tools[1].request.bindings[0].in", message: "tools[1].request.bindings[0].in must be path." },
  ],
};

it("problemsWithin returns messages by field without the path of the tool", () => {
  const problemAt = problemsWithin(PROBLEM, "tools[1]");
  expect(problemAt("name")).toBe("name must be another.");
  expect(problemAt("request.bindings")).toBe("request.bindings[0].in must be path.");
  expect(problemAt("request.mapping")).toBeUndefined();
  expect(problemsWithin(PROBLEM, "tools[10]")("name")).toBeUndefined();
  expect(problemsWithin(PROBLEM, "")("tools[1]")).toContain("must be another");
  expect(problemsWithin(undefined, "")("title")).toBeUndefined();
});

it("toolIndexOf finds the tool of a field path", () => {
  expect(toolIndexOf("tools[12].request.path")).toBe(12);
  expect(toolIndexOf("title")).toBeUndefined();
});
