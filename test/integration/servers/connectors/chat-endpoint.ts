import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createOutbound } from "../../../../src/platform/outbound/guarded-outbound.ts";

export const CHAT_KEY = "sk-very-secret";

export interface Question {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: { role: string; content: string }[];
    response_format?: unknown;
  };
}

export type Answer = (question: Question, response: ServerResponse) => void;

/** Answers with a text, or with a value as JSON. */
export const saying =
  (content: unknown): Answer =>
  (_, response) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: text } }] }));
  };

/** A chat completions endpoint on loopback. */
export const startChatEndpoint = async (answer: Answer) => {
  const questions: Question[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const question = { path: request.url ?? "", authorization: request.headers.authorization, body: JSON.parse(text) };
    questions.push(question);
    answer(question, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const outbound = createOutbound({ allow: ["127.0.0.0/8"] });
  onTestFinished(async () => {
    await outbound.close();
    await new Promise((done) => server.close(done));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { questions, endpoint: { outbound, url, key: CHAT_KEY, model: "small" } };
};
