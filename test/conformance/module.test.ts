import { describe, expect, it } from "vitest";
import { CONTENT, type Content } from "../../src/mcp/tools/content.ts";
import type { Answers, Call, Questions } from "../../src/mcp/tools/tool.ts";
import type { Kit, ServerDefinition } from "../../src/servers/module.ts";
import conformanceModule from "./module.ts";

const openServer = async (): Promise<ServerDefinition> => {
  const { servers = [] } = await conformanceModule.open({ version: "1.0.0" } as Kit);
  return servers[0]?.forTenant("default") as ServerDefinition;
};

/** Stands in for a modern client: a call ends with its questions, and is repeated with the answers and the state. */
const callModern = async (name: string, client: object, answers: Answers = {}, state?: string) => {
  let asked: { questions: Questions; state: string | undefined } | undefined;
  const call = {
    client,
    state,
    ask: async (questions: Questions, toKeep?: string) => {
      if (Object.keys(questions).every((key) => key in answers)) return answers;
      asked = { questions, state: toKeep };
      throw asked;
    },
  } as unknown as Call;
  try {
    const answer = (await (await openServer()).tools.get(name)?.run({} as never, call)) as Content;
    return { text: answer[CONTENT].map((block) => (block.type === "text" ? block.text : block.type)).join() };
  } catch (thrown) {
    if (asked === undefined) throw thrown;
    return asked;
  }
};

const accepted = (content: object) => ({ action: "accept", content });

describe("the conformance module", () => {
  it("has what the suite calls", async () => {
    const { tools, prompts, resources, templates } = await openServer();
    expect(tools.get("test_simple_text")).toBeDefined();
    expect([prompts?.length, resources?.length, templates?.length]).toEqual([5, 3, 1]);
  });

  it("adds and removes a tool, and announces it", async () => {
    const { tools } = await openServer();
    const sizes: number[] = [];
    tools.onChange(() => sizes.push(tools.list().length));
    const before = tools.list().length;
    const trigger = tools.get("test_trigger_tool_change");
    await trigger?.run({} as never, {} as Call);
    await trigger?.run({} as never, {} as Call);
    expect(sizes).toEqual([before + 1, before]);
  });
});

describe("the tools that ask", () => {
  it("carry what they learnt in one round into the next", async () => {
    const tool = "test_input_required_result_multi_round";
    const first = await callModern(tool, {});
    expect(first).toMatchObject({ questions: { step1: {} }, state: "started" });
    const second = await callModern(tool, {}, { step1: accepted({ name: "Ada" }) }, "started");
    expect(second).toMatchObject({ questions: { step2: {} }, state: "named:Ada" });
    const third = await callModern(tool, {}, { step2: accepted({ color: "blue" }) }, "named:Ada");
    expect(third).toEqual({ text: "Ada likes blue." });
  });

  it("ask only what the client can answer", async () => {
    const tool = "test_input_required_result_capabilities";
    expect(await callModern(tool, { sampling: {} })).toMatchObject({
      questions: { capital_question: { method: "sampling/createMessage" } },
    });
    expect(await callModern(tool, {})).toEqual({ text: "Answers: {}" });
  });

  it("take a refusal for an answer", async () => {
    const tool = "test_input_required_result_elicitation";
    expect(await callModern(tool, {}, { user_name: { action: "decline" } })).toEqual({ text: "Hello, stranger!" });
  });
});
