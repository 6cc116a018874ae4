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

describe("the changes between two descriptions", () => {
  it.each<[what: string, messages: readonly string[], sentences: readonly string[]]>([
    ["nothing", changes({}), []],
    ["the check interval, which callers cannot see", changes({ health_check_interval: 5 }), []],
    ["the description", changes({ description: "Obeys." }), ["Its description changed from “Talks.” to “Obeys.”."]],
    ["a first version", changes({ version: "2" }), ["Its version was set to “2”."]],
    [
      "the address",
      changes({ endpoint: "https://b.example/rpc" }),
      ["Its address changed from “https://a.example/rpc” to “https://b.example/rpc”."],
    ],
    [
      "the kind of backend",
      describeChanges(parrot, { ...without(parrot), mcp_url: "https://a.example/mcp" }),
      ["Its backend changed from http at “https://a.example/rpc” to mcp at “https://a.example/mcp”."],
    ],
    [
      "a key in the address, without repeating it",
      describeChanges(
        { ...parrot, endpoint: "https://a.example/?key=1" },
        { ...parrot, endpoint: "https://a.example/?key=2" },
      ),
      ["The query string of its address changed."],
    ],
    [
      "the functions",
      changes({ functions: [{ ...say, name: "sing" }] }),
      ["say was removed. (breaking)", "sing is new: “Says it.”."],
    ],
    [
      "the input of a function",
      ofFunction({ parameters: { type: "object", properties: { what: { type: "integer" } }, required: ["what"] } }),
      ["say: input.what is now required. (breaking)", "say: input.what changed from string to integer. (breaking)"],
    ],
    ["the output of a function", ofFunction({ returns: { type: "object" } }), ["The output schema of say was added."]],
    [
      "annotations and timeout of a function",
      ofFunction({ annotations: { readOnlyHint: true }, timeout: 5 }),
      ["The annotations of say changed.", "The timeout of say was set to “5”."],
    ],
    [
      "schema keywords without a specific message",
      ofFunction({ parameters: { ...say.parameters, $comment: "other" } }),
      ["The input schema of say changed."],
    ],
  ])("include %s", (_what, messages, sentences) => expect(messages).toEqual(sentences));

  it("are limited in number and length, with a count of the rest", () => {
    const functions = Array.from({ length: 80 }, (_, index) => ({
      ...say,
      name: `f${index}`,
      description: "x".repeat(2_000),
    }));
    const messages = changes({ functions });
    expect(messages).toHaveLength(51);
    expect(messages.at(-1)).toBe("There are 31 more changes.");
    for (const sentence of messages) expect(sentence.length).toBeLessThan(400);
  });
});

function without({ endpoint: _, ...rest }: ToolDescription): ToolDescription {
  return rest;
}
