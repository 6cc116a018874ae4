import type { ConnectorTool } from "../connector.ts";
import type { AuthQuestion, Draft } from "./draft.ts";

/** What a document offers, to choose from before drafting. */
export interface OperationIndex {
  readonly format: string;
  readonly title: string;
  readonly base_url: string;
  readonly operations: readonly IndexedOperation[];
  /** Problems of the whole document, and what was left out of it. */
  readonly problems: readonly string[];
  readonly auth_question?: AuthQuestion;
}

export interface IndexedOperation {
  /** `GET /pets`. */
  readonly operation: string;
  readonly method: ConnectorTool["request"]["method"];
  readonly path: string;
  readonly operation_id?: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly risk: ConnectorTool["risk"];
  readonly deprecated: boolean;
  /** Estimate; see `tokenCost`. */
  readonly token_cost: number;
}

/** The index of a document that is read as a whole. */
export const indexOfDraft = ({
  connector,
  candidates,
  problems,
  auth_question,
}: Draft): Omit<OperationIndex, "format"> => ({
  title: connector.title,
  base_url: connector.base_url,
  operations: connector.tools.flatMap((tool, index): IndexedOperation[] => {
    const { operation, risk, tags, deprecated, token_cost } = candidates[index] as Draft["candidates"][number];
    const { method, path } = tool.request;
    const summary = tool.title ?? tool.description;
    return [{ operation, method, path, operation_id: tool.name, tags, summary, risk, deprecated, token_cost }];
  }),
  problems,
  ...(auth_question && { auth_question }),
});
