import { isDeepStrictEqual } from "node:util";

/** What an answer has to be. */
export interface Expected {
  /** The very result, but for what names the call. Without it, any result that is not an error. */
  readonly result?: ToolResult;
  /** No body may have fewer bytes. */
  readonly shortest?: number;
}

export interface ToolResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: object;
}

export interface AnswerCheck {
  /** Of every response. Says what is wrong. */
  quick(status: number, length: number): string | undefined;
  /** Of those whose body is kept. */
  thorough(body: string): string | undefined;
}

/** Bytes by which answers to the same request may differ: ids have not all the same length. */
const LEEWAY = 32;

export const createAnswerCheck = ({ result, shortest = 2 }: Expected): AnswerCheck => {
  const wanted = result && essence(result);
  let usual: number | undefined;
  return {
    quick(status, length) {
      if (status !== 200) return `status ${status}`;
      if (length < shortest) return `only ${length} bytes`;
      if (wanted === undefined) return undefined;
      usual ??= length;
      return Math.abs(length - usual) > LEEWAY ? `${length} bytes instead of ${usual}` : undefined;
    },
    thorough(body) {
      const answer = parseAnswer(body);
      if (answer?.result === undefined || answer.result.isError) return `not a result: ${body.slice(0, 500)}`;
      if (wanted === undefined || isDeepStrictEqual(essence(answer.result), wanted)) return undefined;
      return `another result: ${body.slice(0, 500)}`;
    },
  };
};

const essence = ({ content = [], structuredContent = {} }: ToolResult) => ({
  texts: content.map(({ text = "" }) => text.replace(/^session .*$/m, "")),
  structure: withoutIds(structuredContent),
});

/** A search has a new id each time, and the session's. */
const withoutIds = (value: object): object => ({ ...value, searchId: "", sessionId: "" });

/** As JSON, or as the one event of a stream. */
const parseAnswer = (body: string): { readonly result?: ToolResult } | undefined => {
  const json = body.startsWith("{") ? body : /^data: (\{.*)$/m.exec(body)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as { readonly result?: ToolResult });
};
