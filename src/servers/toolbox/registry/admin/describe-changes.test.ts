import { describe, expect, it } from "vitest";
import type { FunctionDescription, ToolDescription } from "../tool-description.ts";
import { describeChanges } from "./describe-changes.ts";

const say: FunctionDescription = {
  ...{ name: "say", description: "Says it.", parameters: { type: "object", properties: { what: { type: "string" } } } },
};
const parrot: ToolDescription = {
  ...{
    name: "parrot",
    description: "Talks.",
    category: "TALKING",
    functions: [say],
    endpoint: "https://a.example/rpc",
  },
  ...{ health_check_interval: 60, lease_seconds: 600 },
};
const changes = (change: Partial<ToolDescription>) => describeChanges(parrot, { ...parrot, ...change });
const ofFunction = (change: Partial<FunctionDescription>) => changes({ functions: [{ ...say, ...change }] });

describe("what changes when a description comes in the place of another", () => {
  it.each<[what: string, told: readonly string[], sentences: readonly string[]]>([
    ["nothing", changes({}), []],
    ["how often it is checked, which nobody notices", changes({ health_check_interval: 5 }), []],
    ["what a model reads", changes({ description: "Obeys." }), ["Its description was “Talks.” and is “Obeys.” now."]],
    ["a version, where there was none", changes({ version: "2" }), ["Its version is “2” now; there was none."]],
    [
      "where it runs",
      changes({ endpoint: "https://b.example/rpc" }),
      ["Its address was “https://a.example/rpc” and is “https://b.example/rpc” now."],
    ],
    [
      "how it runs",
      describeChanges(parrot, { ...without(parrot), mcp_url: "https://a.example/mcp" }),
      ["It ran as http at “https://a.example/rpc” and runs as mcp at “https://a.example/mcp” now."],
    ],
    [
      "a key in its address, which is not repeated",
      describeChanges(
        { ...parrot, endpoint: "https://a.example/?key=1" },
        { ...parrot, endpoint: "https://a.example/?key=2" },
      ),
      ["Its address differs behind the question mark."],
    ],
    [
      "its functions",
      changes({ functions: [{ ...say, name: "sing" }] }),
      ["say is gone. (breaking)", "sing is new: “Says it.”."],
    ],
    [
      "what a function takes",
      ofFunction({ parameters: { type: "object", properties: { what: { type: "integer" } }, required: ["what"] } }),
      ["say: input.what is now required. (breaking)", "say: input.what changed from string to integer. (breaking)"],
    ],
    ["what a function gives", ofFunction({ returns: { type: "object" } }), ["The output of say is described now."]],
    [
      "what a function claims to be",
      ofFunction({ annotations: { readOnlyHint: true }, timeout: 5 }),
      ["say says other things about what it may do (annotations).", "The timeout of say is “5” now; there was none."],
    ],
    [
      "something in a schema that has no words of its own",
      ofFunction({ parameters: { ...say.parameters, $comment: "other" } }),
      ["The schema of the input of say is another."],
    ],
  ])("says so: %s", (_what, told, sentences) => expect(told).toEqual(sentences));

  it("quotes no more than somebody reads, and counts what it leaves out", () => {
    const functions = Array.from({ length: 80 }, (_, index) => ({
      ...say,
      name: `f${index}`,
      description: "x".repeat(2_000),
    }));
    const told = changes({ functions });
    expect(told).toHaveLength(51);
    expect(told.at(-1)).toBe("There are 31 more changes.");
    for (const sentence of told) expect(sentence.length).toBeLessThan(400);
  });
});

function without({ endpoint: _, ...rest }: ToolDescription): ToolDescription {
  return rest;
}
