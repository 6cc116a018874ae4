import type { Provider } from "../../../src/mcp/tools/provider-rules.ts";
import type { Schema } from "../../../src/model/schema.ts";

/** A tool as a host offers it to the model, under the host's name. */
export interface OfferedTool {
  readonly name: string;
  /** Codex groups the tools of a server in a namespace. */
  readonly namespace?: string;
  readonly description?: string;
  readonly schema: Schema;
}

/** The result of a call as a host passed it on. */
interface PassedResult {
  readonly callId: string;
  readonly text: string;
}

/** The content of a request to a model API of any provider. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly OfferedTool[];
  readonly results: readonly PassedResult[];
}

interface ToolCall {
  readonly id: string;
  readonly tool: OfferedTool;
  readonly input: object;
}
export type Move = { readonly call: ToolCall } | { readonly text: string };

/** A server-sent event; `name` is its event field, if the API has one. */
export interface ModelEvent {
  readonly name?: string;
  readonly data: object | string;
}

// biome-ignore lint/suspicious/noExplicitAny: a body of an API that is not ours
export type Body = any;

export interface ModelApi {
  readonly provider: Provider;
  /** The path of its endpoint for the next message. */
  readonly path: RegExp;
  read(body: Body, path: string): ModelRequest;
  answer(request: ModelRequest, move: Move): object;
  /** The same answer as the events of a stream. */
  events(request: ModelRequest, move: Move): readonly ModelEvent[];
  /** The body of the 400 for a request whose tools the provider does not accept. */
  refuse(reason: string): object;
}

/** The text of content that is either a text or a list of blocks, some with a text. */
export const textOf = (content: Body): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text }: Body) => text ?? "").join("\n");
