import type { Flavour, McpClient } from "../../../fixtures/mcp-clients.ts";
import { importReferee } from "../../../fixtures/referees.ts";

export interface Answer {
  readonly action: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

export const ANSWERS = {
  yes: { action: "accept", content: { confirm: true } },
  no: { action: "accept", content: { confirm: false } },
  decline: { action: "decline" },
  cancel: { action: "cancel" },
} as const satisfies Record<string, Answer>;

export interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
}

/** A user of a client, who sees its questions. */
export interface User {
  readonly asked: readonly Form[];
  /** Sets the answers from now on; `meanwhile` runs once during the next question. */
  says(answer: keyof typeof ANSWERS, meanwhile?: () => Promise<unknown>): void;
}

/** A client with a user. */
export const askable = (flavour: Flavour): Flavour => ({
  ...flavour,
  options: { ...flavour.options, capabilities: { elicitation: {} } },
});

type Handle = (request: { readonly params: Form }) => Promise<Answer>;

export const attachUser = async (client: McpClient, { client: sdk }: Flavour): Promise<User> => {
  const asked: Form[] = [];
  let answer: Answer = ANSWERS.cancel;
  let next: (() => Promise<unknown>) | undefined;
  const handle: Handle = async ({ params }) => {
    asked.push(params);
    const meanwhile = next;
    next = undefined;
    await meanwhile?.();
    return answer;
  };
  const { setRequestHandler } = client as unknown as { setRequestHandler(method: unknown, handle: Handle): void };
  setRequestHandler.call(client, await elicitation(sdk), handle);
  return {
    asked,
    says(name, meanwhile) {
      answer = ANSWERS[name];
      next = meanwhile;
    },
  };
};

/** The v1 client identifies a request by its schema, the v2 client by its name. */
const elicitation = async (sdk: string): Promise<unknown> => {
  if (!sdk.startsWith("@modelcontextprotocol/sdk/")) return "elicitation/create";
  const types = await importReferee<{ ElicitRequestSchema: unknown }>("@modelcontextprotocol/sdk/types.js");
  return types.ElicitRequestSchema;
};
