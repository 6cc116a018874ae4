import { isObject, type Schema, textIn } from "../../../components/schema-form/schema.ts";

/** Something that a tool wants to know from the person behind the client before it goes on. */
export interface Question {
  /** Under which the answer is sent. */
  readonly id: string;
  readonly message: string;
  /** Of the answer; undefined for what is no form and nobody can answer here. */
  readonly schema?: Schema;
}

/** What was asked in one round, and what the tool wants back with the answers. */
export interface Asked {
  readonly questions: readonly Question[];
  readonly state?: string;
}

export type Action = "accept" | "decline" | "cancel";

/** What goes beside the arguments when the call is made again. */
export interface Reply {
  readonly inputResponses: Readonly<Record<string, { readonly action: Action; readonly content?: unknown }>>;
  readonly requestState?: string;
}

/** What this page says it can do for a tool: ask whoever looks at it, with a form. */
export const CAPABILITIES = { elicitation: { form: {} } } as const;

export const askedIn = ({ inputRequests, requestState }: Readonly<Record<string, unknown>>): Asked => ({
  questions: Object.entries(isObject(inputRequests) ? inputRequests : {}).map(([id, request]) =>
    questionOf(id, request),
  ),
  ...(typeof requestState === "string" && { state: requestState }),
});

const questionOf = (id: string, request: unknown): Question => {
  const { method, params } = isObject(request) ? request : {};
  const { message, requestedSchema, mode = "form" } = isObject(params) ? params : {};
  const isForm = method === "elicitation/create" && mode === "form" && isObject(requestedSchema);
  return {
    ...{ id, message: textIn(message) ?? textIn(method) ?? "" },
    ...(isForm && { schema: requestedSchema }),
  };
};

/** What was filled in belongs to a yes only. */
export const replyTo = (
  { questions, state }: Asked,
  action: Action,
  contents: Readonly<Record<string, unknown>> = {},
): Reply => ({
  inputResponses: Object.fromEntries(
    questions.map(({ id }) => [id, action === "accept" ? { action, content: contents[id] ?? {} } : { action }]),
  ),
  ...(state !== undefined && { requestState: state }),
});
