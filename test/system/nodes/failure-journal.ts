import type { ToolResult } from "../../fixtures/taxiway.ts";

/** A call without an answer. It may have been executed. */
export class Lost extends Error {}

export interface HttpAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: string;
}

/** Records everything that went wrong for clients. */
export interface FailureJournal {
  /** Connections that broke. */
  readonly broken: readonly string[];
  /** Answers that told the client to retry, as they must. */
  readonly retryable: readonly string[];
  /** Unexpected failures. */
  readonly unclean: readonly string[];
  refused(answer: HttpAnswer): Lost;
  /** A tool's own form of the same. */
  unavailable(result: ToolResult): Lost;
  broke(error: unknown): Lost;
  blame(what: string): void;
}

const RETRYABLE = [502, 503, 504];

export const createFailureJournal = (): FailureJournal => {
  const broken: string[] = [];
  const retryable: string[] = [];
  const unclean: string[] = [];
  return {
    broken,
    retryable,
    unclean,
    refused(answer) {
      const { status, body } = answer;
      const told = isJson(body) && Number(answer.header("retry-after")) > 0;
      if (RETRYABLE.includes(status) && told) retryable.push(`${status} ${body}`);
      else unclean.push(`${status} ${body}`);
      return new Lost(`${status} ${body}`);
    },
    unavailable({ content }) {
      const sentence = content[0]?.text ?? "";
      retryable.push(sentence);
      return new Lost(sentence);
    },
    broke(error) {
      broken.push(String(error));
      return new Lost(String(error));
    },
    blame: (what) => void unclean.push(what),
  };
};

const isJson = (body: string): boolean => {
  try {
    return typeof JSON.parse(body) === "object";
  } catch {
    return false;
  }
};
