import type { ServerEvent } from "./event-reader.ts";

export const CAN_BE_ASKED = { elicitation: {} };
export const ACCEPTED = { action: "accept", content: { ok: true } };

export const toolCall = (id: unknown, name: string, params: object = {}) => ({
  id,
  method: "tools/call",
  params: { name, arguments: {}, ...params },
});

/** A call that reports progress and asks the user, and ends with their answer. */
export const longCall = (id: unknown) => toolCall(id, "test_streaming_elicitation", { _meta: { progressToken: "p" } });

export const speaks = (method: string) => (event: ServerEvent) => event.message?.method === method;
export const answers = (id: unknown) => (event: ServerEvent) => event.message?.id === id && !event.message?.method;
export const messagesOf = (events: readonly ServerEvent[]) => events.flatMap(({ message }) => message ?? []);
