import { invalid } from "../../../model/failure.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { DocumentSender, DocumentWorkers } from "../documents/document-workers.ts";
import type { Draft } from "../drafting/draft.ts";
import type { OperationIndex } from "../drafting/operation-index.ts";
import type { DraftOptions, Source } from "../drafting/source.ts";
import { fetchSource } from "./fetch-source.ts";
import type { Proposing } from "./proposing.ts";

/** What to draft from, and how. */
interface DraftRequest extends Source, DraftOptions {
  /** Lets the configured model propose better texts, and tools where the documentation is prose. */
  readonly propose?: boolean;
}

/** Drafts tools from an API's documentation. */
export interface Drafting {
  draft(request: DraftRequest, sender: Required<DocumentSender>): Promise<Draft>;
  operations(request: DraftRequest, sender: Required<DocumentSender>): Promise<OperationIndex>;
}

interface DraftingOptions {
  readonly outbound: Pick<Outbound, "request">;
  readonly documents: Pick<DocumentWorkers, "draft" | "questions" | "listOperations">;
  /** Undefined if the operator configured no model. */
  readonly proposing?: Proposing | undefined;
}

export const createDrafting = ({ outbound, documents, proposing }: DraftingOptions): Drafting => {
  const loaded = async (source: Source, { signal }: Required<DocumentSender>): Promise<Source> =>
    source.document === undefined && source.files === undefined && source.url !== undefined
      ? fetchSource(outbound, source.url, signal)
      : source;

  return {
    async draft(request, sender) {
      const isProposing = request.propose === true;
      if (isProposing && proposing === undefined) {
        throw invalid("No model for proposals is configured.", {
          field: "propose",
          hint: "Set TAXIWAY_PROPOSALS_URL on the server to an OpenAI-compatible endpoint, or omit propose.",
        });
      }
      const [given, options] = partsOf(request);
      const source = await loaded(given, sender);
      if (!isProposing || proposing === undefined) return documents.draft(source, options, sender);
      const questions = await documents.questions(source, sender);
      const answers = questions.length === 0 ? undefined : await proposing.answers(questions, sender);
      return proposing.complete(await documents.draft(source, options, sender, answers), sender);
    },
    async operations(request, sender) {
      const [source, options] = partsOf(request);
      return documents.listOperations(await loaded(source, sender), options, sender);
    },
  };
};

const partsOf = ({ document, url, files, entry, propose: _, ...options }: DraftRequest): [Source, DraftOptions] => [
  {
    ...(document !== undefined && { document }),
    ...(url !== undefined && { url }),
    ...(files !== undefined && { files }),
    ...(entry !== undefined && { entry }),
  },
  options,
];
