import type { Answers, Question } from "../../mcp/tools/tool.ts";

type Fields = Readonly<Record<string, object>>;

/** Asks the user to fill in a form; every field is required unless it has a default. */
export const form = (message: string, properties: Fields): Question => ({
  method: "elicitation/create",
  params: {
    message,
    requestedSchema: {
      type: "object",
      properties,
      required: Object.keys(properties).filter((name) => !("default" in (properties[name] as object))),
    },
  },
});

/** Asks the client's model. */
export const prompt = (text: string, maxTokens = 100): Question => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text } }], maxTokens },
});

export const ROOTS: Question = { method: "roots/list", params: {} };

/** A field of the form as the user filled it in; nothing if they declined. */
export const filledIn = (answer: Answers[string] | undefined, field: string): string | undefined => {
  const { content = {} } = (answer ?? {}) as { readonly content?: Readonly<Record<string, unknown>> };
  const value = content[field];
  return typeof value === "string" ? value : undefined;
};
