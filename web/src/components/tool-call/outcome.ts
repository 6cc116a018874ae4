import type { Carried } from "../../../../src/console/contract.ts";
import { isObject, textIn } from "../../format/json.ts";
import { fieldKey, type Problems } from "../schema-form/form-value.ts";
import type { Schema } from "../schema-form/schema.ts";

/** Why a tool call failed, for display. */
export interface ToolProblem {
  readonly code?: number;
  readonly message: string;
  readonly hint?: string;
  /** Allowed values. */
  readonly allowed?: string;
  /** Messages by field. */
  readonly fields: Problems;
}

export type Outcome =
  | { readonly kind: "result"; readonly structured: unknown; readonly content: readonly unknown[] }
  | { readonly kind: "problem"; readonly problem: ToolProblem }
  /** The tool needs input from the user first. */
  | { readonly kind: "question"; readonly request: InputRequest; readonly raw: unknown };

const ERROR = "taxiway/error";

export const outcomeOf = ({ response }: Pick<Carried, "response">): Outcome => {
  const { error, result } = isObject(response) ? response : {};
  if (isObject(error)) return { kind: "problem", problem: problemFrom(error) };
  if (!isObject(result)) return { kind: "result", structured: result, content: [] };
  if (result["resultType"] === "input_required") {
    return { kind: "question", request: inputRequestIn(result), raw: result["inputRequests"] };
  }
  const content = Array.isArray(result["content"]) ? result["content"] : [];
  if (result["isError"] === true) return { kind: "problem", problem: toolProblem(result, content) };
  return { kind: "result", structured: result["structuredContent"] ?? parsedText(content), content };
};

const toolProblem = ({ _meta }: Readonly<Record<string, unknown>>, content: readonly unknown[]): ToolProblem => {
  const error = isObject(_meta) ? _meta[ERROR] : undefined;
  return isObject(error)
    ? problemFrom(error)
    : { message: textOf(content) || "The tool failed without an error message.", fields: {} };
};

const problemFrom = ({ code, message, data }: Readonly<Record<string, unknown>>): ToolProblem => {
  const facts = isObject(data) ? data : {};
  // Errors of the toolbox registry have a generic message; the specific one is in `details`.
  const text = textIn(facts["details"]) ?? textIn(message) ?? "The tool failed without an error message.";
  const [hint, allowed] = [textIn(facts["hint"]), allowedText(facts["allowed"])];
  return {
    ...(typeof code === "number" && { code }),
    message: text,
    fields: fieldsIn(facts, text),
    ...(hint !== undefined && { hint }),
    ...(allowed !== undefined && { allowed }),
  };
};

/** Messages by field, if the server reported several problems. */
const fieldsIn = ({ field, problems }: Readonly<Record<string, unknown>>, message: string): Problems => {
  const listed = Array.isArray(problems) ? problems.filter(isObject) : [];
  const all = [...listed, { field, message }];
  const named = all.filter((each) => textIn(each["field"]) !== undefined);
  return Object.fromEntries(
    named.toReversed().map((each) => [fieldKey(String(each["field"])), textIn(each["message"]) ?? message]),
  );
};

const allowedText = (allowed: unknown): string | undefined => {
  if (Array.isArray(allowed)) return allowed.map(String).join(", ");
  return textIn(allowed);
};

const textOf = (content: readonly unknown[]): string =>
  content.flatMap((block) => (isObject(block) && textIn(block["text"])) || []).join("\n");

/** Servers of older protocol versions return JSON as text. */
const parsedText = (content: readonly unknown[]): unknown => {
  const [only, ...others] = content;
  const text = isObject(only) && only["type"] === "text" ? textIn(only["text"]) : undefined;
  if (text === undefined || others.length > 0 || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A question from a tool to the person behind the client. */
export interface Question {
  /** ID to answer under. */
  readonly id: string;
  readonly message: string;
  /** Schema of the answer; undefined if the request is not a form, so that it cannot be answered here. */
  readonly schema?: Schema;
}

/** The questions of one round, and the opaque state to send back with the answers. */
export interface InputRequest {
  readonly questions: readonly Question[];
  readonly state?: string;
}

export type Action = "accept" | "decline" | "cancel";

/** Sent with the arguments when the call is repeated. */
export interface Reply {
  readonly inputResponses: Readonly<Record<string, { readonly action: Action; readonly content?: unknown }>>;
  readonly requestState?: string;
}

/** Client capabilities: the console can answer questions with a form. */
export const CAPABILITIES = { elicitation: { form: {} } } as const;

export const inputRequestIn = ({ inputRequests, requestState }: Readonly<Record<string, unknown>>): InputRequest => ({
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
    id,
    message: textIn(message) ?? textIn(method) ?? "",
    ...(isForm && { schema: requestedSchema }),
  };
};

/** Only an accepted answer carries content. */
export const replyTo = (
  { questions, state }: InputRequest,
  action: Action,
  contents: Readonly<Record<string, unknown>> = {},
): Reply => ({
  inputResponses: Object.fromEntries(
    questions.map(({ id }) => [id, action === "accept" ? { action, content: contents[id] ?? {} } : { action }]),
  ),
  ...(state !== undefined && { requestState: state }),
});
