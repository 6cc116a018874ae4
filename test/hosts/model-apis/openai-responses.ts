import { type Body, type ModelApi, type ModelRequest, type Move, type OfferedTool, textOf } from "./model-api.ts";

/** Functions, including those in a namespace; tools that the API runs itself have no schema and are omitted. */
const functionsIn = (tools: readonly Body[], namespace?: string): OfferedTool[] =>
  tools.flatMap((tool) => {
    if (tool.type === "namespace") return functionsIn(tool.tools, tool.name);
    if (tool.type !== "function") return [];
    const { name, description, parameters } = tool;
    return [{ name, description, schema: parameters, ...(namespace && { namespace }) }];
  });

const itemOf = (move: Move): Body => {
  if ("text" in move) {
    const content = [{ type: "output_text", text: move.text, annotations: [] }];
    return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
  }
  const { id, input, tool } = move.call;
  return {
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name: tool.name,
    ...(tool.namespace && { namespace: tool.namespace }),
    arguments: JSON.stringify(input),
    status: "completed",
  };
};

const responseOf = ({ model }: ModelRequest, status: string, output: readonly object[]): object => ({
  id: "resp_1",
  object: "response",
  created_at: 1_796_115_600,
  status,
  model,
  output,
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  },
});

export const openaiResponses: ModelApi = {
  provider: "openai",
  path: /\/responses$/,
  read: ({ model, stream = false, tools = [], input = [] }: Body) => ({
    model,
    stream,
    tools: functionsIn(tools),
    results: (Array.isArray(input) ? input : [])
      .filter(({ type }: Body) => type === "function_call_output")
      .map(({ call_id, output }: Body) => ({ callId: call_id, text: textOf(output) })),
  }),
  answer: (request, move) => responseOf(request, "completed", [itemOf(move)]),
  events(request, move) {
    const item = itemOf(move);
    const place = { item_id: item.id, output_index: 0 };
    return [
      { type: "response.created", response: responseOf(request, "in_progress", []) },
      { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
      ...("text" in move ? [{ type: "response.output_text.delta", ...place, content_index: 0, delta: move.text }] : []),
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: responseOf(request, "completed", [item]) },
    ].map((data) => ({ name: data.type, data }));
  },
  refuse: (message) => ({
    error: { message, type: "invalid_request_error", param: "tools", code: "invalid_function_parameters" },
  }),
};
