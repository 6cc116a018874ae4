import { type Body, type ModelApi, type ModelRequest, type Move, textOf } from "./model-api.ts";

const blockOf = (move: Move): Body =>
  "call" in move
    ? { type: "tool_use", id: move.call.id, name: move.call.tool.name, input: move.call.input }
    : { type: "text", text: move.text };

const messageOf = ({ model }: ModelRequest, content: readonly object[], stopReason: string | null): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model,
  content,
  stop_reason: stopReason,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 10 },
});

const stopReasonOf = (move: Move): string => ("call" in move ? "tool_use" : "end_turn");

export const anthropicMessages: ModelApi = {
  provider: "anthropic",
  path: /\/v1\/messages$/,
  read: ({ model, stream = false, tools = [], messages = [] }: Body) => ({
    model,
    stream,
    tools: tools.map(({ name, description, input_schema }: Body) => ({ name, description, schema: input_schema })),
    results: messages
      .flatMap(({ content }: Body) => (Array.isArray(content) ? content : []))
      .filter(({ type }: Body) => type === "tool_result")
      .map(({ tool_use_id, content }: Body) => ({ callId: tool_use_id, text: textOf(content) })),
  }),
  answer: (request, move) => messageOf(request, [blockOf(move)], stopReasonOf(move)),
  events(request, move) {
    const block = blockOf(move);
    const [start, delta] =
      block.type === "text"
        ? [
            { ...block, text: "" },
            { type: "text_delta", text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
          ];
    return [
      { type: "message_start", message: messageOf(request, [], null) },
      { type: "content_block_start", index: 0, content_block: start },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: stopReasonOf(move), stop_sequence: null },
        usage: { output_tokens: 10 },
      },
      { type: "message_stop" },
    ].map((data) => ({ name: data.type, data }));
  },
  refuse: (message) => ({ type: "error", error: { type: "invalid_request_error", message }, request_id: "req_1" }),
};
