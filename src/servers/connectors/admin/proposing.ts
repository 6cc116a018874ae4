import type { DocumentSender, DocumentWorkers } from "../documents/document-workers.ts";
import type { Draft } from "../drafting/draft.ts";
import { askModel, type ChatEndpoint } from "../drafting/proposals/chat-endpoint.ts";
import { proposeTexts } from "../drafting/proposals/propose-texts.ts";
import { TOOLS_PROMPT } from "../drafting/proposals/tool-question.ts";
import { tryMappings } from "../drafting/proposals/try-mappings.ts";
import type { ModelAnswers } from "../drafting/source.ts";
import type { Mappings } from "../mappings/mappings.ts";

/** The model that the operator configured. */
export interface Proposing {
  /** Asks for tools. */
  answers(questions: readonly string[], sender: Required<DocumentSender>): Promise<ModelAnswers>;
  /** Tries what was proposed with the samples of the document, and asks for better texts of the other tools. */
  complete(draft: Draft, sender: Required<DocumentSender>): Promise<Draft>;
}

interface ProposingOptions {
  readonly endpoint: Omit<ChatEndpoint, "signal">;
  readonly documents: Pick<DocumentWorkers, "applyProposals">;
  readonly mappings: Pick<Mappings, "run">;
}

export const createProposing = ({ endpoint, documents, mappings }: ProposingOptions): Proposing => ({
  answers: (questions, { signal }) => askModel({ ...endpoint, signal }, TOOLS_PROMPT, questions),
  async complete(draft, sender) {
    const tried = await tryMappings(draft, async (expression, response) => {
      const [result] = await mappings.run([{ expression }], response, sender);
      return result;
    });
    return proposeTexts(tried, { ...endpoint, signal: sender.signal }, (asked, answers) =>
      documents.applyProposals(asked, answers, sender),
    );
  },
});
