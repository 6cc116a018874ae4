import type { ModelAnswers } from "../source.ts";
import { askForJson, type ChatEndpoint, ChatError } from "./chat-endpoint.ts";

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
