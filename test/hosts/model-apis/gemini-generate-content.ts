import type { Body, ModelApi, Move } from "./model-api.ts";

const partOf = (move: Move): object =>
  "call" in move
    ? { functionCall: { id: move.call.id, name: move.call.tool.name, args: move.call.input } }
    : { text: move.text };

/** Hosts wrap a result as { output } and an error as { error }. */
const textOf = ({ output, error, ...others }: Body): string => {
  const passed = output ?? error ?? others;
  return typeof passed === "string" ? passed : JSON.stringify(passed);
};

const answer: ModelApi["answer"] = ({ model }, move) => ({
  candidates: [{ index: 0, content: { role: "model", parts: [partOf(move)] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  modelVersion: model,
});

export const geminiGenerateContent: ModelApi = {
  provider: "gemini",
  path: /:(?:streamG|g)enerateContent$/,
  read: ({ tools = [], contents = [] }: Body, path) => ({
    model: /models\/([^:]+):/.exec(path)?.[1] ?? "",
    stream: path.includes(":stream"),
    tools: tools
      .flatMap(({ functionDeclarations = [] }: Body) => functionDeclarations)
      .map(({ name, description, parameters, parametersJsonSchema }: Body) => ({
        name,
        description,
        schema: parametersJsonSchema ?? parameters,
      })),
    results: contents
      .flatMap(({ parts = [] }: Body) => parts)
      .filter(({ functionResponse }: Body) => functionResponse !== undefined)
      .map(({ functionResponse: { id, response } }: Body) => ({ callId: id, text: textOf(response) })),
  }),
  answer,
  events: (request, move) => [{ data: answer(request, move) }],
  refuse: (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
};
