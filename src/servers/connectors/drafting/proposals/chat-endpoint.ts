import { parseForeignJson } from "../../../../mcp/tools/foreign-json.ts";
import { isJsonObject } from "../../../../model/json.ts";
import { type Outbound, OutboundError } from "../../../../platform/outbound/outbound.ts";
import type { ModelAnswers } from "../source.ts";

export interface ChatEndpoint {
  readonly outbound: Outbound;
  /** With or without `/chat/completions` at its end. */
  readonly url: string;
  readonly key?: string;
  readonly model: string;
  readonly signal?: AbortSignal;
}

/** Its message may be shown to users; it never repeats the endpoint's response or the key. */
class ChatError extends Error {}

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 1_000_000;

/** Asks questions one after the other, until one of them fails. */
export const askModel = async (
  endpoint: ChatEndpoint,
  system: string,
  questions: readonly string[],
): Promise<ModelAnswers> => {
  const texts: string[] = [];
  for (const question of questions) {
    try {
      texts.push(await askForJson(endpoint, system, question));
    } catch (error) {
      if (error instanceof ChatError) return { texts, problem: error.message };
      throw error;
    }
  }
  return { texts };
};

/** Sends one request to an OpenAI-compatible endpoint and returns the text of its answer, which should be JSON. */
const askForJson = async (endpoint: ChatEndpoint, system: string, user: string): Promise<string> => {
  const messages = [
    { role: "system", content: system },
    { role: "user", content: user },
  ];
  const request = { model: endpoint.model, temperature: 0, messages };
  let { status, body } = await post(endpoint, { ...request, response_format: { type: "json_object" } });
  // Not every endpoint supports `response_format`.
  if (status === 400 || status === 422) ({ status, body } = await post(endpoint, request));
  if (status !== 200) throw new ChatError(`The endpoint responded with status ${status}.`);
  return contentOf(body);
};

const post = async (
  { outbound, url, key, signal }: ChatEndpoint,
  request: object,
): Promise<{ readonly status: number; readonly body: Uint8Array }> => {
  const address = /\/chat\/completions\/?$/.test(url) ? url : `${url.replace(/\/+$/, "")}/chat/completions`;
  try {
    return await outbound.request(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(request),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (error instanceof OutboundError) throw new ChatError(error.message);
    throw error;
  }
};

const contentOf = (body: Uint8Array): string => {
  let answer: unknown;
  try {
    answer = parseForeignJson(body);
  } catch (error) {
    throw new ChatError(`The endpoint's response is ${error instanceof Error ? error.message : "invalid"}.`);
  }
  const choices = isJsonObject(answer) && Array.isArray(answer["choices"]) ? answer["choices"] : [];
  const [first] = choices as unknown[];
  const message = isJsonObject(first) ? first["message"] : undefined;
  const content = isJsonObject(message) ? message["content"] : undefined;
  if (typeof content !== "string") throw new ChatError("The endpoint's response is not a chat completion.");
  return content;
};
