import { isDeepStrictEqual } from "node:util";

/** The answer that a load expects. */
export interface Expected {
  /** The result, compared without its IDs. Without it, any result that is not an error is accepted. */
  readonly result?: ToolResult;
  /** The minimum length of a body in bytes. */
  readonly shortest?: number;
}

export interface ToolResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: object;
}

export interface AnswerCheck {
  /** Checks every response, and returns the problem if there is one. */
  quick(status: number, length: number): string | undefined;
  /** Checks the bodies that are kept. */
  thorough(body: string): string | undefined;
}

/** The number of bytes by which answers to the same request may differ, because IDs vary in length. */
const LENGTH_TOLERANCE = 32;

export const createAnswerCheck = ({ result, shortest = 2 }: Expected): AnswerCheck => {
  const expected = result && comparable(result);
  let usual: number | undefined;
  return {
    quick(status, length) {
      if (status !== 200) return `status ${status}`;
      if (length < shortest) return `only ${length} bytes`;
      if (expected === undefined) return undefined;
      usual ??= length;
      return Math.abs(length - usual) > LENGTH_TOLERANCE ? `${length} bytes instead of ${usual}` : undefined;
    },
    thorough(body) {
      const answer = parseAnswer(body);
      if (answer?.result === undefined || answer.result.isError) return `not a result: ${body.slice(0, 500)}`;
      if (expected === undefined || isDeepStrictEqual(comparable(answer.result), expected)) return undefined;
      return `another result: ${body.slice(0, 500)}`;
    },
  };
};

const comparable = ({ content = [], structuredContent = {} }: ToolResult) => ({
  texts: content.map(({ text = "" }) => text.replace(/^session .*$/m, "")),
  structure: withoutIds(structuredContent),
});

/** The search ID and the session ID differ between answers. */
const withoutIds = (value: object): object => ({ ...value, searchId: "", sessionId: "" });

/** Parses a body that is JSON, or an event stream with one event. */
const parseAnswer = (body: string): { readonly result?: ToolResult } | undefined => {
  const json = body.startsWith("{") ? body : /^data: (\{.*)$/m.exec(body)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as { readonly result?: ToolResult });
};
