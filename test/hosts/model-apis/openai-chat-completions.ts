import { type Body, type ModelApi, type ModelRequest, type Move, textOf } from "./model-api.ts";

const messageOf = (move: Move): object => {
  if ("text" in move) return { role: "assistant", content: move.text };
  const { id, input, tool } = move.call;
  const call = { index: 0, id, type: "function", function: { name: tool.name, arguments: JSON.stringify(input) } };
  return { role: "assistant", content: null, tool_calls: [call] };
};

const finishReasonOf = (move: Move): string => ("call" in move ? "tool_calls" : "stop");

const completionOf = ({ model }: ModelRequest, object: string, choice: object, isLast = true): object => ({
  id: "chatcmpl_1",
  object,
  created: 1_796_115_600,
  model,
  choices: [{ index: 0, ...choice }],
  ...(isLast && { usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } }),
});

export const openaiChatCompletions: ModelApi = {
  provider: "openai",
  path: /\/chat\/completions$/,
  read: ({ model, stream = false, tools = [], messages = [] }: Body) => ({
    model,
    stream,
    tools: tools.map(({ function: offered }: Body) => ({ ...offered, schema: offered.parameters })),
    results: messages
      .filter(({ role }: Body) => role === "tool")
      .map(({ tool_call_id, content }: Body) => ({ callId: tool_call_id, text: textOf(content) })),
  }),
  answer: (request, move) =>
    completionOf(request, "chat.completion", { message: messageOf(move), finish_reason: finishReasonOf(move) }),
  events(request, move) {
    const object = "chat.completion.chunk";
    return [
      { data: completionOf(request, object, { delta: messageOf(move), finish_reason: null }, false) },
      { data: completionOf(request, object, { delta: {}, finish_reason: finishReasonOf(move) }) },
      { data: "[DONE]" },
    ];
  },
  refuse: (message) => ({
    error: { message, type: "invalid_request_error", param: "tools", code: "invalid_function_parameters" },
  }),
};
